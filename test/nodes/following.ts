import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { signedKey } from '../support/signed-key.ts';
import { until } from '../support/until.ts';
import { books, idsOf, SEARCH_KEY, startNodes, type TestNode } from './cluster.ts';
import type { SharedStores } from './node-stores.ts';
import type { SuiteOptions } from './suite-options.ts';

/** What a node does with the commits of others. */
export function followingSuite(adapter: string, stores: SharedStores, options: SuiteOptions = {}): void {
  suite(`nodes on one ${adapter}: following`, options, () => {
    test('what one node writes, the others show soon, and at once to a request that names the change', async (t) => {
      const [a, b, c] = (await startNodes(t, 3, stores)) as [TestNode, TestNode, TestNode];
      await a.must('POST', '', { body: { name: 'books' } });
      const first = await a.write('books', books(0, 30));
      assert.equal(first, 30);
      assert.deepEqual(await a.found('books'), idsOf(books(0, 30)), 'its own node shows it');
      assert.deepEqual(await b.found('books', {}, first), idsOf(books(0, 30)));
      const second = await b.write('books', books(30, 40));
      assert.equal(second, 40);
      const { headers } = await c.must('DELETE', '/books/documents', { body: ['b1', 'b35', 'nobody'] });
      assert.equal(headers.get('x-findling-sequence'), '42');
      const left = idsOf(books(0, 40)).filter((id) => id !== 'b1' && id !== 'b35');
      for (const node of [a, b]) {
        assert.deepEqual(await node.found('books', {}, 42), left);
        assert.deepEqual(await node.found('books', { query: 'book 35', precision: 11 }), []);
      }
      await c.must('PATCH', '/books/documents', { body: [{ id: 'b2', title: 'a patched volume' }] });
      for (const node of [a, b, c]) {
        await until(
          'the patch is found',
          async () => (await node.found('books', { query: 'volumes' })).length === 1,
        );
        await until('no node is behind', async () => (await node.health()).engines_behind === 0);
      }
    });

    test('an engine that one node creates or deletes is there, or gone, on the others', async (t) => {
      const [a, b] = (await startNodes(t, 2, stores)) as [TestNode, TestNode];
      for (let n = 0; n < 5; n++) {
        await a.must('POST', '', { body: { name: `new-${n}` } });
        assert.deepEqual(await b.found(`new-${n}`), []);
        const last = await b.write(`new-${n}`, books(0, 3));
        assert.deepEqual(await a.found(`new-${n}`, {}, last), idsOf(books(0, 3)));
      }
      const files = join(b.service.config.data, 'index', '1');
      await until('the files are written', async () => existsSync(files));
      await a.must('DELETE', '/new-0');
      await until('the other node refuses', async () => (await b.call('GET', '/new-0')).status === 404);
      await until('its files are gone', async () => !existsSync(files));
      assert.equal((await b.call('POST', '/new-0/documents', { body: books(0, 1) })).status, 404);
    });

    test('a meta engine searches what was written to its sources on other nodes', async (t) => {
      const [a, b] = (await startNodes(t, 2, stores)) as [TestNode, TestNode];
      for (const name of ['ants', 'bees']) await a.must('POST', '', { body: { name } });
      const sources = { type: 'meta', source_engines: ['ants', 'bees'] };
      await b.must('POST', '', { body: { name: 'both', ...sources } });
      await a.write('ants', books(0, 2));
      const last = await a.write('bees', books(2, 4));
      const { json } = await b.must('POST', '/both/search', { body: { query: '' }, sequence: last });
      assert.equal(json.meta.page.total_results, 4);
    });

    test('a type that one node changes is searched by the others', async (t) => {
      const [a, b] = (await startNodes(t, 2, stores)) as [TestNode, TestNode];
      await a.must('POST', '', { body: { name: 'books' } });
      const last = await a.write('books', books(0, 60));
      await b.found('books', {}, last);
      await a.must('POST', '/books/schema', { body: { year: 'number', pages: 'number' } });
      await a.settled('books');
      const filters = { year: { from: 1958 } };
      assert.deepEqual(await a.found('books', { filters }), ['b58', 'b59']);
      assert.deepEqual(await b.found('books', { filters }, last), ['b58', 'b59']);
      // The field that the change added.
      const next = await b.write('books', [{ id: 'long', title: 'long', year: 1, pages: 900 }]);
      for (const node of [a, b]) {
        assert.deepEqual(await node.found('books', { filters: { pages: { from: 900 } } }, next), ['long']);
      }
    });

    test('documents that other nodes write during a reindex are complete, whether it ends or is cancelled', async (t) => {
      const [a, b, c] = (await startNodes(t, 3, stores)) as [TestNode, TestNode, TestNode];
      for (const [name, isCancelled] of [
        ['ended', false],
        ['cancelled', true],
      ] as const) {
        await a.must('POST', '', { body: { name } });
        const before = await a.write(name, books(0, 100));
        for (const node of [b, c]) await node.found(name, {}, before);
        const hold = Promise.withResolvers<void>();
        a.pausable.held = hold.promise;
        await a.must('POST', `/${name}/schema`, { body: { year: 'number', pages: 'number' } });
        assert.equal((await b.must('GET', `/${name}/schema/reindex`)).json.state, 'reindexing');
        await b.write(name, [{ id: 'long', title: 'long', year: 1, pages: 900, colour: 'green' }]);
        const last = await c.write(name, [{ id: 'b7', title: 'seven', year: 7, pages: 901, colour: 'red' }]);
        assert.deepEqual(await b.found(name, { query: 'red' }, last), ['b7'], 'during the job');
        if (isCancelled) await b.must('POST', `/${name}/schema/reindex/cancel`);
        a.pausable.held = undefined;
        hold.resolve();
        await a.settled(name);
        const filters = { pages: isCancelled ? '901' : { from: 901 } };
        for (const node of [a, b, c]) {
          assert.deepEqual(
            await node.found(name, { filters }, last),
            ['b7'],
            `${name} on ${node.service.baseUrl}`,
          );
          assert.equal((await node.found(name, {}, last)).length, 101);
          const years = { filters: { year: isCancelled ? '1950' : { from: 1950, to: 1951 } } };
          assert.deepEqual(await node.found(name, years, last), ['b50']);
        }
      }
    });

    test('the header of a request is checked', async (t) => {
      const [a] = (await startNodes(t, 1, stores)) as [TestNode];
      await a.must('POST', '', { body: { name: 'books' } });
      await a.write('books', books(0, 3));
      for (const sequence of ['', 'x', '-1', '1.5', '9'.repeat(16), '0x2']) {
        const { status, json } = await a.call('GET', '/books', { sequence });
        const errors = ['X-Findling-Sequence must be a whole number of at most 15 digits'];
        assert.deepEqual([status, json], [400, { errors }], sequence);
      }
      // The number of an engine that was deleted, for instance: there is nothing to wait for.
      for (const sequence of [3, 4]) {
        const read = await a.must('GET', '/books/documents/list', { sequence });
        assert.equal(read.headers.get('x-findling-sequence'), '3');
      }
      const key = signedKey({ name: 'search-key', key: SEARCH_KEY });
      const signed = await a.must('POST', '/books/search', { body: { query: '' }, sequence: 3, key });
      assert.equal(signed.headers.get('x-findling-sequence'), null, 'signed keys learn no numbers');
    });

    test('a node that cannot see the store shows for how long', async (t) => {
      const [a, b] = (await startNodes(t, 2, stores)) as [TestNode, TestNode];
      await a.must('POST', '', { body: { name: 'books' } });
      await b.found('books', {}, await a.write('books', books(0, 3)));
      b.pausable.pause();
      await until('the lag grows', async () => Number((await b.health()).seconds_behind) > 3);
      b.pausable.resume();
      await until('the node has caught up', async () => (await b.health()).seconds_behind === 0);
    });
  });
}
