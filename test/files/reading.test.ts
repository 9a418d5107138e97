import assert from 'node:assert/strict';
import { test } from 'node:test';
import { crc32 } from 'node:zlib';
import { checksumsOf } from '../../src/index/embedded/files/checksums.ts';
import { readAhead } from '../../src/index/embedded/files/read-ahead.ts';

test('checksums cover whole arrays of any length', async () => {
  const bytes = new Uint8Array(new SharedArrayBuffer(9 << 20));
  for (let at = 0; at < bytes.length; at += 997) bytes[at] = at;
  const pieces = [
    bytes,
    bytes.subarray(1),
    bytes.subarray(0, 4 << 20),
    bytes.subarray(7, 7),
    bytes.subarray(5, 6),
  ];
  assert.deepEqual(
    await checksumsOf(pieces),
    pieces.map((piece) => crc32(piece)),
  );
});

test('checksums of large data are computed in steps that yield the thread', async () => {
  let turns = 0;
  let isDone = false;
  const others = (): void => {
    turns++;
    if (!isDone) setImmediate(others);
  };
  setImmediate(others);
  await checksumsOf(Array.from({ length: 20 }, () => new Uint8Array(1 << 20)));
  isDone = true;
  assert.ok(turns >= 4, `${turns} turns of others`);
});

/** Reads numbers, and records the reads. */
function library(failing = -1) {
  const book = { begun: 0, ended: 0, most: 0 };
  const read = async (item: number): Promise<number> => {
    book.begun++;
    book.most = Math.max(book.most, book.begun - book.ended);
    await new Promise((resolve) => setImmediate(resolve));
    book.ended++;
    if (item === failing) throw new Error(`no ${item}`);
    return item * 10;
  };
  return { book, read };
}

test('exactly the next item is read while one is processed', async () => {
  const { book, read } = library();
  const seen: number[] = [];
  for await (const item of readAhead([1, 2, 3, 4], read)) {
    seen.push(item);
    assert.ok(book.begun <= seen.length + 1);
    if (seen.length < 4) assert.equal(book.begun, seen.length + 1, 'the next one has begun');
  }
  assert.deepEqual(seen, [10, 20, 30, 40]);
  assert.equal(book.most, 1);
});

test('a reader that stops early waits for the pending read', async () => {
  const { book, read } = library();
  for await (const item of readAhead([1, 2, 3, 4], read)) if (item === 20) break;
  assert.deepEqual([book.begun, book.ended], [3, 3]);
});

test('a failure is reported in order, after the items before it', async () => {
  const { read } = library(3);
  const seen: number[] = [];
  await assert.rejects(async () => {
    for await (const item of readAhead([1, 2, 3, 4], read)) {
      // Long enough for the next one to fail before it is awaited.
      for (let turn = 0; turn < 5; turn++) await new Promise((resolve) => setImmediate(resolve));
      seen.push(item);
    }
  }, /^Error: no 3$/);
  assert.deepEqual(seen, [10, 20]);
});
