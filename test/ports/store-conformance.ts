import assert from 'node:assert/strict';
import { suite, type TestContext, test } from 'node:test';
import { ApiError, errors } from '../../src/errors.ts';
import type {
  AccountRecord,
  ClickRecord,
  DocumentChange,
  EngineRecord,
  Failure,
  JobRecord,
  KeyRecord,
  NewEngine,
  NewJob,
  Store,
  StoreWriter,
} from '../../src/store/port.ts';
import type { FieldType, Schema } from '../../src/values/types.ts';
import { announcedSeed, Random } from '../support/seed.ts';

/** What an adapter gives to be tested: opens fresh data of its own, and opens the same data once more. */
export interface StoreUnderTest {
  readonly store: Store;
  /** A second store on the same data, as another process would open it, without closing the first. */
  openBeside(): Promise<Store>;
  /** A store on fresh data that may not take more than so many bytes. */
  openSmall(maxBytes: number): Promise<Store>;
}
export type StoreFactory = (t: TestContext) => Promise<StoreUnderTest>;

const schemaOf = (fields: Record<string, FieldType>): Schema => new Map(Object.entries(fields));

const account = (name: string, more: Partial<AccountRecord> = {}): AccountRecord => ({
  id: `account-${name}`,
  name,
  hostIdentifier: `host-${name}`,
  isDefault: false,
  createdAt: 1_700_000_000_123,
  ...more,
});

const key = (name: string, more: Partial<KeyRecord> = {}): KeyRecord => ({
  accountId: 'account-a',
  name,
  kind: 'private',
  read: true,
  write: false,
  accessAllEngines: true,
  engines: null,
  lookup: `lookup of ${name}`,
  sealed: `sealed ${name}`,
  ...more,
});

const newEngine = (name: string, more: Partial<NewEngine> = {}): NewEngine => ({
  accountId: 'account-a',
  name,
  language: null,
  createSettings: {},
  createdAt: 1_700_000_000_456,
  ...more,
});

const newJob = (engineId: number, more: Partial<NewJob> = {}): NewJob => ({
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

const failure = (documentId: string, value = 'abc'): Failure => ({
  documentId,
  field: 'year',
  type: 'number',
  value,
  reason: `Value '${value}' is not a number`,
});

const click: ClickRecord = {
  accountId: 'account-a',
  engineId: 1,
  query: 'war',
  documentId: 'a',
  requestId: null,
  tags: [],
  createdAt: 1_700_000_000_999,
};

const MB = 1024 * 1024;
const documents = (...ids: string[]) => ids.map((id) => ({ id, json: `{"name":"${id}"}` }));
const idsOf = (items: ReadonlyArray<{ readonly id: string }>): string[] => items.map(({ id }) => id);
const ALL = { offset: 0, limit: 10_000 };

/** Makes an engine and gives its number. */
const engineIn = async (store: Store, name = 'books', accountId = 'account-a'): Promise<number> =>
  (await store.transact('instance', ({ engines }) => engines.insert(newEngine(name, { accountId })))).id;

const put = (store: Store, engine: number, ...ids: string[]): Promise<readonly DocumentChange[]> =>
  store.transact({ engine }, (tx) => tx.documents.put(engine, documents(...ids)));
const remove = (store: Store, engine: number, ...ids: string[]): Promise<readonly DocumentChange[]> =>
  store.transact({ engine }, (tx) => tx.documents.delete(engine, ids));

const engineRecord = async (store: Store, id: number): Promise<EngineRecord> => {
  const engine = await store.engines.byId(id);
  assert.ok(engine, `engine ${id} is there`);
  return engine;
};

/** Lets everything that is ready to run do so. */
const pause = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Every promise of `src/store/port.ts`; run it for each adapter. */
export function storeConformance(adapter: string, make: StoreFactory): void {
  suite(`the store port on ${adapter}: revisions`, () => {
    test('the revision stays while nothing is committed', async (t) => {
      const { store } = await make(t);
      const engine = await engineIn(store);
      const before = store.revision();
      await store.engines.byId(engine);
      await assert.rejects(
        store.transact({ engine }, async (tx) => {
          await tx.documents.put(engine, documents('x'));
          throw new Error('no');
        }),
      );
      assert.equal(store.revision(), before);
    });

    test('a commit, here or by another process, makes a revision that never was', async (t) => {
      const { store, openBeside } = await make(t);
      const beside = await openBeside();
      const engine = await engineIn(store);
      const seen = new Set([store.revision()]);
      for (let i = 0; i < 10; i++) {
        await put(i % 2 === 0 ? store : beside, engine, `d${i}`);
        const revision = store.revision();
        assert.ok(revision === undefined || !seen.has(revision), `${revision} after ${[...seen]}`);
        seen.add(revision);
      }
    });

    test('what was read before is read again after a commit by another process', async (t) => {
      const { store, openBeside } = await make(t);
      const beside = await openBeside();
      await store.transact('instance', async (tx) => {
        await tx.accounts.insert(account('a', { isDefault: true }));
        await tx.keys.insert(key('k'));
      });
      const engine = await engineIn(store);
      const look = async () => ({
        key: (await store.keys.byLookup('account-a', 'lookup of k'))?.read,
        named: (await store.keys.byName('account-a', 'k'))?.read,
        count: (await store.engines.byName('account-a', 'books'))?.documentCount,
        known: (await store.engines.byId(engine))?.documentCount,
      });
      assert.deepEqual(await look(), { key: true, named: true, count: 0, known: 0 });
      await beside.transact('instance', async (tx) => {
        await tx.keys.update(key('k', { read: false }));
        await tx.documents.put(engine, documents('x'));
      });
      assert.deepEqual(await look(), { key: false, named: false, count: 1, known: 1 });
      await beside.transact('instance', async (tx) => {
        await tx.keys.delete('account-a', 'k');
        await tx.engines.delete(engine);
      });
      const gone = { key: undefined, named: undefined, count: undefined, known: undefined };
      assert.deepEqual(await look(), gone);
    });
  });

  suite(`the store port on ${adapter}: transactions`, () => {
    test('what a transaction did is there for others when its promise resolves', async (t) => {
      const { store, openBeside } = await make(t);
      const id = await store.transact('instance', async (tx) => {
        await tx.accounts.insert(account('a', { isDefault: true }));
        await tx.keys.insert(key('k'));
        const engine = await tx.engines.insert(newEngine('books'));
        await tx.documents.put(engine.id, documents('x', 'y'));
        return engine.id;
      });
      const beside = await openBeside();
      assert.deepEqual(await beside.accounts.default(), account('a', { isDefault: true }));
      assert.deepEqual(await beside.keys.byName('account-a', 'k'), key('k'));
      assert.equal((await engineRecord(beside, id)).documentCount, 2);
      assert.deepEqual(idsOf(await beside.documents.page(id, ALL)), ['x', 'y']);
    });

    test('a transaction gives what its work gives', async (t) => {
      const { store } = await make(t);
      assert.deepEqual(await store.transact('instance', async () => ({ answer: 42 })), { answer: 42 });
    });

    const writes: ReadonlyArray<readonly [string, (tx: StoreWriter, ids: Ids) => Promise<unknown>]> = [
      ['a fact about the instance', (tx) => tx.instance.set('fact', 'new')],
      ['an account', (tx) => tx.accounts.insert(account('c'))],
      ['a new key', (tx) => tx.keys.insert(key('second'))],
      ['a changed key', (tx) => tx.keys.update(key('first', { write: true }))],
      ['a deleted key', (tx) => tx.keys.delete('account-a', 'first')],
      ['a new engine', (tx) => tx.engines.insert(newEngine('films'))],
      ['a schema', (tx, { engine }) => tx.engines.setSchema(engine, schemaOf({ title: 'date' }))],
      ['a running job', (tx, { engine, job }) => tx.engines.setRunningJob(engine, job)],
      ['a deleted engine', (tx, { engine }) => tx.engines.delete(engine)],
      ['new and replaced documents', (tx, { engine }) => tx.documents.put(engine, documents('b', 'z'))],
      ['deleted documents', (tx, { engine }) => tx.documents.delete(engine, ['a', 'b'])],
      ['forgotten deletions', (tx, { engine }) => tx.documents.forgetDeletions(engine, 1000)],
      ['a new job', (tx, { engine }) => tx.jobs.insert(newJob(engine))],
      [
        'a changed job',
        (tx, { engine, job }) => tx.jobs.update({ ...newJob(engine), id: job, done: 2, failures: 1 }),
      ],
      ['failures', (tx, { job }) => tx.jobs.addFailures(job, [failure('b')])],
      ['failures taken back', (tx, { job }) => tx.jobs.removeFailures(job)],
      ['a deleted job', (tx, { job }) => tx.jobs.delete(job)],
    ];
    for (const [what, write] of writes) {
      test(`nothing of ${what} is left of a transaction that rejects`, async (t) => {
        const { store } = await make(t);
        const ids = await furnished(store);
        const before = await everything(store, ids);
        const reason = new Error('changed my mind');
        const attempt = store.transact('instance', async (tx) => {
          await write(tx, ids);
          assert.notDeepEqual(await everything(tx, ids), before, 'the transaction sees its own write');
          throw reason;
        });
        await assert.rejects(attempt, (error) => error === reason);
        assert.deepEqual(await everything(store, ids), before);
      });
    }

    test('a transaction that rejected does not hold up the next one', async (t) => {
      const { store } = await make(t);
      const attempts = [1, 2, 3].map((n) =>
        store.transact('instance', async ({ instance }) => {
          await instance.set(`fact ${n}`, 'set');
          if (n === 2) throw new Error('no');
        }),
      );
      const outcomes = await Promise.allSettled(attempts);
      assert.deepEqual(
        outcomes.map(({ status }) => status),
        ['fulfilled', 'rejected', 'fulfilled'],
      );
      assert.deepEqual(await Promise.all([1, 2, 3].map((n) => store.instance.get(`fact ${n}`))), [
        'set',
        undefined,
        'set',
      ]);
    });

    test('transactions run one after another: what one reads stays true until it ends', async (t) => {
      const { store } = await make(t);
      let inside = 0;
      const add = () =>
        store.transact('instance', async ({ instance }) => {
          inside++;
          assert.equal(inside, 1, 'no other transaction is under way');
          const count = Number((await instance.get('count')) ?? 0);
          await pause();
          await instance.set('count', String(count + 1));
          await pause();
          inside--;
        });
      await Promise.all(Array.from({ length: 40 }, add));
      assert.equal(await store.instance.get('count'), '40');
    });

    test('reads outside neither see an open transaction nor wait for it', { timeout: 30_000 }, async (t) => {
      const { store } = await make(t);
      const ids = await furnished(store);
      const before = await everything(store, ids);
      const { promise: maySucceed, resolve: letSucceed } = Promise.withResolvers<void>();
      const { promise: hasWritten, resolve: written } = Promise.withResolvers<void>();
      const open = store.transact('instance', async (tx) => {
        await tx.documents.put(ids.engine, documents('new'));
        await tx.engines.setSchema(ids.engine, schemaOf({ other: 'number' }));
        assert.deepEqual(idsOf(await tx.documents.page(ids.engine, ALL)), ['a', 'b', 'new']);
        written();
        await maySucceed;
      });
      await hasWritten;
      // Would never come back if it waited for the transaction.
      assert.deepEqual(await everything(store, ids), before);
      letSucceed();
      await open;
      assert.deepEqual(idsOf(await store.documents.page(ids.engine, ALL)), ['a', 'b', 'new']);
    });

    test('a read that begins after a commit sees it', async (t) => {
      const { store } = await make(t);
      for (let n = 0; n < 50; n++) {
        await store.transact('instance', ({ instance }) => instance.set('n', String(n)));
        assert.equal(await store.instance.get('n'), String(n));
      }
    });
  });

  suite(`the store port on ${adapter}: instance, accounts, keys`, () => {
    test('a fact about the instance is set, replaced and read; an unknown one is undefined', async (t) => {
      const { store } = await make(t);
      assert.equal(await store.instance.get('fact'), undefined);
      await store.transact('instance', ({ instance }) => instance.set('fact', 'one'));
      await store.transact('instance', ({ instance }) => instance.set('fact', 'two'));
      assert.equal(await store.instance.get('fact'), 'two');
    });

    test('the data has an identity: the same for all who open it, another for other data', async (t) => {
      const { store, openBeside, openSmall } = await make(t);
      assert.match(store.identity, /^[0-9a-f]{32}$/);
      assert.equal(await store.instance.get('identity'), store.identity);
      assert.equal((await openBeside()).identity, store.identity);
      assert.notEqual((await openSmall(64 * MB)).identity, store.identity);
    });

    test('an account is found by name, by host identifier and as the default', async (t) => {
      const { store } = await make(t);
      assert.equal(await store.accounts.default(), undefined);
      const [first, second] = [account('first', { isDefault: true }), account('second')];
      await store.transact('instance', async ({ accounts }) => {
        await accounts.insert(second);
        await accounts.insert(first);
      });
      assert.deepEqual(await store.accounts.default(), first);
      assert.deepEqual(await store.accounts.byName('second'), second);
      assert.deepEqual(await store.accounts.byHostIdentifier('host-second'), second);
      assert.equal(await store.accounts.byName('third'), undefined);
      assert.equal(await store.accounts.byHostIdentifier('host-third'), undefined);
      assert.deepEqual(await store.accounts.list(), [first, second]);
    });

    const shapes: readonly KeyRecord[] = [
      key('both', { read: true, write: true }),
      key('scoped', { read: false, write: true, accessAllEngines: false, engines: ['b', 'a'] }),
      key('named', { accessAllEngines: null, engines: ['a'] }),
      key('web', { kind: 'search', read: null, write: null }),
      key('root', { kind: 'admin', read: null, write: null, accessAllEngines: null }),
    ];
    for (const shape of shapes) {
      test(`the key ${shape.name} comes back as it was made`, async (t) => {
        const { store } = await make(t);
        await store.transact('instance', ({ keys }) => keys.insert(shape));
        assert.deepEqual(await store.keys.byName('account-a', shape.name), shape);
        assert.deepEqual(await store.keys.byLookup('account-a', shape.lookup), shape);
      });
    }

    test('a key of one account is unknown in another, and a name may be used in both', async (t) => {
      const { store } = await make(t);
      const [mine, theirs] = [key('k'), key('k', { accountId: 'account-b', sealed: 'theirs' })];
      await store.transact('instance', async ({ keys }) => {
        await keys.insert(mine);
        await keys.insert(theirs);
        await keys.insert(key('only-mine'));
      });
      assert.deepEqual(await store.keys.byName('account-b', 'k'), theirs);
      assert.equal(await store.keys.byName('account-b', 'only-mine'), undefined);
      assert.equal(await store.keys.byLookup('account-b', 'lookup of only-mine'), undefined);
      assert.deepEqual(await store.keys.page('account-b', ALL), { total: 1, results: [theirs] });
    });

    test('keys are listed ascending by name, capitals first, in pages with the length of the whole', async (t) => {
      const { store } = await make(t);
      for (const name of ['b', 'a-2', 'B', 'a', 'a1'])
        await store.transact('instance', ({ keys }) => keys.insert(key(name)));
      const names = async (offset: number, limit: number) => {
        const { total, results } = await store.keys.page('account-a', { offset, limit });
        assert.equal(total, 5);
        return results.map(({ name }) => name);
      };
      assert.deepEqual(await names(0, 100), ['B', 'a', 'a-2', 'a1', 'b']);
      assert.deepEqual(await names(2, 2), ['a-2', 'a1']);
      assert.deepEqual(await names(5, 2), []);
    });

    test('an update of a key replaces rights and scope, and keeps name, kind and secret', async (t) => {
      const { store } = await make(t);
      await store.transact('instance', ({ keys }) => keys.insert(key('k')));
      const asked = key('k', {
        kind: 'admin',
        read: false,
        write: true,
        accessAllEngines: null,
        engines: ['a'],
        lookup: 'another',
        sealed: 'another',
      });
      await store.transact('instance', ({ keys }) => keys.update(asked));
      const { kind, lookup, sealed } = key('k');
      assert.deepEqual(await store.keys.byName('account-a', 'k'), { ...asked, kind, lookup, sealed });
    });

    test('deleting a key says whether there was one', async (t) => {
      const { store } = await make(t);
      await store.transact('instance', ({ keys }) => keys.insert(key('k')));
      const deleted = (accountId: string) =>
        store.transact('instance', ({ keys }) => keys.delete(accountId, 'k'));
      assert.equal(await deleted('account-b'), false);
      assert.equal(await deleted('account-a'), true);
      assert.equal(await deleted('account-a'), false);
      assert.equal(await store.keys.byName('account-a', 'k'), undefined);
    });
  });

  suite(`the store port on ${adapter}: engines`, () => {
    test('a new engine is empty and comes back as it was made', async (t) => {
      const { store } = await make(t);
      const settings = { number_of_shards: 2, nested: { list: [1, null, 'ü'] } };
      const made = await store.transact('instance', ({ engines }) =>
        engines.insert(newEngine('books', { language: 'pt-br', createSettings: settings })),
      );
      assert.deepEqual(made, {
        ...newEngine('books', { language: 'pt-br', createSettings: settings }),
        id: made.id,
        schema: new Map(),
        documentCount: 0,
        sequence: 0,
        forgotten: 0,
        runningJob: null,
      });
      assert.deepEqual(await store.engines.byName('account-a', 'books'), made);
      assert.deepEqual(await store.engines.byId(made.id), made);
      assert.equal(await store.engines.byName('account-b', 'books'), undefined);
      assert.equal(await store.engines.byId(made.id + 1), undefined);
    });

    test('a schema keeps its fields in order, whatever they are called', async (t) => {
      const { store } = await make(t);
      const id = await engineIn(store);
      const schema = new Map<string, FieldType>([
        ['zebra', 'number'],
        ['constructor', 'date'],
        ['a', 'geolocation'],
        ['1a', 'text'],
      ]);
      await store.transact({ engine: id }, ({ engines }) => engines.setSchema(id, schema));
      assert.deepEqual([...(await engineRecord(store, id)).schema], [...schema]);
    });

    test('the running job of an engine is set and taken back', async (t) => {
      const { store } = await make(t);
      const id = await engineIn(store);
      await store.transact('instance', ({ engines }) => engines.setRunningJob(id, 12));
      assert.equal((await engineRecord(store, id)).runningJob, 12);
      await store.transact('instance', ({ engines }) => engines.setRunningJob(id, null));
      assert.equal((await engineRecord(store, id)).runningJob, null);
    });

    test('engines are listed ascending by name, within a scope, in pages with the length of the whole', async (t) => {
      const { store } = await make(t);
      for (const name of ['b', 'a-2', '1', 'a', 'a1']) await engineIn(store, name);
      await engineIn(store, 'elsewhere', 'account-b');
      const names = async (scope: readonly string[] | null, offset = 0, limit = 100) => {
        const { total, results } = await store.engines.page('account-a', scope, { offset, limit });
        return [total, results.map(({ name }) => name)];
      };
      assert.deepEqual(await names(null), [5, ['1', 'a', 'a-2', 'a1', 'b']]);
      assert.deepEqual(await names(null, 1, 2), [5, ['a', 'a-2']]);
      assert.deepEqual(await names(null, 5, 2), [5, []]);
      assert.deepEqual(await names(['b', 'a', 'elsewhere', 'nowhere']), [2, ['a', 'b']]);
      assert.deepEqual(await names([]), [0, []]);
    });

    test('all engines are those of every account', async (t) => {
      const { store } = await make(t);
      await engineIn(store, 'b');
      await engineIn(store, 'a', 'account-b');
      assert.deepEqual((await store.engines.all()).map(({ name }) => name).sort(), ['a', 'b']);
    });

    test('a deleted engine is hidden from every reader and its name is free at once', async (t) => {
      const { store } = await make(t);
      const old = await engineIn(store);
      await put(store, old, 'a', 'b');
      await store.transact({ engine: old }, ({ engines }) => engines.delete(old));
      assert.equal(await store.engines.byId(old), undefined);
      assert.equal(await store.engines.byName('account-a', 'books'), undefined);
      assert.deepEqual(await store.engines.all(), []);
      assert.deepEqual(await store.engines.page('account-a', null, ALL), { total: 0, results: [] });
      assert.deepEqual(await store.engines.deleted(), [old]);

      const fresh = await engineIn(store);
      assert.notEqual(fresh, old);
      assert.equal((await engineRecord(store, fresh)).documentCount, 0);
      assert.deepEqual(await store.documents.page(fresh, ALL), []);
      await store.transact({ engine: fresh }, ({ engines }) => engines.delete(fresh));
      assert.deepEqual([...(await store.engines.deleted())].sort(), [old, fresh].sort());
    });

    test('a purge removes a deleted engine bit by bit, and nothing else', async (t) => {
      const { store } = await make(t);
      const [gone, other] = [await engineIn(store, 'gone'), await engineIn(store, 'other')];
      for (const engine of [gone, other]) {
        await put(store, engine, 'a', 'b', 'c', 'd', 'e');
        await remove(store, engine, 'e');
      }
      const jobs = await store.transact('instance', async (tx) => {
        const made = [await tx.jobs.insert(newJob(gone)), await tx.jobs.insert(newJob(other))];
        for (const job of made) await tx.jobs.addFailures(job.id, [failure('a')]);
        return made.map((job) => job.id);
      });
      await store.transact({ engine: gone }, ({ engines }) => engines.delete(gone));

      const left: number[] = [];
      for (let isGone = false; !isGone; ) {
        isGone = await store.transact({ engine: gone }, ({ engines }) => engines.purge(gone, 3));
        left.push((await store.documents.page(gone, ALL)).length);
      }
      assert.equal(left[0], 1, 'the first purge removes as many as it was told');
      assert.ok(left.length <= 4, 'it comes to an end');
      assert.deepEqual(await store.engines.deleted(), []);
      assert.deepEqual(await store.documents.changesSince(gone, 0, 100), []);
      assert.deepEqual(await store.jobs.list(gone), []);
      assert.equal((await store.jobs.failures(jobs[0] as number, ALL)).total, 0);

      assert.deepEqual(idsOf(await store.documents.page(other, ALL)), ['a', 'b', 'c', 'd']);
      assert.equal((await store.documents.changesSince(other, 0, 100)).length, 5);
      assert.equal((await store.jobs.failures(jobs[1] as number, ALL)).total, 1);
    });

    test('a purge takes the records of deletions bit by bit too', async (t) => {
      const { store } = await make(t);
      const engine = await engineIn(store);
      const ids = Array.from({ length: 10 }, (_, i) => `d${i}`);
      await put(store, engine, ...ids);
      await remove(store, engine, ...ids);
      await store.transact({ engine }, ({ engines }) => engines.delete(engine));
      const left: number[] = [];
      for (let isGone = false; !isGone; ) {
        isGone = await store.transact({ engine }, ({ engines }) => engines.purge(engine, 4));
        left.push((await store.documents.changesSince(engine, 0, 100)).length);
      }
      assert.deepEqual(left, [6, 2, 0, 0]);
    });

    test('the number of a purged engine is never given out again', async (t) => {
      const { store } = await make(t);
      const gone = await engineIn(store);
      await store.transact({ engine: gone }, ({ engines }) => engines.delete(gone));
      assert.equal(await store.transact({ engine: gone }, ({ engines }) => engines.purge(gone, 10)), true);
      assert.ok((await engineIn(store)) > gone);
    });
  });

  suite(`the store port on ${adapter}: documents`, () => {
    test('documents are numbered in the given order and counted', async (t) => {
      const { store } = await make(t);
      const engine = await engineIn(store);
      const changes = await put(store, engine, 'b', 'a');
      assert.deepEqual(changes, [
        { id: 'b', sequence: 1, json: '{"name":"b"}' },
        { id: 'a', sequence: 2, json: '{"name":"a"}' },
      ]);
      const { documentCount, sequence } = await engineRecord(store, engine);
      assert.deepEqual({ documentCount, sequence }, { documentCount: 2, sequence: 2 });
    });

    test('a replaced document has a new number and the place of its first, and is not counted again', async (t) => {
      const { store } = await make(t);
      const engine = await engineIn(store);
      await put(store, engine, 'a', 'b');
      await put(store, engine, 'b');
      await store.transact({ engine }, (tx) => tx.documents.put(engine, [{ id: 'a', json: '{"new":1}' }]));
      assert.deepEqual(
        await store.documents.byIds(engine, ['a']),
        new Map([['a', { id: 'a', sequence: 4, position: 1, json: '{"new":1}' }]]),
      );
      assert.deepEqual(idsOf(await store.documents.page(engine, ALL)), ['a', 'b']);
      assert.equal((await engineRecord(store, engine)).documentCount, 2);
    });

    test('a document that was deleted and put again stands at the end', async (t) => {
      const { store } = await make(t);
      const engine = await engineIn(store);
      await put(store, engine, 'a', 'b');
      await remove(store, engine, 'a');
      await put(store, engine, 'a');
      assert.deepEqual(idsOf(await store.documents.page(engine, ALL)), ['b', 'a']);
    });

    test('deleting tells what was there, each once, and counts it', async (t) => {
      const { store } = await make(t);
      const engine = await engineIn(store);
      await put(store, engine, 'a', 'b', 'c');
      const changes = await remove(store, engine, 'c', 'nobody', 'a', 'c');
      assert.deepEqual(changes, [
        { id: 'c', sequence: 4, json: null },
        { id: 'a', sequence: 5, json: null },
      ]);
      assert.deepEqual(await remove(store, engine, 'a'), []);
      assert.deepEqual(await remove(store, engine), []);
      const { documentCount, sequence } = await engineRecord(store, engine);
      assert.deepEqual({ documentCount, sequence }, { documentCount: 1, sequence: 5 });
    });

    test('an empty put changes nothing', async (t) => {
      const { store } = await make(t);
      const engine = await engineIn(store);
      assert.deepEqual(await put(store, engine), []);
      assert.equal((await engineRecord(store, engine)).sequence, 0);
    });

    test('documents are read by ids; those that are not there are left out', async (t) => {
      const { store } = await make(t);
      const engine = await engineIn(store);
      await put(store, engine, 'a', 'b');
      assert.deepEqual([...(await store.documents.byIds(engine, ['b', 'x', 'a', 'b'])).keys()].sort(), [
        'a',
        'b',
      ]);
      assert.deepEqual(await store.documents.byIds(engine, []), new Map());
    });

    test('documents are measured without being read: numbers as of `byIds`, bytes as of UTF-8', async (t) => {
      const { store } = await make(t);
      const engine = await engineIn(store);
      const json = { a: '{}', b: '{"t":"ä😀 \\u0000"}', c: `{"t":"${'x'.repeat(100_000)}"}` };
      await store.transact('instance', (tx) =>
        tx.documents.put(
          engine,
          Object.entries(json).map(([id, text]) => ({ id, json: text })),
        ),
      );
      assert.deepEqual(
        await store.documents.sizesOf(engine, ['a', 'x', 'c', 'b', 'a']),
        new Map(
          Object.entries(json).map(([id, text], i) => [
            id,
            { sequence: i + 1, bytes: Buffer.byteLength(text) },
          ]),
        ),
      );
      assert.deepEqual(await store.documents.sizesOf(engine, []), new Map());
    });

    test('engines do not see each other’s documents', async (t) => {
      const { store } = await make(t);
      const [one, two] = [await engineIn(store, 'one'), await engineIn(store, 'two')];
      await put(store, one, 'a');
      await store.transact({ engine: two }, (tx) => tx.documents.put(two, [{ id: 'a', json: '{"of":2}' }]));
      await remove(store, two, 'a');
      assert.deepEqual(idsOf(await store.documents.page(one, ALL)), ['a']);
      assert.deepEqual(await store.documents.page(two, ALL), []);
      assert.equal((await engineRecord(store, one)).sequence, 1);
      assert.equal((await engineRecord(store, two)).sequence, 2);
    });

    test('pages and streams follow the order of first insertion', async (t) => {
      const { store } = await make(t);
      const engine = await engineIn(store);
      const ids = Array.from({ length: 25 }, (_, i) => `d${(i * 7) % 25}`);
      for (const id of ids) await put(store, engine, id);
      await put(store, engine, ids[3] as string);
      assert.deepEqual(idsOf(await store.documents.page(engine, { offset: 0, limit: 10 })), ids.slice(0, 10));
      assert.deepEqual(idsOf(await store.documents.page(engine, { offset: 20, limit: 10 })), ids.slice(20));
      assert.deepEqual(await store.documents.page(engine, { offset: 25, limit: 10 }), []);

      const streamed: string[] = [];
      for (let position = 0; ; ) {
        const page = await store.documents.after(engine, position, 4);
        const last = page.at(-1);
        if (last === undefined) break;
        assert.ok(page.length <= 4);
        streamed.push(...idsOf(page));
        position = last.position;
      }
      assert.deepEqual(streamed, ids);
    });

    test('ids are told apart by their code points, and JSON comes back to the letter', async (t) => {
      const { store } = await make(t);
      const engine = await engineIn(store);
      const ids = [
        'a',
        'A',
        'a ',
        ' a',
        'ä',
        'a\u0308',
        'ß',
        'ss',
        "a'b",
        'a"b',
        'a%',
        'a_',
        '😀',
        '1',
        '01',
        '\u{10ffff}',
      ];
      const json = '{"t":"\\u0000 😀 \\ud800 \' \\" %","n":1e400,"deep":{"b":1,"a":[null]}}';
      await store.transact('instance', (tx) =>
        tx.documents.put(
          engine,
          ids.map((id) => ({ id, json })),
        ),
      );
      assert.deepEqual(idsOf(await store.documents.page(engine, ALL)), ids);
      for (const id of ids) {
        const found = await store.documents.byIds(engine, [id]);
        assert.deepEqual([...found.keys()], [id]);
        assert.equal(found.get(id)?.json, json);
      }
    });

    test('a batch of the largest documents goes in whole', async (t) => {
      const { store } = await make(t);
      const engine = await engineIn(store);
      const json = JSON.stringify({ text: 'x'.repeat(102_000) });
      const ids = Array.from({ length: 100 }, (_, i) => `d${i}`);
      await store.transact('instance', (tx) =>
        tx.documents.put(
          engine,
          ids.map((id) => ({ id, json })),
        ),
      );
      const stored = await store.documents.page(engine, ALL);
      assert.deepEqual(idsOf(stored), ids);
      assert.ok(stored.every((document) => document.json === json));
    });

    test('changes come in order of their numbers, each document with its newest state only', async (t) => {
      const { store } = await make(t);
      const engine = await engineIn(store);
      await put(store, engine, 'a', 'b', 'c'); // 1 2 3
      await put(store, engine, 'a'); // 4
      await remove(store, engine, 'b'); // 5
      await remove(store, engine, 'c'); // 6
      await put(store, engine, 'c'); // 7
      await remove(store, engine, 'a'); // 8
      await put(store, engine, 'a'); // 9
      await remove(store, engine, 'a'); // 10
      const states = async (since: number) =>
        (await store.documents.changesSince(engine, since, 100)).map(
          ({ sequence, id, json }) => `${sequence} ${json === null ? '-' : '+'}${id}`,
        );
      assert.deepEqual(await states(0), ['5 -b', '7 +c', '10 -a']);
      assert.deepEqual(await states(5), ['7 +c', '10 -a']);
      assert.deepEqual(await states(9), ['10 -a']);
      assert.deepEqual(await states(10), []);
    });

    test('changes read page by page are the same as at once', async (t) => {
      const { store } = await make(t);
      const seed = announcedSeed('changes page by page');
      const random = new Random(seed);
      const engine = await engineIn(store);
      for (let n = 0; n < 60; n++) {
        const ids = [...new Set(Array.from({ length: 1 + random.below(4) }, () => `d${random.below(15)}`))];
        await (random.below(3) === 0 ? remove : put)(store, engine, ...ids);
      }
      const atOnce = await store.documents.changesSince(engine, 0, 10_000);
      const paged: DocumentChange[] = [];
      for (let from = 0; ; ) {
        const page = await store.documents.changesSince(engine, from, 3);
        const last = page.at(-1);
        if (last === undefined) break;
        assert.ok(page.length <= 3);
        paged.push(...page);
        from = last.sequence;
      }
      assert.deepEqual(paged, atOnce, `seed ${seed}`);
    });

    test('forgetting deletions takes those up to a number from the changes, and no document', async (t) => {
      const { store } = await make(t);
      const engine = await engineIn(store);
      await put(store, engine, 'a', 'b', 'c'); // 1 2 3
      await remove(store, engine, 'a'); // 4
      await remove(store, engine, 'b'); // 5
      await store.transact({ engine }, (tx) => tx.documents.forgetDeletions(engine, 4));
      const changes = await store.documents.changesSince(engine, 0, 100);
      assert.deepEqual(
        changes.map(({ sequence, id }) => [sequence, id]),
        [
          [3, 'c'],
          [5, 'b'],
        ],
      );
      assert.equal((await engineRecord(store, engine)).documentCount, 1);
    });

    test('an engine knows how far deletions are forgotten: never back, and never beyond its last change', async (t) => {
      const { store } = await make(t);
      const [engine, other] = [await engineIn(store, 'one'), await engineIn(store, 'two')];
      const forget = (upTo: number) =>
        store.transact({ engine }, ({ documents }) => documents.forgetDeletions(engine, upTo));
      assert.equal(await forget(10), 0);
      await put(store, engine, 'a', 'b', 'c'); // 1 2 3
      await remove(store, engine, 'a', 'b'); // 4 5
      assert.equal((await engineRecord(store, engine)).forgotten, 0, 'a deletion alone forgets nothing');
      assert.equal(await forget(4), 4);
      assert.equal(await forget(3), 4);
      assert.equal((await engineRecord(store, engine)).forgotten, 4);
      assert.equal(await forget(100), 5);
      assert.equal((await engineRecord(store, engine)).forgotten, 5);
      await remove(store, engine, 'c'); // 6
      assert.deepEqual(idsOf(await store.documents.changesSince(engine, 5, 10)), ['c']);
      assert.equal((await engineRecord(store, other)).forgotten, 0);
    });

    test('what a running job has to replay is not forgotten before it is over', async (t) => {
      const { store } = await make(t);
      const engine = await engineIn(store);
      await put(store, engine, 'a', 'b', 'c'); // 1 2 3
      await remove(store, engine, 'a'); // 4
      await store.transact('instance', async ({ engines, jobs }) => {
        const { id } = await jobs.insert(newJob(engine, { sequence: 4 }));
        await engines.setRunningJob(engine, id);
      });
      await remove(store, engine, 'b'); // 5
      const forget = () =>
        store.transact({ engine }, ({ documents }) => documents.forgetDeletions(engine, 5));
      assert.equal(await forget(), 4);
      assert.deepEqual(idsOf(await store.documents.changesSince(engine, 4, 10)), ['b']);
      await store.transact('instance', ({ engines }) => engines.setRunningJob(engine, null));
      assert.equal(await forget(), 5);
      assert.deepEqual(await store.documents.changesSince(engine, 3, 10), []);
    });

    test('every change has a number of its engine, without gaps in order of commit', async (t) => {
      const { store } = await make(t);
      const seed = announcedSeed('sequence numbers');
      const random = new Random(seed);
      const engines = [await engineIn(store, 'one'), await engineIn(store, 'two')] as const;
      const committed = new Map<number, number[]>(engines.map((engine) => [engine, []]));
      const change = async () => {
        const engine = random.pick(engines);
        const fails = random.below(4) === 0;
        const deletes = random.below(3) === 0;
        const ids = [...new Set(Array.from({ length: 1 + random.below(5) }, () => `d${random.below(20)}`))];
        try {
          await store.transact({ engine }, async (tx) => {
            const changes = await (deletes
              ? tx.documents.delete(engine, ids)
              : tx.documents.put(engine, documents(...ids)));
            await pause();
            if (fails) throw new Error('no');
            committed.get(engine)?.push(...changes.map(({ sequence }) => sequence));
          });
        } catch {
          assert.ok(fails, `seed ${seed}`);
        }
      };
      await Promise.all(Array.from({ length: 120 }, change));
      for (const [engine, numbers] of committed) {
        assert.deepEqual(
          numbers,
          numbers.map((_, i) => i + 1),
          `seed ${seed}`,
        );
        const record = await engineRecord(store, engine);
        assert.equal(record.sequence, numbers.length);
        assert.equal(record.documentCount, (await store.documents.page(engine, ALL)).length);
      }
    });

    test('who follows the changes while others write misses none', async (t) => {
      const { store } = await make(t);
      const engine = await engineIn(store);
      let isOver = false;
      const write = async () => {
        for (let n = 0; n < 100; n++) {
          await put(store, engine, `gone${n}`);
          await store.transact({ engine }, async (tx) => {
            await tx.documents.put(engine, documents(`kept${n}`));
            await tx.documents.delete(engine, [`gone${n}`]);
          });
        }
        isOver = true;
      };
      const follow = async (): Promise<string[]> => {
        const copy = new Set<string>();
        for (let from = 0; ; ) {
          const wasOver = isOver;
          const changes = await store.documents.changesSince(engine, from, 50);
          for (const { id, json } of changes) json === null ? copy.delete(id) : copy.add(id);
          from = changes.at(-1)?.sequence ?? from;
          if (wasOver && changes.length === 0) return [...copy];
          if (changes.length === 0) await pause();
        }
      };
      const [, ...copies] = await Promise.all([write(), ...Array.from({ length: 4 }, follow)]);
      const stored = idsOf(await store.documents.page(engine, ALL));
      for (const copy of copies) assert.deepEqual(copy, stored);
    });
  });

  suite(`the store port on ${adapter}: room`, () => {
    const withoutRoom: ReadonlyArray<readonly [string, (tx: StoreWriter) => Promise<unknown>]> = [
      ['documents', (tx) => tx.documents.put(1, documents('new'))],
      ['an engine', (tx) => tx.engines.insert(newEngine('films'))],
      ['a key', (tx) => tx.keys.insert(key('second'))],
      ['an account', (tx) => tx.accounts.insert(account('c'))],
      ['a reindex job', (tx) => tx.jobs.insert(newJob(1))],
      ['a click', (tx) => tx.clicks.insert({ ...click, engineId: 1 })],
    ];
    for (const [what, write] of withoutRoom) {
      test(`the reserve is not for ${what}: refused, and nothing of the transaction is there`, async (t) => {
        const store = await (await make(t)).openSmall(4 * MB);
        const attempt = store.transact('instance', async (tx) => {
          await tx.instance.set('fact', 'new');
          await write(tx);
        });
        await assert.rejects(attempt, assertFull);
        assert.equal(await store.instance.get('fact'), undefined);
        await assert.rejects(store.admit(0), assertFull);
      });
    }

    test('what frees room has a reserve to live on, and then writes go on', async (t) => {
      const store = await (await make(t)).openSmall(48 * MB);
      await store.admit(1 * MB);
      const engine = await engineIn(store);
      let megabytes = 0;
      while (await putMegabyte(store, engine, `m${megabytes}`)) megabytes++;
      assert.ok(megabytes > 4, `${megabytes} MB are there`);
      await assert.rejects(store.admit(1 * MB), assertFull);
      assert.equal((await engineRecord(store, engine)).documentCount, megabytes * 10);
      assert.equal((await store.documents.page(engine, ALL)).length, megabytes * 10);

      const ids = idsOf(await store.documents.page(engine, { offset: 0, limit: megabytes * 5 }));
      await remove(store, engine, ...ids);
      await store.admit(1 * MB);
      assert.ok(await putMegabyte(store, engine, 'later'));
      assert.equal((await engineRecord(store, engine)).documentCount, megabytes * 5 + 10);
    });

    test('a transaction that the disk does not take leaves nothing, and reads and the next one go on', async (t) => {
      const store = await (await make(t)).openSmall(2 * MB);
      await store.transact('instance', ({ instance }) => instance.set('fact', 'kept'));
      const attempt = store.transact('instance', async ({ instance }) => {
        for (let n = 0; n < 100; n++) await instance.set(`large ${n}`, 'x'.repeat(100_000));
      });
      await assert.rejects(attempt, assertFull);
      assert.equal(await store.instance.get('large 0'), undefined);
      assert.equal(await store.instance.get('fact'), 'kept');
      await store.transact('instance', ({ instance }) => instance.set('fact', 'new'));
      assert.equal(await store.instance.get('fact'), 'new');
    });
  });

  suite(`the store port on ${adapter}: reindex jobs`, () => {
    test('a new job begins at nothing and comes back as it was made', async (t) => {
      const { store } = await make(t);
      const engine = await engineIn(store);
      const asked = newJob(engine, {
        before: new Map([
          ['zebra', 'text'],
          ['constructor', 'number'],
        ]),
        after: new Map([
          ['zebra', 'date'],
          ['constructor', 'number'],
          ['new_one', 'geolocation'],
        ]),
        changed: ['zebra'],
        added: ['new_one'],
      });
      const made = await store.transact('instance', ({ jobs }) => jobs.insert(asked));
      assert.deepEqual(made, { ...asked, id: made.id, done: 0, failures: 0 });
      assert.deepEqual(await store.jobs.byId(engine, made.id), made);
      assert.equal(await store.jobs.byId(engine + 1, made.id), undefined);
      assert.deepEqual([...made.after.keys()], ['zebra', 'constructor', 'new_one']);
    });

    test('jobs of an engine are listed newest first', async (t) => {
      const { store } = await make(t);
      const [one, two] = [await engineIn(store, 'one'), await engineIn(store, 'two')];
      const made: number[] = [];
      for (const engine of [one, two, one, one]) {
        made.push((await store.transact('instance', ({ jobs }) => jobs.insert(newJob(engine)))).id);
      }
      assert.deepEqual(
        (await store.jobs.list(one)).map(({ id }) => id),
        [made[3], made[2], made[0]],
      );
    });

    test('an update of a job replaces state, counts and end, and nothing else', async (t) => {
      const { store } = await make(t);
      const engine = await engineIn(store);
      const made = await store.transact('instance', ({ jobs }) => jobs.insert(newJob(engine)));
      const news = {
        state: 'finished',
        total: 5,
        done: 4,
        failures: 2,
        finishedAt: 1_700_000_001_000,
      } as const;
      const asked: JobRecord = {
        ...made,
        ...news,
        before: new Map(),
        after: new Map(),
        changed: [],
        startedAt: 1,
      };
      await store.transact('instance', ({ jobs }) => jobs.update(asked));
      assert.deepEqual(await store.jobs.byId(engine, made.id), { ...made, ...news });
    });

    const withFailures = async (store: Store, ...ids: string[]): Promise<number> => {
      const engine = await engineIn(store);
      return store.transact('instance', async ({ jobs }) => {
        const { id } = await jobs.insert(newJob(engine));
        await jobs.addFailures(
          id,
          ids.map((documentId) => failure(documentId)),
        );
        return id;
      });
    };
    const failing = async (store: Store, job: number, window = ALL) => {
      const { total, results } = await store.jobs.failures(job, window);
      return [total, ...results.map(({ documentId }) => documentId)];
    };

    test('failures are kept in order, in pages with the length of the whole', async (t) => {
      const { store } = await make(t);
      const job = await withFailures(store, 'c', 'a');
      await store.transact('instance', ({ jobs }) => jobs.addFailures(job, [failure('b', '😀 "x"\n')]));
      await store.transact('instance', ({ jobs }) => jobs.addFailures(job, []));
      assert.deepEqual(await failing(store, job), [3, 'c', 'a', 'b']);
      assert.deepEqual(await failing(store, job, { offset: 1, limit: 1 }), [3, 'a']);
      assert.deepEqual(await failing(store, job, { offset: 3, limit: 1 }), [3]);
      assert.deepEqual((await store.jobs.failures(job, { offset: 2, limit: 1 })).results, [
        failure('b', '😀 "x"\n'),
      ]);
    });

    test('any number of failures can be added at once', async (t) => {
      const { store } = await make(t);
      const ids = Array.from({ length: 12_001 }, (_, i) => `d${i}`);
      const job = await withFailures(store, ...ids);
      assert.deepEqual(await failing(store, job, { offset: 0, limit: 20_000 }), [12_001, ...ids]);
    });

    test('failures of some documents are taken back, or all of them, of one job only', async (t) => {
      const { store } = await make(t);
      const job = await withFailures(store, 'a', 'b', 'a', 'c');
      const other = (await store.transact('instance', ({ jobs }) => jobs.insert(newJob(1)))).id;
      await store.transact('instance', ({ jobs }) => jobs.addFailures(other, [failure('a')]));
      const count = (id: number) => store.transact('instance', ({ jobs }) => jobs.countFailures(id));

      await store.transact('instance', ({ jobs }) => jobs.removeFailures(job, []));
      assert.equal(await count(job), 4);
      await store.transact('instance', ({ jobs }) => jobs.removeFailures(job, ['a', 'nobody']));
      assert.deepEqual(await failing(store, job), [2, 'b', 'c']);
      await store.transact('instance', ({ jobs }) => jobs.removeFailures(job));
      assert.equal(await count(job), 0);
      assert.equal(await count(other), 1);
    });

    test('a deleted job is gone with its failures', async (t) => {
      const { store } = await make(t);
      const job = await withFailures(store, 'a');
      await store.transact('instance', ({ jobs }) => jobs.delete(job));
      assert.equal(await store.jobs.byId(1, job), undefined);
      assert.deepEqual(await failing(store, job), [0]);
    });
  });
}

/** Puts a megabyte of documents, and tells whether there was room for it. */
async function putMegabyte(store: Store, engine: number, name: string): Promise<boolean> {
  const json = JSON.stringify({ text: 'x'.repeat(102_000) });
  const batch = Array.from({ length: 10 }, (_, i) => ({ id: `${name}-${i}`, json }));
  try {
    await store.transact({ engine }, (tx) => tx.documents.put(engine, batch));
    return true;
  } catch (error) {
    assertFull(error);
    return false;
  }
}

function assertFull(error: unknown): true {
  assert.ok(error instanceof ApiError, String(error));
  assert.equal(error.status, 507);
  assert.deepEqual(error.body, errors.diskFull().body);
  return true;
}

interface Ids {
  readonly engine: number;
  readonly job: number;
}

/** Something of each kind, so that a change of any of it shows. */
function furnished(store: Store): Promise<Ids> {
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

type Reads = Pick<Store, 'instance' | 'accounts' | 'keys' | 'engines' | 'documents' | 'jobs'>;

/** All that the readers tell. */
async function everything(reads: Reads, { engine, job }: Ids) {
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
