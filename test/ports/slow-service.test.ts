import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Adapters } from '../../src/composition/adapters.ts';
import { openForServing } from '../../src/composition/instance.ts';
import { openEmbeddedIndex } from '../../src/composition/opened-index.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { SlowIndex } from './slow-index.ts';
import { slowStore } from './slow-store.ts';

/** Both ports as slow and as weak as their contracts allow, without optional capabilities. */
const SLOW: Adapters = {
  async openInstance(config) {
    const instance = await openForServing(config);
    return { ...instance, store: slowStore(instance.store) };
  },
  openIndex(config, store, log, forgettable) {
    const opened = openEmbeddedIndex(config, store, log, forgettable);
    return { ...opened, index: new SlowIndex(opened.index) };
  },
};

const books = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, i) => ({
    id: `b${from + i}`,
    title: `book ${from + i} of the shelf`,
    year: `${1900 + from + i}`,
  }));

async function must(service: TestService, method: string, path: string, body?: unknown) {
  const answer = await service.call(method, path, body === undefined ? {} : { body });
  assert.equal(answer.status, 200, `${method} ${path}: ${answer.text}`);
  return answer.json;
}

async function idsFound(service: TestService, search: object): Promise<string[]> {
  const { results } = await must(service, 'POST', '/engines/books/search', {
    page: { size: 100 },
    ...search,
  });
  return results.map(({ id }: { id: { raw: string } }) => id.raw).sort();
}

test('the service runs on a slow store and a slow index', async (t) => {
  const service = await startTestService(t, {}, SLOW);
  await must(service, 'POST', '/engines', { name: 'books', language: 'en' });

  // Read immediately after the response: the write is visible.
  await Promise.all(
    [0, 1, 2].map(async (part) => {
      const own = books(part * 20, part * 20 + 20);
      const results = await must(service, 'POST', '/engines/books/documents', own);
      assert.deepEqual(
        results.map(({ id, errors }: { id: string; errors: string[] }) => [id, errors.length]),
        own.map(({ id }) => [id, 0]),
      );
      assert.deepEqual(await idsFound(service, { query: `book ${part * 20}`, precision: 11 }), [
        `b${part * 20}`,
      ]);
    }),
  );
  assert.equal((await idsFound(service, { query: '' })).length, 60);
  await must(service, 'PATCH', '/engines/books/documents', [{ id: 'b7', title: 'a patched volume' }]);
  assert.deepEqual(await idsFound(service, { query: 'volumes' }), ['b7']);
  await must(service, 'DELETE', '/engines/books/documents', ['b8', 'b9']);
  assert.equal((await idsFound(service, { query: '' })).length, 58);

  // A type change, with writes and searches during it.
  const changed = must(service, 'POST', '/engines/books/schema', { year: 'number' });
  const written = must(service, 'POST', '/engines/books/documents', [
    { id: 'late', title: 'a late book', year: '2024', colour: 'green' },
  ]);
  const searched = idsFound(service, { query: 'volumes' });
  await Promise.all([changed, written]);
  assert.deepEqual(await searched, ['b7']);
  await service.settled('books');
  const filters = { year: { from: 1955 } };
  assert.deepEqual(await idsFound(service, { query: '', filters }), [
    'b55',
    'b56',
    'b57',
    'b58',
    'b59',
    'late',
  ]);
  assert.deepEqual(await idsFound(service, { query: 'green' }), ['late']);

  await service.restart();
  assert.deepEqual(await idsFound(service, { query: '', filters }), [
    'b55',
    'b56',
    'b57',
    'b58',
    'b59',
    'late',
  ]);
  assert.deepEqual(await must(service, 'GET', '/engines/books/schema'), {
    title: 'text',
    year: 'number',
    colour: 'text',
  });
  await must(service, 'POST', '/engines/books/documents', [{ id: 'new', title: 'after the restart' }]);
  assert.deepEqual(await idsFound(service, { query: 'restart' }), ['new']);

  await must(service, 'DELETE', '/engines/books');
  assert.equal((await service.call('POST', '/engines/books/search', { body: { query: '' } })).status, 404);
  await must(service, 'POST', '/engines', { name: 'books' });
  assert.deepEqual(await idsFound(service, { query: '' }), []);
});
