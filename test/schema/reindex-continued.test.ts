import assert from 'node:assert/strict';
import test, { type TestContext } from 'node:test';
import { Indexing } from '../../src/indexing/indexing.ts';
import { ReindexJob } from '../../src/schema/reindex-job.ts';
import type { JobRecord, Store } from '../../src/store/port.ts';
import { SharedIndex, SharedIndexView } from '../nodes/shared-index.ts';
import { plain, planWith } from '../oracle/small-engine.ts';
import { AFTER, COUNT, interrupted, reindexingEngine } from './reindexing-engine.ts';

// Runs of a job on two nodes that share an index; the first stops right before each of its transactions in turn.

const ALL = { offset: 0, limit: 10_000 };

/** Two nodes, and a clock that makes runs record their progress after each page. */
async function twoNodes(t: TestContext) {
  let now = Date.now();
  const clock = t.mock.method(Date, 'now', () => (now += 300));
  const shared = new SharedIndex();
  t.after(() => shared.index.close());
  const [first, second] = [new SharedIndexView(shared), new SharedIndexView(shared)];
  const { store, indexing, engine, job } = await reindexingEngine(t, first);
  return { shared, first, second, store, engine, job, indexing, clock };
}

/** The store as a node sees it that stops right before its n-th transaction, and wakes up when told. */
function stopping(store: Store, n: number) {
  const stopped = Promise.withResolvers<void>();
  const woken = Promise.withResolvers<void>();
  const view = interrupted(store, n, async () => {
    stopped.resolve();
    await woken.promise;
  });
  return { ...view, stopped: stopped.promise, wake: woken.resolve };
}

const released = (store: Store, { id, engineId }: JobRecord, fence: number) =>
  store.transact({ engine: engineId }, ({ jobs }) => jobs.release(id, fence));

async function transactionsOf(t: TestContext): Promise<number> {
  const { store, indexing, job, clock } = await twoNodes(t);
  const counted = interrupted(store, Number.POSITIVE_INFINITY, async () => {});
  assert.equal(await new ReindexJob(counted.store, indexing, job, 'a').run(), true);
  clock.mock.restore();
  return counted.count();
}

/** All documents are there once, with new types, and the report has what cannot be converted. */
async function assertFinished(
  { store, shared, engine, job }: Awaited<ReturnType<typeof twoNodes>>,
  failing: readonly string[],
): Promise<void> {
  const { state, failures, done } = (await store.jobs.byId(engine, job.id)) as JobRecord;
  const { results } = await store.jobs.failures(job.id, ALL);
  assert.deepEqual(results.map(({ documentId }) => documentId).sort(), failing.toSorted());
  const count = (await store.engines.fresh(engine))?.documentCount;
  assert.deepEqual([state, failures, done], ['finished', failing.length, count]);
  const serving = await shared.index.serving(engine);
  assert.ok(serving);
  assert.equal(serving.schema.get('year'), 'number');
  assert.equal(await shared.index.documentCount(serving), count);
}

const FAILING = Array.from({ length: COUNT / 2 }, (_, i) => `d${2 * i}`);

test('a run continues where a run on another node has stopped, which changes nothing when it wakes up', async (t) => {
  const count = await transactionsOf(t);
  assert.equal(count, 6, 'a claim, three pages, the end of the stream and of the job');
  for (let n = 2; n <= count; n++) {
    const nodes = await twoNodes(t);
    const { store, shared, second, engine, job, indexing } = nodes;
    const stop = stopping(store, n);
    const run = new ReindexJob(stop.store, indexing, job, 'a').run();
    await stop.stopped;
    // What the first node has streamed may be changed and deleted before it goes on elsewhere, and what it has not.
    await store.transact({ engine }, async (tx) => {
      await tx.engines.setSchema(engine, new Map([...AFTER, ['name', 'text']]));
      await tx.documents.put(engine, [
        { id: 'd0', json: '{"year":"1","name":"changed"}' },
        { id: 'd2', json: '{"year":"x","name":"changed"}' },
        { id: 'd118', json: '{"year":"x","name":"changed"}' },
        { id: 'new', json: '{"year":"7","name":"changed"}' },
      ]);
      await tx.documents.delete(engine, ['d4', 'd5', 'd116']);
    });
    const { built } = (await store.jobs.byId(engine, job.id)) as JobRecord;
    assert.equal(built?.position, [undefined, 50, 100, COUNT, COUNT][n - 2]);
    await released(store, job, 1);
    // It may have heard of the job earlier.
    assert.equal(await new ReindexJob(store, new Indexing(store, second), job, 'b').run(), true, `${n}`);
    const failing = FAILING.filter((id) => !['d0', 'd4', 'd116'].includes(id));
    await assertFinished(nodes, failing);
    const streamed = COUNT - (built?.position ?? 0);
    assert.ok(second.applied <= streamed + 7, `${second.applied} changes after ${built?.position}`);
    assert.equal(shared.begun, built === undefined ? 3 : 2);
    if (built !== undefined) assert.equal((await shared.index.serving(engine))?.id, built.generation);
    stop.wake();
    assert.equal(await run, false);
    await assertFinished(nodes, failing);
    assert.equal(shared.building.size, 0, 'nothing is left of a generation that nobody uses');
    const serving = await shared.index.serving(engine);
    assert.ok(serving);
    const search = planWith({ ...plain('changed'), fields: [{ name: 'name', weight: 1 }] });
    const { hits } = await shared.index.search([serving], search);
    assert.deepEqual(hits.map(({ id }) => id).sort(), ['d0', 'd118', 'd2', 'new']);
    nodes.clock.mock.restore();
  }
});

test('a page that a node applies after another one has finished the job changes nothing', async (t) => {
  const nodes = await twoNodes(t);
  const { store, shared, first, second, engine, job } = nodes;
  const stopped = Promise.withResolvers<void>();
  const woken = Promise.withResolvers<void>();
  const after: Store['documents']['after'] = async (engineId, position, limit) => {
    if (position === 50) {
      // Written after the run has read the types: its page has the document, though not the field.
      await store.transact({ engine }, async (tx) => {
        await tx.engines.setSchema(engine, new Map([...AFTER, ['name', 'text']]));
        await tx.documents.put(engine, [{ id: 'd60', json: '{"year":"1","name":"changed"}' }]);
      });
    }
    const page = await store.documents.after(engineId, position, limit);
    if (position === 50) {
      stopped.resolve();
      await woken.promise;
    }
    return page;
  };
  const slow = { ...store, documents: { ...store.documents, after } };
  const run = new ReindexJob(slow, new Indexing(slow, first), job, 'a').run();
  await stopped.promise;
  await store.transact({ engine }, (tx) => tx.documents.delete(engine, ['d62', 'd63']));
  await released(store, job, 1);
  assert.equal(await new ReindexJob(store, new Indexing(store, second), job, 'b').run(), true);
  const applied = first.applied;
  woken.resolve();
  assert.equal(await run, false);
  assert.ok(first.applied > applied, 'it has applied the page');
  await assertFinished(
    nodes,
    FAILING.filter((id) => !['d60', 'd62'].includes(id)),
  );
  const serving = await shared.index.serving(engine);
  assert.ok(serving);
  const search = planWith({ ...plain('changed'), fields: [{ name: 'name', weight: 1 }] });
  const { hits } = await shared.index.search([serving], search);
  assert.deepEqual(
    hits.map(({ id }) => id),
    ['d60'],
  );
});

test('a run that has read changes and wakes up when its job has ended adds no fields to what serves', async (t) => {
  const { store, shared, first, second, engine, job } = await twoNodes(t);
  const stopped = Promise.withResolvers<void>();
  const woken = Promise.withResolvers<void>();
  const put = (id: string) =>
    store.transact({ engine }, (tx) => tx.documents.put(engine, [{ id, json: '{"year":"1"}' }]));
  const changesSince: Store['documents']['changesSince'] = async (...range) => {
    await put('new');
    const changes = await store.documents.changesSince(...range);
    stopped.resolve();
    await woken.promise;
    return changes;
  };
  const slow = { ...store, documents: { ...store.documents, changesSince } };
  const run = new ReindexJob(slow, new Indexing(slow, first), job, 'a').run();
  await stopped.promise;
  await released(store, job, 1);
  assert.equal(await new ReindexJob(store, new Indexing(store, second), job, 'b').run(), true);
  await store.transact({ engine }, ({ engines }) =>
    engines.setSchema(engine, new Map([...AFTER, ['later', 'number']])),
  );
  woken.resolve();
  assert.equal(await run, false);
  assert.deepEqual([...((await shared.index.serving(engine))?.schema ?? [])], [...AFTER]);
});

test('a run that another has left behind is cancelled with its generation', async (t) => {
  const { store, shared, second, engine, job, indexing } = await twoNodes(t);
  const stop = stopping(store, 4);
  const run = new ReindexJob(stop.store, indexing, job, 'a').run();
  await stop.stopped;
  await released(store, job, 1);
  const next = stopping(store, 3);
  const continued = new ReindexJob(next.store, new Indexing(store, second), job, 'b').run();
  await next.stopped;
  assert.equal(shared.building.size, 1);
  await store.transact({ engine }, async (tx) => {
    await tx.engines.setRunningJob(engine, null);
    await tx.jobs.update({ ...job, state: 'cancelled', finishedAt: 5 });
  });
  stop.wake();
  assert.equal(await run, false);
  assert.equal(shared.building.size, 1, 'it belongs to the other');
  next.wake();
  assert.equal(await continued, false);
  assert.equal(shared.building.size, 0);
});

test('a generation that is gone is built from the beginning, with a new report', async (t) => {
  const nodes = await twoNodes(t);
  const { store, shared, second, job, indexing } = nodes;
  const stop = stopping(store, 4);
  const run = new ReindexJob(stop.store, indexing, job, 'a').run();
  await stop.stopped;
  for (const generation of shared.building.values()) await second.discard(generation);
  await released(store, job, 1);
  assert.equal(await new ReindexJob(store, new Indexing(store, second), job, 'b').run(), true);
  assert.equal(second.applied, COUNT);
  stop.wake();
  assert.equal(await run, false);
  await assertFinished(nodes, FAILING);
});
