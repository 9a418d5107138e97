import assert from 'node:assert/strict';
import { test } from 'node:test';
import { smallestFailing } from './shrink.ts';

test('what is left of a failure are the items that it needs, in their order', async () => {
  const items = Array.from({ length: 100 }, (_, index) => index);
  for (const needed of [[], [0], [99], [3, 50, 51, 98]]) {
    const fails = async (left: readonly number[]) => needed.every((item) => left.includes(item));
    assert.deepEqual(await smallestFailing(items, fails), needed);
  }
});
