import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { TopKHeap } from '../../src/index/embedded/query/sort/top-k-heap.ts';
import { announcedSeed } from '../support/seed.ts';

const seed = announcedSeed('top-k heap');

const ascending = (a: number, b: number): number => a - b;

test('a heap keeps the first k of all offered items, and its bound is the last of them', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: -9, max: 9 })),
      fc.nat(12),
      fc.boolean(),
      (items, size, falling) => {
        const order = falling ? (a: number, b: number) => b - a : ascending;
        const heap = new TopKHeap<number>(size, order);
        for (const [offered, item] of items.entries()) {
          heap.offer(item);
          const expected = items
            .slice(0, offered + 1)
            .sort(order)
            .slice(0, size);
          assert.deepEqual(heap.sorted(), expected);
          assert.equal(heap.bound, expected.length < size ? undefined : expected.at(-1));
        }
      },
    ),
    { seed, numRuns: 1000 },
  );
});

test('among equal items the first one offered stays', () => {
  const heap = new TopKHeap<readonly [number, string]>(2, (a, b) => a[0] - b[0]);
  for (const item of [
    [1, 'first'],
    [1, 'second'],
    [1, 'third'],
  ] as const)
    heap.offer(item);
  assert.deepEqual(
    heap
      .sorted()
      .map(([, name]) => name)
      .sort(),
    ['first', 'second'],
  );
});

test('a heap of size zero stays empty', () => {
  const heap = new TopKHeap<number>(0, ascending);
  heap.offer(1);
  assert.deepEqual(heap.sorted(), []);
  assert.equal(heap.bound, undefined);
});

test('a heap can be read between offers', () => {
  const heap = new TopKHeap<number>(3, ascending);
  for (const item of [5, 4, 3]) heap.offer(item);
  heap.sorted();
  for (const item of [2, 9, 1]) heap.offer(item);
  assert.deepEqual(heap.sorted(), [1, 2, 3]);
});
