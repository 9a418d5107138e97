import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { Vault } from '../credentials/vault.ts';

/**
 * Cookie tokens for browsers in which a person has signed in before: the person's id, a random number, and a keyed hash
 * of both. A token grants no access. It only gives the browser a throttle bucket of its own, so that someone who guesses
 * passwords elsewhere cannot lock the person out of this browser.
 */
export class KnownBrowsers {
  readonly #vault: Vault;

  constructor(vault: Vault) {
    this.#vault = vault;
  }

  issue(personId: string): string {
    const body = `${personId}.${randomBytes(12).toString('base64url')}`;
    return `${body}.${this.#sign(body)}`;
  }

  isKnownTo(token: string | undefined, personId: string): boolean {
    const end = token?.lastIndexOf('.') ?? -1;
    if (token === undefined || end === -1) return false;
    const body = token.slice(0, end);
    const expected = Buffer.from(this.#sign(body));
    const given = Buffer.from(token.slice(end + 1));
    const isOurs = given.length === expected.length && timingSafeEqual(given, expected);
    return isOurs && body.startsWith(`${personId}.`);
  }

  #sign(body: string): string {
    return this.#vault.lookup(`browser ${body}`);
  }
}
