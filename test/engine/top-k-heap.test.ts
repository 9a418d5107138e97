import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { TopKHeap } from '../../src/index/embedded/query/sort/top-k-heap.ts';
import { announcedSeed } from '../support/seed.ts';

const seed = announcedSeed('best of many');

const ascending = (a: number, b: number): number => a - b;

test('of all that was offered the first in the order are kept, and the bound is the last of them', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: -9, max: 9 })),
      fc.nat(12),
      fc.boolean(),
      (items, size, falling) => {
        const order = falling ? (a: number, b: number) => b - a : ascending;
        const best = new TopKHeap<number>(size, order);
        for (const [offered, item] of items.entries()) {
          best.offer(item);
          const kept = items
            .slice(0, offered + 1)
            .sort(order)
            .slice(0, size);
          assert.deepEqual(best.inOrder(), kept);
          assert.equal(best.bound, kept.length < size ? undefined : kept.at(-1));
        }
      },
    ),
    { seed, numRuns: 1000 },
  );
});

test('of equal items the one that came first is kept', () => {
  const best = new TopKHeap<readonly [number, string]>(2, (a, b) => a[0] - b[0]);
  for (const item of [
    [1, 'first'],
    [1, 'second'],
    [1, 'third'],
  ] as const)
    best.offer(item);
  assert.deepEqual(
    best
      .inOrder()
      .map(([, name]) => name)
      .sort(),
    ['first', 'second'],
  );
});

test('a page of no documents keeps none', () => {
  const best = new TopKHeap<number>(0, ascending);
  best.offer(1);
  assert.deepEqual(best.inOrder(), []);
  assert.equal(best.bound, undefined);
});

test('what is kept can be asked for while more is offered', () => {
  const best = new TopKHeap<number>(3, ascending);
  for (const item of [5, 4, 3]) best.offer(item);
  best.inOrder();
  for (const item of [2, 9, 1]) best.offer(item);
  assert.deepEqual(best.inOrder(), [1, 2, 3]);
});
