import type { OpenSession } from '../api/dashboard-route.ts';
import { badInput, errors, texts } from '../errors.ts';
import type { PersonRecord } from '../store/dashboard-port.ts';
import type { Store } from '../store/port.ts';
import { note } from './audit.ts';
import { Turnstile } from './bounded-mutex.ts';
import type { KnownBrowsers } from './known-browsers.ts';
import type { Links } from './one-time-links.ts';
import { hashPassword, isPassword } from './password-hash.ts';
import { loginKey, passwordMessages } from './person-request.ts';
import { Attempts } from './sign-in-throttle.ts';

/** Attempts that may wait for one check of a password each. */
const MOST_WAITING = 16;
/** What one is asked to wait when they do, in seconds. */
const WAIT_WHEN_CROWDED = 5;
/** What one address may fail at before it waits, for those who try one password on many names: an office shares one. */
const FREE_PER_ADDRESS = 30;

/** Nothing that anybody is called, or has as a password, is longer: it would only fill the memory. */
const isPlausible = (value: unknown): value is string => typeof value === 'string' && value.length <= 1024;

interface Try {
  readonly bucket: string;
  /** The bucket of the address as a whole, for strangers. */
  readonly place: string | undefined;
  readonly lane: Turnstile;
}

/** Passwords: signing in, changing one, and getting a new one by a link. */
export class Entrance {
  readonly #store: Store;
  readonly #links: Links;
  readonly #browsers: KnownBrowsers;
  readonly #attempts: Attempts;
  /** One check at a time each: a crowd of strangers slows strangers down, and nobody else. */
  readonly #known = new Turnstile(MOST_WAITING);
  readonly #strangers = new Turnstile(MOST_WAITING);

  constructor(store: Store, links: Links, browsers: KnownBrowsers, attempts = new Attempts()) {
    this.#store = store;
    this.#links = links;
    this.#browsers = browsers;
    this.#attempts = attempts;
  }

  /** The person of a name or address and a password; refused without saying which of them is wrong. */
  async signIn(
    login: unknown,
    password: unknown,
    from: { readonly address: string; readonly mark: string | undefined },
  ): Promise<PersonRecord> {
    if (!isPlausible(login) || !isPlausible(password)) throw errors.signInRefused();
    const key = loginKey(login);
    const person = await this.#store.people.byLogin(key);
    const isKnown = person !== undefined && this.#browsers.isMarkOf(from.mark, person.id);
    const attempt: Try = isKnown
      ? { bucket: `browser ${from.mark}`, place: undefined, lane: this.#known }
      : {
          bucket: `${key} from ${from.address}`,
          place: `address ${from.address}`,
          lane: this.#strangers,
        };
    if (!(await this.#check(attempt, password, person)) || person === undefined) throw errors.signInRefused();
    return person;
  }

  /** Whether a password is right, at the pace that earlier attempts have left. */
  async #check(attempt: Try, password: string, person: PersonRecord | undefined): Promise<boolean> {
    const { bucket, place, lane } = attempt;
    const wait = Math.max(this.#attempts.wait(bucket), place === undefined ? 0 : this.#attempts.wait(place));
    if (wait > 0) throw errors.tooManyAttempts(wait);
    // Counted before the answer is known: attempts side by side must not all pass as the first.
    this.#attempts.fail(bucket);
    if (place !== undefined) this.#attempts.fail(place, FREE_PER_ADDRESS);
    const isRight = await lane.pass(() => isPassword(password, person?.password));
    if (isRight === undefined) throw errors.tooManyAttempts(WAIT_WHEN_CROWDED);
    if (isRight) {
      this.#attempts.succeed(bucket);
      if (place !== undefined) this.#attempts.takeBack(place);
    } else {
      this.#attempts.restart(bucket);
      if (place !== undefined) this.#attempts.restart(place);
    }
    return isRight;
  }

  /** Changes one's own password; every other session ends. */
  async changePassword({ person, record }: OpenSession, current: unknown, next: unknown): Promise<void> {
    const refusal = badInput({ password: passwordMessages(next, [person.name, person.email]) });
    if (refusal !== undefined) throw refusal;
    const attempt = { bucket: `session ${record.id}`, place: undefined, lane: this.#known };
    const isRight = typeof current === 'string' && (await this.#check(attempt, current, person));
    if (!isRight) throw badInput({ current: [texts.passwordWrong] }) ?? errors.signInRefused();
    const password = await hashPassword(next as string);
    await this.#store.transact('instance', async (tx) => {
      await tx.people.setPassword(person.id, password);
      await tx.sessions.deleteAll(person.id);
      const deed = { action: 'password.changed', subject: person.name } as const;
      await note(tx, { person, accountId: null }, deed);
    });
  }

  /** A new password by a link; all sessions end. */
  async reset(token: unknown, next: unknown): Promise<PersonRecord> {
    const person = await this.#store.people.byId(
      (await this.#links.find(this.#store, token, 'reset')).personId ?? '',
    );
    if (person === undefined) throw errors.linkUnknown();
    const refusal = badInput({ password: passwordMessages(next, [person.name, person.email]) });
    if (refusal !== undefined) throw refusal;
    const password = await hashPassword(next as string);
    await this.#store.transact('instance', async (tx) => {
      await this.#links.use(tx, token, 'reset');
      await tx.people.setPassword(person.id, password);
      await tx.sessions.deleteAll(person.id);
      await note(tx, { person, accountId: null }, { action: 'password.reset', subject: person.name });
    });
    return person;
  }
}
