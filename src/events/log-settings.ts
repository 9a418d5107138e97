import type { Precondition, Store, StoreReader } from '../store/port.ts';
import type { RetentionSettings } from './retention.ts';

/** What is recorded of an account's engines. */
export interface RecordedKinds {
  /** Requests to the API. */
  readonly api: boolean;
  /** Searches and clicks. */
  readonly analytics: boolean;
}

/** The log settings of an account. */
export interface AccountLogSettings extends RecordedKinds {
  /** The days for which events are kept; null for as long as the instance keeps them, which is the maximum. */
  readonly apiDays: number | null;
  readonly analyticsDays: number | null;
}

const DEFAULTS: AccountLogSettings = { api: true, analytics: true, apiDays: null, analyticsDays: null };

/** The fact of the store that has the settings of all accounts that changed them, by account id. */
const FACT = 'log_settings';
/** Milliseconds until a change by another process is read. */
const RELOAD_AFTER = 500;
/** How often other nodes' changes are looked for, of which a store need not notify; in milliseconds. */
const RELOAD_EVERY = 2_000;

/** Earlier builds stored no days. */
type Settings = ReadonlyMap<string, Partial<AccountLogSettings>>;

/** The log settings of all accounts, in memory, as every request needs them. */
export class LogSettings {
  /** What the instance keeps. */
  readonly retention: RetentionSettings;
  readonly #store: Store;
  #settings: Settings = new Map();
  #unsubscribe: () => void = () => {};
  #timer: NodeJS.Timeout | undefined;
  #poll: NodeJS.Timeout | undefined;

  constructor(store: Store, retention: RetentionSettings) {
    this.#store = store;
    this.retention = retention;
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

  of(accountId: string): AccountLogSettings {
    return { ...DEFAULTS, ...this.#settings.get(accountId) };
  }

  /** As stored now, possibly by another process. */
  async read(accountId: string, { instance }: StoreReader = this.#store): Promise<AccountLogSettings> {
    return { ...DEFAULTS, ...parsed(await instance.get(FACT)).get(accountId) };
  }

  /** What is kept of an account's engines. */
  retentionOf(accountId: string): RetentionSettings {
    return keptBy(this.of(accountId), this.retention);
  }

  /** Changes the given settings, or restores the defaults if `change` is null. */
  async set(
    accountId: string,
    change: Partial<AccountLogSettings> | null,
    precondition?: Precondition,
  ): Promise<AccountLogSettings> {
    this.#settings = await this.#store.transact('instance', async (tx) => {
      await precondition?.(tx);
      const { instance } = tx;
      const settings = new Map(parsed(await instance.get(FACT)));
      if (change === null) settings.delete(accountId);
      else settings.set(accountId, { ...settings.get(accountId), ...change });
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

/** No account keeps more than the instance. */
export const keptBy = (
  { apiDays, analyticsDays }: AccountLogSettings,
  retention: RetentionSettings,
): RetentionSettings => ({
  ...retention,
  apiLogDays: Math.min(apiDays ?? retention.apiLogDays, retention.apiLogDays),
  analyticsDays: Math.min(analyticsDays ?? retention.analyticsDays, retention.analyticsDays),
});

const parsed = (json: string | undefined): Settings => new Map(Object.entries(JSON.parse(json ?? '{}')));
