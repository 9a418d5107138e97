import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { until } from '../support/until.ts';
import { books, type ClusterOptions, startNodes, type TestNode } from './cluster.ts';
import type { SharedStores } from './node-stores.ts';
import type { SuiteOptions } from './suite-options.ts';

/** The longest time until another node continues a job, in milliseconds. */
const TAKEN_OVER = 10_000;

/** Jobs of nodes that stop. */
export function takingOverSuite(
  adapter: string,
  stores: SharedStores,
  { skip = false, ...options }: SuiteOptions & ClusterOptions = {},
): void {
  suite(`nodes on one ${adapter}: taking over`, { skip }, () => {
    test('a reindex of a node that stops goes on elsewhere within ten seconds; the node that wakes up changes nothing', async (t) => {
      const [a, b] = (await startNodes(t, 2, stores, options)) as [TestNode, TestNode];
      await a.must('POST', '', { body: { name: 'books' } });
      const last = await a.write('books', books(0, 100));
      await b.found('books', {}, last);
      const hold = Promise.withResolvers<void>();
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
