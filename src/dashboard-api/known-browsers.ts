import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { Vault } from '../credentials/vault.ts';

/**
 * Marks of browsers in which a person has signed in before: a person, a random number, and a keyed hash of both.
 * A mark opens nothing. It only says that wrong passwords from elsewhere do not count against this browser, so that
 * somebody who guesses cannot make its owner wait.
 */
export class KnownBrowsers {
  readonly #vault: Vault;

  constructor(vault: Vault) {
    this.#vault = vault;
  }

  mark(personId: string): string {
    const body = `${personId}.${randomBytes(12).toString('base64url')}`;
    return `${body}.${this.#sign(body)}`;
  }

  isMarkOf(mark: string | undefined, personId: string): boolean {
    const end = mark?.lastIndexOf('.') ?? -1;
    if (mark === undefined || end === -1) return false;
    const body = mark.slice(0, end);
    const expected = Buffer.from(this.#sign(body));
    const given = Buffer.from(mark.slice(end + 1));
    const isOurs = given.length === expected.length && timingSafeEqual(given, expected);
    return isOurs && body.startsWith(`${personId}.`);
  }

  #sign(body: string): string {
    return this.#vault.lookup(`browser ${body}`);
  }
}
