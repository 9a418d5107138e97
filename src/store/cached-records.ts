import { BoundedCache, textBytes } from '../caching/bounded-cache.ts';
import type {
  AccountRecord,
  CachedKind,
  EngineRecord,
  KeyRecord,
  RevocationRecord,
  Store,
  StoredDocument,
} from './port.ts';

/** Bytes of the records kept of one kind. */
const BYTES = 2 * 1024 * 1024;

/** Bytes of a record without its lists, roughly. */
const RECORD = 600;

/** Looking for changes of other processes takes some 7 µs, and a request reads several records: milliseconds. */
const CHECK_EVERY = 1;

type CachedRecord = AccountRecord | KeyRecord | EngineRecord | readonly RevocationRecord[];

const recordBytes = (record: CachedRecord): number => {
  if ('length' in record) return RECORD * (1 + record.length);
  if ('schema' in record) {
    let bytes = RECORD + 8 * record.sources.length + textBytes(JSON.stringify(record.createSettings));
    for (const name of record.schema.keys()) bytes += 64 + textBytes(name);
    return bytes;
  }
  if (!('engines' in record)) return RECORD;
  const bytes = RECORD + textBytes(record.description ?? '') + (record.previous === null ? 0 : RECORD);
  return (record.engines ?? []).reduce((sum, name) => sum + textBytes(name), bytes);
};

/**
 * Records of one kind until the next notice about it. A record is kept only if no notice came while it was read: the
 * read may have begun before the commit. Lookups that find nothing are not kept, as strangers could fill the cache.
 */
class RecordCache<R extends CachedRecord> {
  readonly #records = new BoundedCache<string, R>({
    bytes: BYTES,
    weigh: (key, record) => textBytes(key) + recordBytes(record),
  });
  readonly #check: () => void;
  #notices = 0;

  constructor(check: () => void) {
    this.#check = check;
  }

  clear(): void {
    this.#notices++;
    this.#records.clear();
  }

  /** What is kept, whether or not it is current. */
  kept(key: string): R | undefined {
    return this.#records.get(key);
  }

  async get(key: string, read: () => Promise<R | undefined>): Promise<R | undefined> {
    this.#check();
    const kept = this.#records.get(key);
    if (kept !== undefined) return kept;
    const before = this.#notices;
    const record = await read();
    if (record !== undefined && before === this.#notices) this.#records.set(key, record);
    return record;
  }
}

/**
 * A store whose lookups of accounts, keys, revocations and engines, which every request begins with, are answered from
 * memory until a change notice says that they may have changed. Notices of some stores come later than the data itself, so
 * an engine's record is also dropped when a document turns out to be newer: its fields are in the schema that is read next.
 */
export function withCachedRecords(store: Store): Store {
  const { accounts, keys, revocations, engines, documents } = store;
  let checked = Number.NEGATIVE_INFINITY;
  const check = (): void => {
    const now = performance.now();
    if (now - checked < CHECK_EVERY) return;
    checked = now;
    store.checkForChanges?.();
    store.expireCopies?.();
  };
  const cached = {
    accounts: new RecordCache<AccountRecord>(check),
    keys: new RecordCache<KeyRecord>(check),
    revocations: new RecordCache<readonly RevocationRecord[]>(check),
    engines: new RecordCache<EngineRecord>(check),
  } satisfies Record<CachedKind, unknown>;
  /** A document that is newer than the record of its engine shows that the record is out of date. */
  const compare = (engineId: number, found: Iterable<StoredDocument>): void => {
    const record = cached.engines.kept(`id/${engineId}`);
    if (record === undefined) return;
    for (const { sequence } of found) {
      if (sequence <= record.sequence) continue;
      cached.engines.clear();
      return;
    }
  };
  const unsubscribe = store.subscribe(({ kinds }) => {
    for (const kind of kinds) cached[kind].clear();
  });
  return {
    ...store,
    accounts: {
      ...accounts,
      default: () => cached.accounts.get('default', accounts.default),
      byHostIdentifier: (identifier) =>
        cached.accounts.get(`host/${identifier}`, () => accounts.byHostIdentifier(identifier)),
    },
    keys: {
      ...keys,
      byLookup: (accountId, lookup) =>
        cached.keys.get(`lookup/${accountId}/${lookup}`, () => keys.byLookup(accountId, lookup)),
      byName: (accountId, name) =>
        cached.keys.get(`name/${accountId}/${name}`, () => keys.byName(accountId, name)),
    },
    revocations: {
      ...revocations,
      // Lists without a revocation are kept too: only tokens with a right signature are looked up.
      async matching(accountId, claims) {
        const key = JSON.stringify([accountId, claims.keyName, claims.sub, claims.jti]);
        const read = () => revocations.matching(accountId, claims);
        return (await cached.revocations.get(key, read)) ?? [];
      },
    },
    engines: {
      ...engines,
      byName: (accountId, name) =>
        cached.engines.get(`name/${accountId}/${name}`, () => engines.byName(accountId, name)),
      byId: (id) => cached.engines.get(`id/${id}`, () => engines.byId(id)),
    },
    documents: {
      ...documents,
      async byIds(engineId, ids, onDamaged) {
        const found = await documents.byIds(engineId, ids, onDamaged);
        compare(engineId, found.values());
        return found;
      },
      async page(engineId, range) {
        const found = await documents.page(engineId, range);
        compare(engineId, found);
        return found;
      },
    },
    close() {
      unsubscribe();
      return store.close();
    },
  };
}
