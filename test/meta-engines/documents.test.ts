import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TestService } from '../support/service.ts';
import { sharedService } from '../support/shared-service.ts';

let made = 0;
async function metaOver(service: TestService, sources: readonly string[]): Promise<string> {
  const name = `all-${++made}`;
  await service.call('POST', '/engines', { body: { name, type: 'meta', source_engines: sources } });
  return name;
}

const numbered = (count: number, title: string) =>
  Array.from({ length: count }, (_, n) => ({ id: `${n}`, title: `${title} ${n}` }));

test('documents are read by their scoped ids, each with the types of its source', async () => {
  const service = await sharedService();
  const books = await service.engine({
    schema: { year: 'number' },
    documents: [
      { id: '1', year: '1965' },
      { id: 'a|b', year: 1 },
    ],
  });
  const films = await service.engine({ schema: { year: 'text' }, documents: [{ id: '1', year: '1984' }] });
  const meta = await metaOver(service, [books, films]);
  const ids = [`${films}|1`, `${books}|1`, `${books}|a|b`, '1', `${books}|2`, 'nowhere|1', `|1`, `${books}|`];
  const { status, json } = await service.call('GET', `/engines/${meta}/documents`, { body: ids });
  assert.equal(status, 200);
  assert.deepEqual(json, [
    { id: `${films}|1`, year: '1984' },
    { id: `${books}|1`, year: 1965 },
    { id: `${books}|a|b`, year: 1 },
    ...[null, null, null, null, null],
  ]);
});

test('a list goes through the sources in order, in pages', async () => {
  const service = await sharedService();
  const sources = [
    await service.engine({ documents: numbered(7, 'Book') }),
    await service.engine(),
    await service.engine({ documents: numbered(45, 'Film') }),
  ];
  const meta = await metaOver(service, sources);
  const all = [
    ...numbered(7, 'Book').map(({ id, title }) => ({ id: `${sources[0]}|${id}`, title })),
    ...numbered(45, 'Film').map(({ id, title }) => ({ id: `${sources[2]}|${id}`, title })),
  ];
  for (const size of [5, 30, 100]) {
    const listed: unknown[] = [];
    for (let current = 1; current <= Math.ceil(52 / size); current++) {
      const { json } = await service.call(
        'GET',
        `/engines/${meta}/documents/list?page[current]=${current}&page[size]=${size}`,
      );
      assert.deepEqual(json.meta.page, {
        current,
        total_pages: Math.ceil(52 / size),
        total_results: 52,
        size,
      });
      listed.push(...json.results);
    }
    assert.deepEqual(listed, all, `pages of ${size}`);
  }
});

test('documents cannot be written', async () => {
  const service = await sharedService();
  const books = await service.engine({ documents: numbered(1, 'Book') });
  const meta = await metaOver(service, [books]);
  const bodies = { POST: [{ id: '1' }], PATCH: [{ id: `${books}|0`, title: 'x' }], DELETE: [`${books}|0`] };
  for (const [method, body] of Object.entries(bodies)) {
    const { status, json } = await service.call(method, `/engines/${meta}/documents`, { body });
    const errors = ['Documents of a meta engine cannot be changed. Change them in its source engines.'];
    assert.deepEqual({ status, json }, { status: 400, json: { errors } }, method);
  }
  const { json } = await service.call('GET', `/engines/${books}/documents/list`);
  assert.deepEqual(json.results, numbered(1, 'Book'));
});
