import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { JobRecord, Store, StoreWriter } from '../../../src/store/port.ts';
import { until } from '../../support/until.ts';
import { ALL, engineIn, failure, newJob, type StoreFactory, type SuiteOptions } from './fixtures.ts';

export function jobSuite(adapter: string, make: StoreFactory, options: SuiteOptions): void {
  suite(`the store port on ${adapter}: reindex jobs`, options, () => {
    test('a new job has no progress and is read as it was created', async (t) => {
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

    test('an update of a job replaces only state, counts and end', async (t) => {
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

    test('what a job has built is on record until it is replaced, or withdrawn by the last claim', async (t) => {
      const { store } = await make(t);
      const engine = await engineIn(store);
      const made = await store.transact('instance', ({ jobs }) => jobs.insert(newJob(engine)));
      const built = { generation: 'g-1', position: 9_000_000_000 };
      const work = <T>(run: (jobs: StoreWriter['jobs']) => Promise<T>) =>
        store.transact({ engine }, ({ jobs }) => run(jobs));
      const recorded = async () => (await store.jobs.byId(engine, made.id))?.built;
      await work((jobs) => jobs.update({ ...made, built }));
      assert.deepEqual(await store.jobs.byId(engine, made.id), { ...made, built });
      await work((jobs) => jobs.update(made));
      assert.equal(await recorded(), undefined);
      await work((jobs) => jobs.update({ ...made, built }));
      for (let claims = 0; claims < 2; claims++) await work((jobs) => jobs.claim(made.id, 'a', 1000));
      assert.equal(await work((jobs) => jobs.withdrawBuilt(made.id, 1)), false);
      assert.deepEqual(await recorded(), built);
      assert.equal(await work((jobs) => jobs.withdrawBuilt(made.id, 2)), true);
      assert.equal(await recorded(), undefined);
      assert.equal(await work((jobs) => jobs.withdrawBuilt(made.id + 1, 2)), false);
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

    test('failures are listed in order, in pages with the total', async (t) => {
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

    test('failures of some or all documents are removed, of one job only', async (t) => {
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

    test('a job is deleted with its failures', async (t) => {
      const { store } = await make(t);
      const job = await withFailures(store, 'a');
      await store.transact('instance', ({ jobs }) => jobs.delete(job));
      assert.equal(await store.jobs.byId(1, job), undefined);
      assert.deepEqual(await failing(store, job), [0]);
    });
  });

  suite(`the store port on ${adapter}: leases of jobs`, options, () => {
    const LONG = 3_600_000;
    const runningJob = async (store: Store) => {
      const engine = await engineIn(store);
      const job = await store.transact({ engine }, async (tx) => {
        const { id } = await tx.jobs.insert(newJob(engine));
        await tx.engines.setRunningJob(engine, id);
        return id;
      });
      const claim = (owner: string, milliseconds = LONG) =>
        store.transact({ engine }, ({ jobs }) => jobs.claim(job, owner, milliseconds));
      const renew = (fence: number, milliseconds = LONG) =>
        store.transact({ engine }, ({ jobs }) => jobs.renew(job, fence, milliseconds));
      return { engine, job, claim, renew };
    };

    test('running jobs are listed, but not those of deleted engines and finished ones', async (t) => {
      const { store } = await make(t);
      const engines = [
        await engineIn(store, 'one'),
        await engineIn(store, 'two'),
        await engineIn(store, 'three'),
      ];
      const jobs: number[] = [];
      for (const engine of engines) {
        const { id } = await store.transact({ engine }, async (tx) => {
          const made = await tx.jobs.insert(newJob(engine));
          await tx.engines.setRunningJob(engine, made.id);
          return made;
        });
        jobs.push(id);
      }
      const running = async () => (await store.jobs.running()).map(({ id }) => id);
      assert.deepEqual(await running(), jobs);
      const [one, two] = engines as [number, number];
      await store.transact({ engine: one }, (tx) => tx.engines.delete(one));
      await store.transact({ engine: two }, async (tx) => {
        await tx.jobs.update({
          ...newJob(two),
          id: jobs[1] as number,
          done: 0,
          failures: 0,
          state: 'finished',
        });
        await tx.engines.setRunningJob(two, null);
      });
      assert.deepEqual(await running(), [jobs[2]]);
    });

    test('one owner holds a job; another can claim it after the lease has expired or was released', async (t) => {
      const { store } = await make(t);
      const { engine, job, claim } = await runningJob(store);
      assert.equal(await claim('a', 50), 1);
      await until('the lease expires', async () => (await claim('b', LONG)) === 2);
      assert.equal(await claim('a'), undefined);
      await store.transact({ engine }, ({ jobs }) => jobs.release(job, 1));
      assert.equal(await claim('a'), undefined, 'a lease is released by its holder only');
      await store.transact({ engine }, ({ jobs }) => jobs.release(job, 2));
      assert.equal(await claim('a'), 3);
    });

    test('the holders of leases are listed until these expire or are released', async (t) => {
      const { store } = await make(t);
      const { engine, job, claim } = await runningJob(store);
      const holders = async () => [...(await store.jobs.holders())];
      assert.deepEqual(await holders(), []);
      await claim('a', 50);
      await until('the lease expires', async () => (await claim('b')) === 2);
      assert.deepEqual(await holders(), [[job, 'b']]);
      await store.transact({ engine }, ({ jobs }) => jobs.release(job, 2));
      assert.deepEqual(await holders(), []);
    });

    test('an owner may claim its job again; its earlier fencing number becomes invalid', async (t) => {
      const { store } = await make(t);
      const { claim, renew } = await runningJob(store);
      assert.deepEqual([await claim('a'), await claim('a')], [1, 2]);
      assert.deepEqual([await renew(1), await renew(2)], [false, true]);
    });

    test('a lease can be renewed until another owner has claimed the job', async (t) => {
      const { store } = await make(t);
      const { claim, renew } = await runningJob(store);
      assert.equal(await claim('a', 1), 1);
      assert.equal(await renew(1, 50), true);
      await until('the renewed lease expires', async () => (await claim('b')) === 2);
      assert.equal(await renew(1), false);
      assert.equal(await renew(2), true);
    });

    test('a finished job can be neither claimed nor renewed', async (t) => {
      const { store } = await make(t);
      const { engine, job, claim, renew } = await runningJob(store);
      assert.equal(await claim('a'), 1);
      await store.transact({ engine }, (tx) =>
        tx.jobs.update({ ...newJob(engine), id: job, done: 0, failures: 0, state: 'cancelled' }),
      );
      assert.equal(await renew(1), false);
      assert.equal(await claim('a'), undefined);
    });

    test('a lease applies to all processes of the store', async (t) => {
      const { store, openShared } = await make(t);
      const second = await openShared();
      const { engine, job, claim } = await runningJob(store);
      assert.equal(await claim('here'), 1);
      assert.equal(
        await second.transact({ engine }, ({ jobs }) => jobs.claim(job, 'there', LONG)),
        undefined,
      );
      await store.transact({ engine }, ({ jobs }) => jobs.release(job, 1));
      assert.equal(await second.transact({ engine }, ({ jobs }) => jobs.claim(job, 'there', LONG)), 2);
      assert.equal(await claim('here'), undefined);
    });
  });
}
