import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import type {
  AccountRecord,
  ClickEvent,
  DocumentChange,
  EngineRecord,
  Failure,
  KeyRecord,
  NewEngine,
  NewJob,
  Store,
} from '../../../src/store/port.ts';
import type { FieldType, Schema } from '../../../src/values/types.ts';

/** What an adapter provides for the tests. */
export interface StoreUnderTest {
  /** A store with new data. */
  readonly store: Store;
  /** A second store on the same data, as another process would open it, without closing the first. */
  openShared(): Promise<Store>;
  /** A store with other new data. */
  openOther(): Promise<Store>;
}
/** `concurrency`: how many tests of a suite run at once, 1 by default. `skip`: why the suite cannot run here. */
export interface SuiteOptions {
  readonly concurrency?: number;
  readonly skip?: string | false;
}
export type StoreFactory = (t: TestContext) => Promise<StoreUnderTest>;

export const schemaOf = (fields: Record<string, FieldType>): Schema => new Map(Object.entries(fields));

export const account = (name: string, more: Partial<AccountRecord> = {}): AccountRecord => ({
  id: `account-${name}`,
  name,
  hostIdentifier: `host-${name}`,
  isDefault: false,
  createdAt: 1_700_000_000_123,
  ...more,
});

export const key = (name: string, more: Partial<KeyRecord> = {}): KeyRecord => ({
  accountId: 'account-a',
  name,
  kind: 'private',
  read: true,
  write: false,
  accessAllEngines: true,
  engines: null,
  lookup: `lookup of ${name}`,
  sealed: `sealed ${name}`,
  expiresAt: null,
  description: null,
  rateLimit: null,
  previous: null,
  ...more,
});

export const newEngine = (name: string, more: Partial<NewEngine> = {}): NewEngine => ({
  accountId: 'account-a',
  name,
  language: null,
  createSettings: {},
  createdAt: 1_700_000_000_456,
  ...more,
});

export const newJob = (engineId: number, more: Partial<NewJob> = {}): NewJob => ({
  engineId,
  state: 'running',
  before: schemaOf({ year: 'text' }),
  after: schemaOf({ year: 'number' }),
  changed: ['year'],
  added: [],
  sequence: 7,
  total: 3,
  startedAt: 1_700_000_000_789,
  finishedAt: null,
  ...more,
});

export const failure = (documentId: string, value = 'abc'): Failure => ({
  documentId,
  field: 'year',
  type: 'number',
  value,
  reason: `Value '${value}' is not a number`,
});

export const clickEvent: ClickEvent = {
  engineId: 1,
  time: 1_700_000_000_999,
  term: 'war',
  documentId: 'a',
  requestId: null,
  tags: [],
};

export const MB = 1024 * 1024;
export const documents = (...ids: string[]) => ids.map((id) => ({ id, json: `{"name":"${id}"}` }));
export const idsOf = (items: ReadonlyArray<{ readonly id: string }>): string[] => items.map(({ id }) => id);
export const ALL = { offset: 0, limit: 10_000 };

/** Creates an engine and returns its id. */
export const engineIn = async (store: Store, name = 'books', accountId = 'account-a'): Promise<number> =>
  (await store.transact('instance', ({ engines }) => engines.insert(newEngine(name, { accountId })))).id;

export const put = (store: Store, engine: number, ...ids: string[]): Promise<readonly DocumentChange[]> =>
  store.transact({ engine }, (tx) => tx.documents.put(engine, documents(...ids)));
export const remove = (store: Store, engine: number, ...ids: string[]): Promise<readonly DocumentChange[]> =>
  store.transact({ engine }, (tx) => tx.documents.delete(engine, ids));

export const engineRecord = async (store: Store, id: number): Promise<EngineRecord> => {
  const engine = await store.engines.byId(id);
  assert.ok(engine, `engine ${id} is there`);
  return engine;
};

/** Runs all pending tasks. */
export const pause = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

export interface Ids {
  readonly engine: number;
  readonly job: number;
}

/** A record of each kind, so that a change of any of them is noticed. */
export function furnished(store: Store): Promise<Ids> {
  return store.transact('instance', async (tx) => {
    await tx.instance.set('fact', 'old');
    await tx.accounts.insert(account('a', { isDefault: true }));
    await tx.keys.insert(key('first'));
    const { id: engine } = await tx.engines.insert(newEngine('books'));
    await tx.engines.setSchema(engine, schemaOf({ name: 'text' }));
    await tx.documents.put(engine, documents('a', 'b', 'c'));
    await tx.documents.delete(engine, ['c']);
    const { id: job } = await tx.jobs.insert(newJob(engine));
    await tx.jobs.addFailures(job, [failure('a')]);
    return { engine, job };
  });
}

export type Reads = Pick<Store, 'instance' | 'accounts' | 'keys' | 'engines' | 'documents' | 'jobs'>;

/** Everything that the readers return. */
export async function everything(reads: Reads, { engine, job }: Ids) {
  return {
    fact: await reads.instance.get('fact'),
    accounts: await reads.accounts.list(),
    keys: await reads.keys.page('account-a', ALL),
    engines: await reads.engines.all(),
    deleted: await reads.engines.deleted(),
    documents: await reads.documents.page(engine, ALL),
    changes: await reads.documents.changesSince(engine, 0, 1000),
    jobs: await reads.jobs.list(engine),
    failures: await reads.jobs.failures(job, ALL),
  };
}
