import type { StoreReader } from '../port.ts';

/** Records that are kept at a time. Beyond that all are forgotten: a bound on memory, not on what is found. */
const MOST_KEPT = 1024;

/**
 * Answers from memory while nothing was committed. The number is asked for before the read: what is committed in
 * between makes it an old one, so that the next call reads again. What is not there is not kept, as strangers could
 * ask for it without end.
 */
class Remembered {
  readonly #revision: () => number | undefined;
  #known: number | undefined;
  readonly #records = new Map<string, unknown>();

  constructor(revision: () => number | undefined) {
    this.#revision = revision;
  }

  async get<T>(key: string, read: () => Promise<T | undefined>): Promise<T | undefined> {
    const revision = this.#revision();
    if (revision === undefined) return read();
    if (revision !== this.#known) {
      this.#known = revision;
      this.#records.clear();
    }
    const kept = this.#records.get(key) as T | undefined;
    if (kept !== undefined) return kept;
    const record = await read();
    if (record !== undefined && revision === this.#known) {
      if (this.#records.size >= MOST_KEPT) this.#records.clear();
      this.#records.set(key, record);
    }
    return record;
  }
}

/**
 * The reads that every request begins with (whose account, whose key, which engine), done again only after a commit.
 * A key that was deleted, here or by a command in another process, is gone with the next request all the same.
 */
export function remembered<R extends StoreReader>(reader: R, revision: () => number | undefined): R {
  const { accounts, keys, engines } = reader;
  const memory = new Remembered(revision);
  return {
    ...reader,
    accounts: {
      ...accounts,
      default: () => memory.get('account', accounts.default),
      byHostIdentifier: (identifier: string) =>
        memory.get(`host/${identifier}`, () => accounts.byHostIdentifier(identifier)),
    },
    keys: {
      ...keys,
      byLookup: (accountId: string, lookup: string) =>
        memory.get(`lookup/${accountId}/${lookup}`, () => keys.byLookup(accountId, lookup)),
      byName: (accountId: string, name: string) =>
        memory.get(`key/${accountId}/${name}`, () => keys.byName(accountId, name)),
    },
    engines: {
      ...engines,
      byName: (accountId: string, name: string) =>
        memory.get(`engine/${accountId}/${name}`, () => engines.byName(accountId, name)),
      byId: (id: number) => memory.get(`id/${id}`, () => engines.byId(id)),
    },
  };
}
