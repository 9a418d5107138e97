import assert from 'node:assert/strict';
import test from 'node:test';
import { bodyOf, RecentDocuments } from '../../src/search/recent-documents.ts';
import type { DocumentReader, StoredDocument } from '../../src/store/port.ts';

/** A store of documents that counts reads. */
function world(mostBytes?: number) {
  const stored = new Map<string, StoredDocument>();
  let reads = 0;
  const documents = {
    async byIds(engine: number, ids: readonly string[]) {
      reads += ids.length;
      return new Map(ids.flatMap((id) => stored.get(`${engine}/${id}`) ?? []).map((row) => [row.id, row]));
    },
  } as unknown as DocumentReader;
  const recent = new RecentDocuments(documents, mostBytes);
  return {
    recent,
    reads: () => reads,
    put: (engine: number, id: string, sequence: number, value: unknown) =>
      stored.set(`${engine}/${id}`, { id, sequence, position: 1, json: JSON.stringify({ value }) }),
    remove: (engine: number, id: string) => stored.delete(`${engine}/${id}`),
    async value(engine: number, id: string, sequence = 1) {
      const document = (await recent.of(engine, [{ id, sequence }])).get(id);
      return document && bodyOf(document).value;
    },
  };
}

test('a document is read once, whatever else is committed', async () => {
  const it = world();
  it.put(1, 'a', 1, 'x');
  assert.equal(await it.value(1, 'a'), 'x');
  it.put(1, 'b', 2, 'y');
  assert.equal(await it.value(1, 'a'), 'x');
  assert.equal(it.reads(), 1);
});

test('another version than the cached one is read', async () => {
  const it = world();
  it.put(1, 'a', 1, 'x');
  await it.value(1, 'a');
  it.put(1, 'a', 2, 'y');
  assert.equal(await it.value(1, 'a', 2), 'y');
  // The older version no longer exists: the caller gets the current one, and sees the difference by its number.
  assert.equal((await it.recent.of(1, [{ id: 'a', sequence: 1 }])).get('a')?.sequence, 2);
  it.remove(1, 'a');
  assert.equal(await it.value(1, 'a', 3), undefined);
});

test('the same id in two engines means two documents', async () => {
  const it = world();
  it.put(1, 'a', 1, 'x');
  it.put(2, 'a', 1, 'y');
  assert.deepEqual([await it.value(1, 'a'), await it.value(2, 'a')], ['x', 'y']);
  assert.deepEqual([await it.value(1, 'a'), await it.value(2, 'a')], ['x', 'y']);
});

test('the cache is bounded, and documents in frequent use stay', async () => {
  const it = world(64 * 1024);
  for (let i = 0; i < 1000; i++) it.put(1, `d${i}`, 1, 'x'.repeat(100));
  await it.value(1, 'd0');
  for (let i = 1; i < 1000; i++) {
    await it.value(1, `d${i}`);
    await it.value(1, 'd0');
  }
  assert.equal(it.reads(), 1000);
  await it.value(1, 'd1');
  assert.equal(it.reads(), 1001);
});

test('the JSON is available after the values were read', async () => {
  const it = world();
  it.put(1, 'a', 1, { b: [1, 'two', null] });
  await it.value(1, 'a');
  assert.equal(
    (await it.recent.of(1, [{ id: 'a', sequence: 1 }])).get('a')?.json,
    '{"value":{"b":[1,"two",null]}}',
  );
});
