import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestService } from '../support/service.ts';

const long = (name: string): string => `${name} ${'of a value that is too long to be kept whole '.repeat(3)}`;

test('a long value is counted by its text, even if the oldest document with it is deleted', async (t) => {
  const service = await startTestService(t);
  const engine = await service.engine();
  const write = async (documents: object[]) => {
    const { status } = await service.call('POST', `/engines/${engine}/documents`, { body: documents });
    assert.equal(status, 200);
  };
  await write(Array.from({ length: 60 }, (_, i) => ({ id: `d${i}`, note: long(`note ${i}`) })));
  // Its text was not read before the deletion: only its hash is known there.
  await write([{ id: 'd0', note: 'short' }]);
  await write([{ id: 'another', note: long('note 0') }]);
  const facets = { note: { type: 'value', size: 100 } };
  const { json } = await service.call('POST', `/engines/${engine}/search`, { body: { query: '', facets } });
  const expected = ['short', ...Array.from({ length: 60 }, (_, i) => long(`note ${i}`))].sort();
  const data: Array<{ value: string; count: number }> = json.facets.note[0].data;
  assert.deepEqual(data.map(({ value }) => value).sort(), expected);
  assert.ok(data.every(({ count }) => count === 1));
});
