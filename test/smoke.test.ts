import assert from 'node:assert/strict';
import test from 'node:test';
import { startTestService } from './support/service.ts';

test('a document can be indexed, found, read and deleted', async (t) => {
  const service = await startTestService(t);
  const engine = await service.engine({ documents: [{ id: 'a', title: 'Dune', year: 1965 }] });
  const found = await service.call('POST', `/engines/${engine}/search`, {
    key: service.searchKey,
    body: { query: 'dune' },
  });
  assert.equal(found.status, 200);
  assert.deepEqual(
    found.json.results.map((hit: { id: { raw: string } }) => hit.id.raw),
    ['a'],
  );
  const read = await service.call('GET', `/engines/${engine}/documents`, { body: ['a', 'b'] });
  assert.deepEqual(read.json, [{ id: 'a', title: 'Dune', year: '1965' }, null]);
  const gone = await service.call('DELETE', `/engines/${engine}/documents`, { body: ['a', 'b'] });
  assert.deepEqual(gone.json, [
    { id: 'a', deleted: true },
    { id: 'b', deleted: false },
  ]);
  const empty = await service.call('POST', `/engines/${engine}/search`, { body: { query: '' } });
  assert.deepEqual(empty.json.results, []);
});
