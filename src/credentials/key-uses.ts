import { PREVIOUS_USE } from '../store/key-port.ts';
import type { KeyUse, Store } from '../store/port.ts';

/** Resolution of the last use of a key, and how often uses are stored; in milliseconds. */
const RESOLUTION = 60_000;
/** How often values whose overlap is over are removed, in milliseconds. */
const FORGET_EVERY = 3_600_000;
/** Uses that wait to be stored before they are stored early. */
const MOST_WAITING = 10_000;

const nameOf = (accountId: string, name: string): string => `${accountId}/${name}`;

/** Under which uses of a key's previous value are recorded, in addition. No key has such a name. */
export const previousUseOf = (name: string): string => `${name}${PREVIOUS_USE}`;

/**
 * When each key was last used, to the minute. A request only notes its key in memory. Uses are stored once a minute in a
 * table of their own, so that the cached records of keys stay as they are. A crash loses the last minute.
 *
 * The timer is monotonic, so that a clock that is set back delays nothing: the last use is then an earlier time.
 */
export class KeyUses {
  readonly #store: Store;
  readonly #now: () => number;
  #waiting = new Map<string, KeyUse>();
  /** What is being stored. */
  #storing: ReadonlyMap<string, KeyUse> = new Map();
  #running: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;
  #forgetTimer: NodeJS.Timeout | undefined;

  constructor(store: Store, now: () => number) {
    this.#store = store;
    this.#now = now;
  }

  note(accountId: string, name: string, usesPrevious = false): void {
    this.#note(accountId, name);
    if (usesPrevious) this.#note(accountId, previousUseOf(name));
  }

  #note(accountId: string, name: string): void {
    const usedAt = Math.floor(this.#now() / RESOLUTION) * RESOLUTION;
    const key = nameOf(accountId, name);
    if (this.#waiting.get(key)?.usedAt === usedAt) return;
    this.#waiting.set(key, { accountId, name, usedAt });
    if (this.#waiting.size >= MOST_WAITING) void this.#flush();
  }

  /** Forgets a deleted key: a new one of that name has not been used. */
  forget(accountId: string, name: string): void {
    this.#waiting.delete(nameOf(accountId, name));
    this.forgetPreviousValue(accountId, name);
  }

  /** After a rotation the previous value is another one. */
  forgetPreviousValue(accountId: string, name: string): void {
    this.#waiting.delete(nameOf(accountId, previousUseOf(name)));
  }

  /** When keys and their previous values were last used, by name; without those that were not used. */
  async of(accountId: string, keys: readonly string[]): Promise<ReadonlyMap<string, number>> {
    const names = keys.flatMap((name) => [name, previousUseOf(name)]);
    const stored = await this.#store.keys.lastUses(accountId, names);
    const uses = names.map((name): readonly [string, number | undefined] => {
      const key = nameOf(accountId, name);
      const use = this.#waiting.get(key) ?? this.#storing.get(key);
      return [name, this.#latest(use?.usedAt, stored.get(name))];
    });
    return new Map(uses.filter((use): use is [string, number] => use[1] !== undefined));
  }

  /** Other nodes may have stored a later use. */
  #latest(here: number | undefined, stored: number | undefined): number | undefined {
    const isLater = this.#store.nodes !== undefined && stored !== undefined && stored > (here ?? 0);
    return isLater ? stored : (here ?? stored);
  }

  /** Stores uses every minute, until `close`. */
  async watch(): Promise<void> {
    this.#timer = setInterval(() => void this.#flush(), RESOLUTION).unref();
    this.#forgetTimer = setInterval(() => void this.#forgetPrevious(), FORGET_EVERY).unref();
    await this.#forgetPrevious();
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    clearInterval(this.#forgetTimer);
    await this.#running;
    await this.#flush();
  }

  async #flush(): Promise<void> {
    if (this.#running !== undefined || this.#waiting.size === 0) return;
    this.#storing = this.#waiting;
    this.#waiting = new Map();
    const uses = [...this.#storing.values()];
    this.#running = this.#store
      .transact('instance', ({ keys }) => keys.setLastUses(uses))
      .catch(() => {
        // For lack of space, say. The next minute tries again with what is known by then.
        for (const [key, use] of this.#storing) if (!this.#waiting.has(key)) this.#waiting.set(key, use);
      });
    await this.#running;
    this.#storing = new Map();
    this.#running = undefined;
  }

  /** A clock that is set back later must not make a value valid again whose overlap is long over. */
  async #forgetPrevious(): Promise<void> {
    const now = this.#now();
    await this.#store.transact('instance', ({ keys }) => keys.forgetPrevious(now)).catch(() => {});
  }
}
