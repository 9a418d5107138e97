import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { dropBuffers } from '../../src/threads/dropped-buffers.ts';

const SIZE = 32 * 2 ** 20;

describe('dropped shared buffers', () => {
  it('are collected soon after the thread has said that it dropped them', async () => {
    const collected = new Set<number>();
    // Not a WeakRef: a look at its target while garbage is marked would keep the target.
    const registry = new FinalizationRegistry((number: number) => collected.add(number));
    for (let i = 0; i < 5; i++) {
      registry.register(new SharedArrayBuffer(SIZE), i);
      // A buffer that is new while garbage is marked stays until the next collection.
      for (let attempt = 0; attempt < 3 && !collected.has(i); attempt++) {
        dropBuffers(SIZE);
        const until = performance.now() + 3000;
        while (!collected.has(i) && performance.now() < until) await sleep(10);
      }
      assert.ok(collected.has(i), `buffer ${i} is still there`);
    }
  });
});
