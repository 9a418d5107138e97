import type { Store } from '../store/port.ts';

/** What is recorded of an account's engines. */
export interface RecordedKinds {
  /** Requests to the API. */
  readonly api: boolean;
  /** Searches and clicks. */
  readonly analytics: boolean;
}

export const RECORDED_BY_DEFAULT: RecordedKinds = { api: true, analytics: true };

/** The fact of the store that has the settings of all accounts that changed them, by account id. */
const FACT = 'log_settings';
/** Milliseconds until a change by another process is read. */
const RELOAD_AFTER = 500;
/** How often other nodes' changes are looked for, of which a store need not notify; in milliseconds. */
const RELOAD_EVERY = 2_000;

type Settings = ReadonlyMap<string, RecordedKinds>;

/** The log settings of all accounts, in memory, as every request needs them. */
export class LogSettings {
  readonly #store: Store;
  #settings: Settings = new Map();
  #unsubscribe: () => void = () => {};
  #timer: NodeJS.Timeout | undefined;
  #poll: NodeJS.Timeout | undefined;

  constructor(store: Store) {
    this.#store = store;
  }

  /** Reads the settings, now and after changes of other processes. */
  async load(): Promise<void> {
    this.close();
    this.#unsubscribe = this.#store.subscribe(() => {
      this.#timer ??= setTimeout(() => void this.#reload(), RELOAD_AFTER).unref();
    });
    if (this.#store.nodes !== undefined) {
      this.#poll = setInterval(() => void this.#reload(), RELOAD_EVERY).unref();
    }
    this.#settings = parsed(await this.#store.instance.get(FACT));
  }

  of(accountId: string): RecordedKinds {
    return this.#settings.get(accountId) ?? RECORDED_BY_DEFAULT;
  }

  /** Changes the given settings, or restores the defaults if `change` is null. */
  async set(accountId: string, change: Partial<RecordedKinds> | null): Promise<RecordedKinds> {
    this.#settings = await this.#store.transact('instance', async ({ instance }) => {
      const settings = new Map(parsed(await instance.get(FACT)));
      if (change === null) settings.delete(accountId);
      else settings.set(accountId, { ...(settings.get(accountId) ?? RECORDED_BY_DEFAULT), ...change });
      await instance.set(FACT, JSON.stringify(Object.fromEntries(settings)));
      return settings;
    });
    return this.of(accountId);
  }

  close(): void {
    clearTimeout(this.#timer);
    clearInterval(this.#poll);
    this.#unsubscribe();
  }

  async #reload(): Promise<void> {
    this.#timer = undefined;
    try {
      this.#settings = parsed(await this.#store.instance.get(FACT));
    } catch {
      // The store may be closing. The known settings stay in effect.
    }
  }
}

const parsed = (json: string | undefined): Settings => new Map(Object.entries(JSON.parse(json ?? '{}')));
