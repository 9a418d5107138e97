import assert from 'node:assert/strict';
import test from 'node:test';
import { bodyOf, RecentDocuments } from '../../src/search/recent-documents.ts';
import type { DocumentReader, StoredDocument } from '../../src/store/port.ts';

/** A store of documents that counts how many are read. */
function world(mostBytes?: number) {
  const stored = new Map<string, StoredDocument>();
  let [revision, reads] = [1, 0] as [number | undefined, number];
  const documents = {
    async byIds(engine: number, ids: readonly string[]) {
      reads += ids.length;
      return new Map(ids.flatMap((id) => stored.get(`${engine}/${id}`) ?? []).map((row) => [row.id, row]));
    },
  } as unknown as DocumentReader;
  const recent = new RecentDocuments({ documents, revision: () => revision }, mostBytes);
  return {
    recent,
    reads: () => reads,
    setRevision: (number: number | undefined) => {
      revision = number;
    },
    put: (engine: number, id: string, sequence: number, value: unknown) =>
      stored.set(`${engine}/${id}`, { id, sequence, position: 1, json: JSON.stringify({ value }) }),
    remove: (engine: number, id: string) => stored.delete(`${engine}/${id}`),
    async value(engine: number, id: string) {
      const document = (await recent.byIds(engine, [id])).get(id);
      return document && bodyOf(document).value;
    },
  };
}

test('a document is read once while nothing is committed', async () => {
  const it = world();
  it.put(1, 'a', 1, 'x');
  assert.equal(await it.value(1, 'a'), 'x');
  assert.equal(await it.value(1, 'a'), 'x');
  assert.equal(it.reads(), 1);
});

test('after a commit a document is what the store has now', async () => {
  const it = world();
  it.put(1, 'a', 1, 'x');
  await it.value(1, 'a');
  it.put(1, 'a', 2, 'y');
  it.setRevision(2);
  assert.equal(await it.value(1, 'a'), 'y');
  it.remove(1, 'a');
  it.setRevision(3);
  assert.equal(await it.value(1, 'a'), undefined);
});

test('one that a commit has left alone is the same object, read again', async () => {
  const it = world();
  it.put(1, 'a', 1, 'x');
  const before = (await it.recent.byIds(1, ['a'])).get('a');
  it.setRevision(2);
  assert.equal((await it.recent.byIds(1, ['a'])).get('a'), before);
  assert.equal(it.reads(), 2);
});

test('the same id in two engines is two documents', async () => {
  const it = world();
  it.put(1, 'a', 1, 'x');
  it.put(2, 'a', 1, 'y');
  assert.deepEqual([await it.value(1, 'a'), await it.value(2, 'a')], ['x', 'y']);
  assert.deepEqual([await it.value(1, 'a'), await it.value(2, 'a')], ['x', 'y']);
});

test('nothing is kept where the store cannot say whether something was committed', async () => {
  const it = world();
  it.setRevision(undefined);
  it.put(1, 'a', 1, 'x');
  await it.value(1, 'a');
  it.put(1, 'a', 1, 'y');
  assert.equal(await it.value(1, 'a'), 'y');
});

test('what is kept is bounded, and what is asked for again and again stays', async () => {
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

test('JSON can be asked for after the values were', async () => {
  const it = world();
  it.put(1, 'a', 1, { b: [1, 'two', null] });
  await it.value(1, 'a');
  assert.equal((await it.recent.byIds(1, ['a'])).get('a')?.json, '{"value":{"b":[1,"two",null]}}');
});
