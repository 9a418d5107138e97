import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestService } from '../support/service.ts';

/** Longer than the texts that the index stores. */
const long = (word: string): string => `${word} ${'and so on '.repeat(20)}`.trim();

test('sorts, facets, groups and filters use whole long texts, also after a change', async (t) => {
  const service = await startTestService(t);
  await service.call('POST', '/engines', { body: { name: 'notes' } });
  const write = (body: object[]) => service.call('POST', '/engines/notes/documents', { body });
  await write([
    { id: 'a', body: long('pear') },
    { id: 'b', body: long('apple') },
    { id: 'c', body: long('apple') },
  ]);
  const search = async (options: object) =>
    (await service.call('POST', '/engines/notes/search', { body: { query: '', ...options } })).json;
  const ids = (answer: { results: Array<{ id: { raw: string } }> }) => answer.results.map(({ id }) => id.raw);
  const facets = { body: { type: 'value' } };

  const counted = await search({ facets, sort: [{ body: 'asc' }, { id: 'asc' }] });
  assert.deepEqual(counted.facets.body[0].data, [
    { value: long('apple'), count: 2 },
    { value: long('pear'), count: 1 },
  ]);
  assert.deepEqual(ids(counted), ['b', 'c', 'a']);
  assert.deepEqual(ids(await search({ filters: { body: long('pear') } })), ['a']);

  await write([{ id: 'b', body: long('fig') }]);
  const again = await search({ facets, sort: { body: 'asc' } });
  assert.deepEqual(again.facets.body[0].data, [
    { value: long('apple'), count: 1 },
    { value: long('fig'), count: 1 },
    { value: long('pear'), count: 1 },
  ]);
  assert.deepEqual(ids(again), ['c', 'b', 'a']);
  const grouped = await search({ group: { field: 'body' }, sort: { body: 'asc' } });
  assert.deepEqual(
    grouped.results.map((result: { _group_key: string }) => result._group_key),
    [long('apple'), long('fig'), long('pear')],
  );
});
