import assert from 'node:assert/strict';
import { suite, type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { until } from '../support/until.ts';
import { books, type ClusterOptions, idsOf, startNodes, type TestNode } from './cluster.ts';
import type { SharedStores } from './node-stores.ts';
import type { SuiteOptions } from './suite-options.ts';

/** The longest time until another node has finished a job, which it continues within ten seconds; in milliseconds. */
const TAKEN_OVER = 20_000;

/** Resolved at the end of the test at the latest, before its nodes are closed: they wait for what is held. */
function holding(t: TestContext): PromiseWithResolvers<void> {
  const hold = Promise.withResolvers<void>();
  t.after(() => hold.resolve());
  return hold;
}

/** Jobs of nodes that stop. */
export function takingOverSuite(
  adapter: string,
  stores: SharedStores,
  { skip = false, ...options }: SuiteOptions & ClusterOptions = {},
): void {
  suite(`nodes on one ${adapter}: taking over`, { skip }, () => {
    test('a reindex of a node that stops goes on elsewhere within ten seconds; the node that wakes up changes nothing', async (t) => {
      const hold = holding(t);
      const [a, b] = (await startNodes(t, 2, stores, options)) as [TestNode, TestNode];
      await a.must('POST', '', { body: { name: 'books' } });
      const last = await a.write('books', books(0, 100));
      await b.found('books', {}, last);
      a.pausable.held = hold.promise;
      await a.must('POST', '/books/schema', { body: { year: 'number' } });
      const stopped = performance.now();
      a.pausable.pause();
      await until('the job has ended', async () => {
        const { json } = await b.must('GET', '/books/schema/reindex');
        return json.state === 'idle';
      });
      const elapsed = performance.now() - stopped;
      assert.ok(elapsed < TAKEN_OVER, `${elapsed} ms`);
      const filters = { year: { from: 1998 } };
      assert.deepEqual(await b.found('books', { filters }), ['b98', 'b99']);
      const next = await b.write('books', [{ id: 'b98', title: 'changed', year: 7 }]);
      a.pausable.held = undefined;
      hold.resolve();
      a.pausable.resume();
      assert.deepEqual(await a.found('books', { filters }, next), ['b99']);
      assert.equal((await a.found('books', {}, next)).length, 100);
      const { json } = await a.must('GET', '/books/schema/reindex');
      assert.deepEqual([json.state, json.last_job.state, json.last_job.failures], ['idle', 'finished', 0]);
    });

    test('what a node has not purged when it stops is purged', async (t) => {
      const [a, b] = (await startNodes(t, 2, stores, options)) as [TestNode, TestNode];
      await a.must('POST', '', { body: { name: 'books' } });
      await a.write('books', books(0, 100));
      await a.must('DELETE', '/books');
      await until('nothing is left', async () => (await b.pausable.store.engines.deleted()).length === 0);
    });
  });
}

const COUNT = 400;
/** Documents that a node has streamed when it stops. */
const STREAMED = 200;

/** Every tenth year is not a number. */
const oddBooks = (from: number, to: number) =>
  books(from, to).map((book, i) => (i % 10 === 0 ? { ...book, year: 'unknown' } : book));

/** The first of two nodes is in the middle of a reindex job, and goes on with the next page when `hold` resolves. */
async function halfDone(t: TestContext, stores: SharedStores, options: ClusterOptions) {
  const hold = holding(t);
  const [a, b] = (await startNodes(t, 2, stores, options)) as [TestNode, TestNode];
  await a.must('POST', '', { body: { name: 'books' } });
  let last = 0;
  for (let from = 0; from < COUNT; from += 100) last = await a.write('books', oddBooks(from, from + 100));
  await b.found('books', {}, last);
  a.pausable.held = hold.promise;
  a.pausable.heldFrom = STREAMED;
  // Longer than the time between two records of the progress.
  a.pausable.delay = 300;
  // It could take the job before the first node does.
  b.pausable.pause();
  // Its response waits for the job for some seconds; a node that stops meanwhile does not send it.
  let refused: Error | undefined;
  a.must('POST', '/books/schema', { body: { year: 'number' } }).catch((error) => {
    refused = error;
  });
  await until('one half is recorded', async () => {
    if (refused !== undefined) throw refused;
    const [job] = await a.pausable.store.jobs.running();
    return job?.built?.position === STREAMED;
  });
  b.pausable.resume();
  b.pausable.pages = [];
  return { a, b, hold };
}

/** The job has ended: no document was streamed twice, and the report has the failures of these documents. */
async function assertContinued(b: TestNode, failing: readonly string[]): Promise<void> {
  const { json } = await b.must('GET', '/books/schema/reindex');
  assert.deepEqual([json.last_job.state, json.last_job.failures], ['finished', failing.length]);
  const { pages } = b.pausable;
  assert.ok(Math.min(...pages) >= STREAMED, `pages after ${pages.join()}`);
  const report = await b.must('GET', '/books/schema/reindex/failures?page[size]=100');
  const ids = report.json.results.map((failure: { document_id: string }) => failure.document_id);
  assert.deepEqual(ids.sort(), failing.toSorted());
}

const FAILING = idsOf(oddBooks(0, COUNT).filter(({ year }) => year === 'unknown'));

/** Jobs of nodes that stop, where all share the index: the next node continues with what is built. */
export function continuingSuite(
  adapter: string,
  stores: SharedStores,
  { skip = false, ...options }: SuiteOptions & ClusterOptions,
): void {
  suite(`nodes on one ${adapter}: continuing`, { skip }, () => {
    test('a reindex of a node that stops goes on from where it was; the node that wakes up changes nothing', async (t) => {
      const { a, b, hold } = await halfDone(t, stores, options);
      await b.write('books', [{ id: 'b215', title: 'changed', year: 1, shelf: 'upper' }]);
      const stopped = performance.now();
      a.pausable.pause();
      // It has the next page then, and applies it when it wakes up.
      hold.resolve();
      await b.must('DELETE', '/books/documents', { body: ['b30', 'b205', 'b210', 'b360'] });
      await b.write('books', [
        { id: 'b40', title: 'changed', year: 1, shelf: 'upper' },
        { id: 'b220', title: 'changed', year: 1, shelf: 'upper' },
        { id: 'new', title: 'changed', year: 1, shelf: 'upper' },
      ]);
      await b.settled('books');
      const elapsed = performance.now() - stopped;
      assert.ok(elapsed < TAKEN_OVER, `${elapsed} ms`);
      const check = async (node: TestNode, last?: number): Promise<void> => {
        const gone = ['b30', 'b205', 'b210', 'b360'];
        const expected = [...idsOf(books(0, COUNT)).filter((id) => !gone.includes(id)), 'new'].sort();
        assert.deepEqual(await node.found('books', {}, last), expected);
        const shelf = { filters: { shelf: 'upper' } };
        assert.deepEqual(await node.found('books', shelf, last), ['b215', 'b220', 'b40', 'new']);
        const year = { filters: { year: { from: 2297 } } };
        assert.deepEqual(await node.found('books', year, last), ['b397', 'b398', 'b399']);
      };
      const failing = FAILING.filter((id) => !['b30', 'b210', 'b360', 'b40', 'b220'].includes(id));
      await assertContinued(b, failing);
      await check(b);
      a.pausable.resume();
      // Time for what it still has to do.
      await sleep(1_000);
      // Makes visible what it may have written.
      await check(a, await b.write('books', [{ id: 'b1', title: 'changed', year: 1 }]));
      await check(b, await a.write('books', [{ id: 'b2', title: 'changed', year: 1 }]));
      await assertContinued(b, failing);
    });

    test('a reindex of a node that is shut down goes on from where it was', async (t) => {
      const { a, b, hold } = await halfDone(t, stores, options);
      const closed = a.service.close();
      hold.resolve();
      await closed;
      await b.settled('books');
      await assertContinued(b, FAILING);
      assert.deepEqual(await b.found('books'), idsOf(books(0, COUNT)));
    });
  });
}
