import assert from 'node:assert/strict';
import { AsyncLocalStorage } from 'node:async_hooks';
import test, { type TestContext } from 'node:test';
import { pino } from 'pino';
import { Indexing } from '../../src/indexing/indexing.ts';
import { LEASE, ReindexJob } from '../../src/schema/reindex-job.ts';
import { Reindexing } from '../../src/schema/reindexing.ts';
import type { Failure, JobRecord, Store, StoreWriter } from '../../src/store/port.ts';
import { plain, planWith } from '../oracle/small-engine.ts';
import { BoundGeneration } from '../support/bound-generation.ts';
import { until } from '../support/until.ts';
import { AFTER, BEFORE, COUNT, interrupted, reindexingEngine } from './reindexing-engine.ts';

// A run of a job, with an event right before each of its transactions in turn.

const ALL = { offset: 0, limit: 10_000 };

const own: Failure = { documentId: 'x', field: 'year', type: 'text', value: 'v', reason: 'of the cancel' };

const cancelled = (store: Store, job: JobRecord) => async (): Promise<void> => {
  await store.transact({ engine: job.engineId }, async (tx: StoreWriter) => {
    await tx.engines.setSchema(job.engineId, BEFORE);
    await tx.engines.setRunningJob(job.engineId, null);
    await tx.jobs.removeFailures(job.id);
    await tx.jobs.addFailures(job.id, [own]);
    await tx.jobs.update({ ...job, state: 'cancelled', failures: 1, finishedAt: 5 });
  });
};

/** A patch of another field, which leaves a year that is not a number. */
const patched = (store: Store, engine: number) => async (): Promise<void> => {
  await store.transact({ engine }, (tx) =>
    tx.documents.put(engine, [{ id: 'd0', json: '{"year":"x","name":"patched"}' }]),
  );
};

/** How many transactions an undisturbed run makes before it ends. */
async function transactionsOf(t: TestContext): Promise<number> {
  const { store, indexing, job } = await reindexingEngine(t);
  const counted = interrupted(store, Number.POSITIVE_INFINITY, async () => {});
  assert.equal(await new ReindexJob(counted.store, indexing, job, 'test').run(), true);
  return counted.count();
}

test('a run whose job is cancelled before any of its steps does not change record and report', async (t) => {
  // The last transaction runs while cancels wait.
  for (let n = 1; n < (await transactionsOf(t)); n++) {
    const { store, index, indexing, engine, job } = await reindexingEngine(t);
    const old = await index.serving(engine);
    const { store: watched } = interrupted(store, n, cancelled(store, job));
    assert.equal(
      await new ReindexJob(watched, indexing, job, 'test').run(),
      false,
      `before transaction ${n}`,
    );
    assert.deepEqual(await store.jobs.byId(engine, job.id), {
      ...job,
      state: 'cancelled',
      failures: 1,
      finishedAt: 5,
    });
    assert.deepEqual((await store.jobs.failures(job.id, ALL)).results, [own], `before transaction ${n}`);
    assert.deepEqual(await index.serving(engine), old, 'the old generation serves');
  }
});

test('a run whose engine is deleted before any of its steps leaves nothing behind', async (t) => {
  for (let n = 1; n < (await transactionsOf(t)); n++) {
    const { store, index, indexing, engine, job } = await reindexingEngine(t);
    const { store: watched } = interrupted(store, n, async () => {
      await store.transact({ engine }, ({ engines }) => engines.delete(engine));
      while (!(await store.transact({ engine }, ({ engines }) => engines.purge(engine, 500))));
      await index.drop(engine);
    });
    assert.equal(
      await new ReindexJob(watched, indexing, job, 'test').run(),
      false,
      `before transaction ${n}`,
    );
    assert.equal((await store.jobs.failures(job.id, ALL)).total, 0, `before transaction ${n}`);
    assert.equal(await index.serving(engine), undefined);
  }
});

test('a run that fails before any of its steps can be repeated, and ends with a correct report', async (t) => {
  for (let n = 1; n <= (await transactionsOf(t)); n++) {
    const { store, index, indexing, engine, job } = await reindexingEngine(t);
    const old = await index.serving(engine);
    const full = new Error('no space left');
    const { store: watched } = interrupted(store, n, async () => {
      throw full;
    });
    await assert.rejects(new ReindexJob(watched, indexing, job, 'test').run(), (error) => error === full);
    assert.deepEqual(await index.serving(engine), old, 'the old generation serves');
    assert.equal((await store.engines.byId(engine))?.runningJob, job.id);

    assert.equal(await new ReindexJob(store, indexing, job, 'test').run(), true);
    const { state, failures, done } = (await store.jobs.byId(engine, job.id)) as JobRecord;
    assert.deepEqual({ state, failures, done }, { state: 'finished', failures: COUNT / 2, done: COUNT });
    const { results } = await store.jobs.failures(job.id, ALL);
    assert.equal(new Set(results.map(({ documentId }) => documentId)).size, COUNT / 2);
    assert.equal(results.length, COUNT / 2);
    assert.deepEqual([...((await index.serving(engine))?.schema ?? [])], [...AFTER]);
  }
});

test('a document that is patched before any step of the run is in the report once, and in the new generation', async (t) => {
  for (let n = 1; n < (await transactionsOf(t)); n++) {
    const { store, index, indexing, engine, job } = await reindexingEngine(t);
    await store.transact({ engine }, ({ engines }) =>
      engines.setSchema(engine, new Map([...AFTER, ['name', 'text']])),
    );
    const first = interrupted(store, n, patched(store, engine));
    // And again one step later, so that two rounds of catch-up both see it.
    const second = interrupted(first.store, n + 1, patched(store, engine));
    assert.equal(await new ReindexJob(second.store, indexing, job, 'test').run(), true);
    const { results } = await store.jobs.failures(job.id, ALL);
    assert.equal(
      results.filter(({ documentId }) => documentId === 'd0').length,
      1,
      `before transaction ${n}`,
    );
    assert.equal(results.length, COUNT / 2);
    const serving = await BoundGeneration.serving(index, engine);
    const outcome = await serving.search(
      planWith({ ...plain('patched'), fields: [{ name: 'name', weight: 1 }] }),
    );
    assert.deepEqual(
      outcome.hits.map(({ id }) => id),
      ['d0'],
      `before transaction ${n}`,
    );
  }
});

test('a failed cancel does not stop the job', async (t) => {
  const { store, index, indexing, engine, job } = await reindexingEngine(t);
  const full = new Error('no space left');
  const cancelling = new AsyncLocalStorage<boolean>();
  const transact: Store['transact'] = async (scope, work) => {
    if (cancelling.getStore()) throw full;
    return store.transact(scope, work);
  };
  const reindexing = new Reindexing({ ...store, transact }, indexing, pino({ level: 'silent' }));
  const over = reindexing.start(job);
  await assert.rejects(
    cancelling.run(true, () => reindexing.cancel(engine)),
    (error) => error === full,
  );
  await over;
  assert.equal((await store.jobs.byId(engine, job.id))?.state, 'finished');
  assert.deepEqual([...((await index.serving(engine))?.schema ?? [])], [...AFTER]);
});

test('a run whose job another process has claimed writes nothing more', async (t) => {
  for (let n = 2, count = await transactionsOf(t); n <= count; n++) {
    const { store, indexing, engine, job } = await reindexingEngine(t);
    const taken = async (): Promise<void> => {
      const fence = await store.transact({ engine }, async ({ jobs }) => {
        await jobs.release(job.id, 1);
        await jobs.removeFailures(job.id);
        await jobs.addFailures(job.id, [own]);
        return jobs.claim(job.id, 'b', 60_000);
      });
      assert.equal(fence, 2);
    };
    const watched = interrupted(store, n, taken).store;
    assert.equal(await new ReindexJob(watched, indexing, job, 'a').run(), false, `before transaction ${n}`);
    assert.deepEqual((await store.jobs.failures(job.id, ALL)).results, [own]);
    const record = await store.jobs.byId(engine, job.id);
    assert.deepEqual([record?.state, record?.failures], ['running', 0]);
    assert.equal((await store.engines.byId(engine))?.runningJob, job.id);
  }
});

test('a job of another process is claimed only when its lease has expired', async (t) => {
  t.mock.timers.enable({ apis: ['Date', 'setInterval'] });
  const { store, indexing, engine, job } = await reindexingEngine(t);
  assert.equal(await store.transact({ engine }, ({ jobs }) => jobs.claim(job.id, 'other', LEASE / 2)), 1);
  const reindexing = new Reindexing(store, indexing, pino({ level: 'silent' }));
  t.after(() => reindexing.close());
  await reindexing.start(job);
  assert.equal((await store.jobs.byId(engine, job.id))?.state, 'running');
  await reindexing.resume();
  assert.equal((await store.jobs.byId(engine, job.id))?.state, 'running');
  // The attempt of `resume` continues in the background; meanwhile the interval starts no other.
  await until('that attempt is over', async () => reindexing.progressOf(engine) === undefined);
  t.mock.timers.tick(LEASE);
  await until('the job is over', async () => (await store.jobs.byId(engine, job.id))?.state === 'finished');
});

test('a process releases its job when it ends', async (t) => {
  const { store, index, indexing, engine, job } = await reindexingEngine(t);
  const { promise: isUnderWay, resolve: underWay } = Promise.withResolvers<void>();
  const after: Store['documents']['after'] = async (...args) => {
    underWay();
    await new Promise((resolve) => setTimeout(resolve, 20));
    return store.documents.after(...args);
  };
  const slow = { ...store, documents: { ...store.documents, after } };
  const first = new Reindexing(slow, new Indexing(slow, index), pino({ level: 'silent' }), 'a');
  void first.start(job);
  await isUnderWay;
  await first.close();
  assert.equal((await store.jobs.byId(engine, job.id))?.state, 'running');
  assert.equal(await new ReindexJob(store, indexing, job, 'b').run(), true);
});
