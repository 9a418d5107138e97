import type { Caller } from '../api/caller.ts';
import { BoundedCache, textBytes } from '../caching/bounded-cache.ts';
import type { Vault } from '../credentials/vault.ts';
import type { PersonRecord } from '../store/dashboard-port.ts';
import type { AccountRecord, Store } from '../store/port.ts';
import type { People } from './people.ts';
import { loginKey } from './person-request.ts';
import type { PasswordSignIn } from './sign-in.ts';

/** How long right credentials are remembered after their last use, in milliseconds. */
const KEPT = 60_000;
const CACHE_BYTES = 256 * 1024;

/** The result of a password check. */
interface Checked {
  readonly isRight: boolean;
  /** The stored hash that it was checked against; null if nobody has the name. */
  readonly hash: string | null;
  readonly until: number;
}

/** Name and password of the credentials of HTTP Basic (RFC 7617); undefined if they are malformed. */
function parseCredentials(text: string): { readonly login: string; readonly password: string } | undefined {
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(text)) return undefined;
  const decoded = Buffer.from(text, 'base64').toString('utf8');
  const colon = decoded.indexOf(':');
  if (colon < 1) return undefined;
  return { login: decoded.slice(0, colon), password: decoded.slice(colon + 1) };
}

/**
 * HTTP Basic for owners of an account, in place of a key. Wrong passwords are delayed as at the dashboard's sign-in.
 *
 * A check takes a quarter of a second of a processor, so that right credentials are remembered by their keyed hash until
 * they were not used for a minute. Every request reads the person and the role again: a changed password, another role
 * or a removed person counts at once. Wrong credentials are remembered too, as long as there is space: to repeat them is
 * no further guess.
 */
export class BasicSignIn {
  readonly #store: Store;
  readonly #people: People;
  readonly #passwords: Pick<PasswordSignIn, 'isPasswordOf'>;
  readonly #vault: Vault;
  /** Monotonic milliseconds. */
  readonly #now: () => number;
  readonly #checked = new BoundedCache<string, Checked>({
    bytes: CACHE_BYTES,
    weigh: (key, { hash }) => textBytes(key) + textBytes(hash ?? '') + 64,
  });
  /** Checks that run, so that concurrent requests of one client count as one attempt. */
  readonly #running = new Map<string, Promise<boolean>>();

  constructor(
    store: Store,
    people: People,
    passwords: Pick<PasswordSignIn, 'isPasswordOf'>,
    vault: Vault,
    now: () => number = () => performance.now(),
  ) {
    this.#store = store;
    this.#people = people;
    this.#passwords = passwords;
    this.#vault = vault;
    this.#now = now;
  }

  /** The caller that credentials authenticate; undefined if they are not those of an owner of the account. */
  async authenticate(
    account: AccountRecord,
    credentials: string,
    address: string,
  ): Promise<Caller | undefined> {
    const parsed = parseCredentials(credentials);
    if (parsed === undefined) return undefined;
    const login = loginKey(parsed.login);
    const before = await this.#store.people.byLogin(login);
    if (!(await this.#isRight({ ...parsed, login }, before, address))) return undefined;
    // Read again: the check may have taken a while.
    const person = await this.#store.people.byLogin(login);
    if (person === undefined || person.password !== before?.password) return undefined;
    if ((await this.#people.roleIn(person, account)) !== 'owner') return undefined;
    return {
      account,
      kind: 'owner',
      keyName: person.name,
      read: true,
      write: true,
      engines: null,
      restrictions: null,
      rateLimit: null,
    };
  }

  async #isRight(
    { login, password }: { readonly login: string; readonly password: string },
    person: PersonRecord | undefined,
    address: string,
  ): Promise<boolean> {
    const hash = person?.password ?? null;
    const key = this.#vault.lookup(`basic ${login}:${password}`);
    const known = this.#checked.get(key);
    const keep = (isRight: boolean): boolean => {
      this.#checked.set(key, { isRight, hash, until: isRight ? this.#now() + KEPT : Infinity });
      return isRight;
    };
    if (known !== undefined && known.hash === hash) {
      const left = known.until - this.#now();
      if (left > KEPT / 2) return known.isRight;
      // Used again: right for this hash is right for as long as the hash is stored.
      if (left > 0) return keep(known.isRight);
    }
    const check = async (): Promise<boolean> =>
      keep(await this.#passwords.isPasswordOf(login, password, person, address));
    const attempt = `${key} ${hash}`;
    const running = this.#running.get(attempt) ?? check().finally(() => this.#running.delete(attempt));
    this.#running.set(attempt, running);
    return running;
  }
}
