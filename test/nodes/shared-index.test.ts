import assert from 'node:assert/strict';
import { suite, type TestContext, test } from 'node:test';
import { until } from '../support/until.ts';
import { books, idsOf, startNodes, type TestNode } from './cluster.ts';
import { interleavingSuite } from './interleavings.ts';
import { sqliteStores } from './node-stores.ts';
import { SharedIndex, SharedIndexView } from './shared-index.ts';
import { continuingSuite } from './taking-over.ts';

async function sharingNodes(t: TestContext) {
  const shared = new SharedIndex();
  const views = [new SharedIndexView(shared), new SharedIndexView(shared)] as const;
  t.after(() => shared.index.close());
  const [a, b] = (await startNodes(t, 2, sqliteStores, {
    index: (node) => views[node] as SharedIndexView,
  })) as [TestNode, TestNode];
  await a.must('POST', '', { body: { name: 'books' } });
  return { a, b, shared, views };
}

suite('nodes that share an index', () => {
  test('a change is applied by the node that wrote it, and visible on all', async (t) => {
    const { a, b, shared, views } = await sharingNodes(t);
    await a.write('books', books(0, 20));
    assert.deepEqual(await b.found('books'), idsOf(books(0, 20)));
    await b.write('books', books(20, 30));
    assert.deepEqual(await a.found('books'), idsOf(books(0, 30)));
    assert.deepEqual([views[0].applied, views[1].applied, shared.begun], [20, 10, 1]);
  });

  test('a type is changed once for all', async (t) => {
    const { a, b, shared } = await sharingNodes(t);
    await a.write('books', books(0, 60));
    await b.must('POST', '/books/schema', { body: { year: 'number' } });
    await b.settled('books');
    for (const node of [a, b]) {
      assert.deepEqual(await node.found('books', { filters: { year: { from: 1959 } } }), ['b59']);
    }
    await a.write('books', [{ id: 'new', title: 'new', year: 2000 }]);
    assert.deepEqual(await b.found('books', { filters: { year: { from: 1959 } } }), ['b59', 'new']);
    assert.equal(shared.begun, 2);
  });

  test('writes are accepted while the index is away, and searches are refused; later all is found', async (t) => {
    const { a, b, views } = await sharingNodes(t);
    await a.write('books', books(0, 10));
    for (const view of views) view.isAway = true;
    const last = await a.write('books', books(10, 20));
    assert.equal(last, 20);
    const { json } = await b.must('DELETE', '/books/documents', { body: ['b1'] });
    assert.deepEqual(json, [{ id: 'b1', deleted: true }]);
    await b.must('POST', '', { body: { name: 'new' } });
    await b.write('new', books(0, 3));
    const refused = await a.call('POST', '/books/search', { body: { query: '' } });
    assert.equal(refused.status, 503);
    assert.equal(refused.headers.get('retry-after'), '5');
    assert.deepEqual(refused.json, {
      errors: ['The search index cannot be reached. Writes are stored and will be searchable later.'],
    });
    const read = await a.must('GET', '/books/documents', { body: ['b15'] });
    assert.equal(read.json[0].id, 'b15', 'documents are read from the store');
    for (const view of views) view.isAway = false;
    const expected = idsOf(books(0, 20)).filter((id) => id !== 'b1');
    for (const node of [a, b]) {
      await until('all is found', async () => (await node.found('books')).length === 19);
      assert.deepEqual(await node.found('books', {}, 21), expected);
      assert.deepEqual(await node.found('new', {}, 3), idsOf(books(0, 3)));
    }
  });

  test('what a node could not apply is applied by another', async (t) => {
    const { a, b, views } = await sharingNodes(t);
    await a.write('books', books(0, 10));
    views[0].isAway = true;
    await a.write('books', books(10, 20));
    assert.equal((await b.found('books')).length, 10);
    await until('the other node has applied it', async () => (await b.found('books')).length === 20);
    assert.equal(views[1].applied, 10);
  });

  test('a write is acknowledged and a read refused when the index takes too long', async (t) => {
    const { a, b, views } = await sharingNodes(t);
    const hold = Promise.withResolvers<void>();
    for (const view of views) view.held = hold.promise;
    const last = await a.write('books', books(0, 3));
    const late = await b.call('POST', '/books/search', { body: { query: '' }, sequence: last });
    assert.equal(late.status, 503);
    assert.equal(late.headers.get('retry-after'), '1');
    assert.deepEqual(late.json, {
      errors: ['This node does not show the change of X-Findling-Sequence yet. Please try again.'],
    });
    for (const view of views) view.held = undefined;
    hold.resolve();
    await until('the write is found', async () => (await b.found('books')).length === 3);
  });

  test('a missing index is built once, from the store', async (t) => {
    const { a, b, shared } = await sharingNodes(t);
    await a.write('books', books(0, 30));
    const { begun } = shared;
    await shared.index.drop(1);
    const found = await Promise.all([a, b].map((node) => node.found('books')));
    for (const ids of found) assert.deepEqual(ids, idsOf(books(0, 30)));
    assert.equal(shared.begun, begun + 1);
  });
});

let continued = new SharedIndex();
continuingSuite('SQLite database with a shared index', sqliteStores, {
  index(node) {
    // Each test begins with a new one.
    if (node === 0) continued = new SharedIndex();
    return new SharedIndexView(continued);
  },
});

const shared = new SharedIndex();
interleavingSuite('SQLite database with a shared index', sqliteStores, {
  index: () => new SharedIndexView(shared),
});
