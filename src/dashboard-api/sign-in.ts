import type { OpenSession } from '../api/dashboard-route.ts';
import { texts } from '../error-texts.ts';
import { badInput, errors } from '../errors.ts';
import type { PersonRecord } from '../store/dashboard-port.ts';
import type { Store } from '../store/port.ts';
import { recordAction } from './audit.ts';
import { BoundedMutex } from './bounded-mutex.ts';
import type { FailedSignIns } from './failed-sign-ins.ts';
import type { KnownBrowsers } from './known-browsers.ts';
import type { OneTimeLinks } from './one-time-links.ts';
import { hashPassword, isPassword } from './password-hash.ts';
import { loginKey, passwordMessages } from './person-request.ts';
import { SignInThrottle } from './sign-in-throttle.ts';

/** Password checks that may be queued at a time. */
const MAX_QUEUED = 16;
/** Retry-After when the queue is full, in seconds. */
const QUEUE_FULL_WAIT = 5;
/** Failures per IP address before it is delayed, against one password tried on many names. An office shares one address. */
const FREE_PER_ADDRESS = 30;

/** No name or password is longer; a longer text would only fill the throttle's memory. */
const isPlausible = (value: unknown): value is string => typeof value === 'string' && value.length <= 1024;

interface Attempt {
  readonly bucket: string;
  /** The bucket of the whole IP address, for unknown browsers. */
  readonly addressBucket: string | undefined;
  readonly mutex: BoundedMutex;
}

/** Sign-in with a password, password changes, and password resets by link. */
export class PasswordSignIn {
  readonly #store: Store;
  readonly #links: OneTimeLinks;
  readonly #browsers: KnownBrowsers;
  readonly #failures: Pick<FailedSignIns, 'note'>;
  readonly #throttle = new SignInThrottle();
  /** One password check at a time each, so that a flood from unknown browsers does not delay known ones. */
  readonly #knownBrowsers = new BoundedMutex(MAX_QUEUED);
  readonly #unknownBrowsers = new BoundedMutex(MAX_QUEUED);

  constructor(
    store: Store,
    links: OneTimeLinks,
    browsers: KnownBrowsers,
    failures: Pick<FailedSignIns, 'note'>,
  ) {
    this.#store = store;
    this.#links = links;
    this.#browsers = browsers;
    this.#failures = failures;
  }

  /** The person with this name or email address and password; a refusal does not say which of the two is wrong. */
  async signIn(
    login: unknown,
    password: unknown,
    from: { readonly address: string; readonly browserToken: string | undefined },
  ): Promise<PersonRecord> {
    if (!isPlausible(login) || !isPlausible(password)) throw errors.signInRefused();
    const key = loginKey(login);
    const person = await this.#store.people.byLogin(key);
    const isKnown = person !== undefined && this.#browsers.isKnownTo(from.browserToken, person.id);
    const attempt: Attempt = isKnown
      ? { bucket: `browser ${from.browserToken}`, addressBucket: undefined, mutex: this.#knownBrowsers }
      : this.#unknownAttempt(key, from.address);
    if (!(await this.#check(attempt, password, person)) || person === undefined) {
      this.#failures.note(person, from.address);
      throw errors.signInRefused();
    }
    return person;
  }

  /** Whether a password is that of the person with a login key; counts as a sign-in from an unknown browser. */
  async isPasswordOf(
    key: string,
    password: string,
    person: PersonRecord | undefined,
    address: string,
  ): Promise<boolean> {
    if (!isPlausible(key) || !isPlausible(password)) return false;
    const isRight = await this.#check(this.#unknownAttempt(key, address), password, person);
    if (!isRight) this.#failures.note(person, address);
    return isRight;
  }

  #unknownAttempt(key: string, address: string): Attempt {
    return {
      bucket: `${key} from ${address}`,
      addressBucket: `address ${address}`,
      mutex: this.#unknownBrowsers,
    };
  }

  /** Whether a password is right; throws if earlier failures require a delay. */
  async #check(attempt: Attempt, password: string, person: PersonRecord | undefined): Promise<boolean> {
    const { bucket, addressBucket, mutex } = attempt;
    const wait = Math.max(
      this.#throttle.wait(bucket),
      addressBucket === undefined ? 0 : this.#throttle.wait(addressBucket),
    );
    if (wait > 0) throw errors.tooManyAttempts(wait);
    // Counted before the check, so that concurrent attempts do not all pass as the first.
    this.#throttle.fail(bucket);
    if (addressBucket !== undefined) this.#throttle.fail(addressBucket, FREE_PER_ADDRESS);
    const isRight = await mutex.run(() => isPassword(password, person?.password));
    if (isRight === undefined) throw errors.tooManyAttempts(QUEUE_FULL_WAIT);
    if (isRight) {
      this.#throttle.succeed(bucket);
      if (addressBucket !== undefined) this.#throttle.undoFailure(addressBucket);
    } else {
      this.#throttle.restart(bucket);
      if (addressBucket !== undefined) this.#throttle.restart(addressBucket);
    }
    return isRight;
  }

  /** Changes the password of the signed-in person and ends all sessions. */
  async changePassword({ person, record }: OpenSession, current: unknown, next: unknown): Promise<void> {
    const refusal = badInput({ password: passwordMessages(next, [person.name, person.email]) });
    if (refusal !== undefined) throw refusal;
    const attempt = { bucket: `session ${record.id}`, addressBucket: undefined, mutex: this.#knownBrowsers };
    const isRight = typeof current === 'string' && (await this.#check(attempt, current, person));
    if (!isRight) throw badInput({ current: [texts.passwordWrong] }) ?? errors.signInRefused();
    const password = await hashPassword(next as string);
    await this.#store.transact('instance', async (tx) => {
      await tx.people.setPassword(person.id, password);
      await tx.sessions.deleteAll(person.id);
      const action = { action: 'password.changed', subject: person.name } as const;
      await recordAction(tx, { person, accountId: null }, action);
    });
  }

  /** Sets a new password with a reset link and ends all sessions. */
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
      await recordAction(tx, { person, accountId: null }, { action: 'password.reset', subject: person.name });
    });
    return person;
  }
}
