import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { dropBuffers } from '../../src/threads/dropped-buffers.ts';

const SIZE = 32 * 2 ** 20;
const newBuffer = (): WeakRef<SharedArrayBuffer> => new WeakRef(new SharedArrayBuffer(SIZE));

describe('dropped shared buffers', () => {
  it('are collected soon after the thread has said that it dropped them', async () => {
    for (let i = 0; i < 5; i++) {
      const buffer = newBuffer();
      dropBuffers(SIZE);
      const until = performance.now() + 10_000;
      while (buffer.deref() !== undefined && performance.now() < until) await sleep(10);
      assert.equal(buffer.deref(), undefined);
    }
  });
});
