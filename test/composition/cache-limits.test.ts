import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cacheLimits } from '../../src/composition/cache-limits.ts';

const MB = 2 ** 20;

test('caches take a sixteenth of the memory, half of it in the main thread', () => {
  const limits = cacheLimits({ memory: 512 * MB, workers: 2 }, 1);
  assert.deepEqual(limits, { mainThread: 16 * MB, otherThread: 4 * MB, total: 32 * MB });
});

test('large memory goes to the index: the caches of a thread need at most 64 MB', () => {
  const limits = cacheLimits({ memory: 64 * 1024 * MB, workers: 1 }, 1);
  assert.deepEqual(limits, { mainThread: 64 * MB, otherThread: 64 * MB, total: 256 * MB });
});
