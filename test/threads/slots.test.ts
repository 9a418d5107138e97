import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { onBehalfOf } from '../../src/threads/flow.ts';
import { type Release, Slots } from '../../src/threads/slots.ts';

suite('slots', () => {
  test('are handed on fairly, also across waits', async () => {
    const slots = new Slots([2, 2, 1]);
    const began: string[] = [];
    const releases = new Map<string, Release>();
    const begin = (key: string, name: string, signal?: AbortSignal) =>
      onBehalfOf(['account', key], async () => {
        const release = await slots.acquire(signal);
        began.push(name);
        releases.set(name, release);
      });
    const leaving = new AbortController();
    const left = [begin('a', 'a1'), begin('a', 'a2', leaving.signal), begin('a', 'a3'), begin('b', 'b1')];
    left.push(begin('c', 'c1'));
    await left[3];
    assert.deepEqual(began, ['a1', 'b1']);
    leaving.abort(new Error('gone'));
    await assert.rejects(left[1] as Promise<void>, /gone/);
    releases.get('a1')?.();
    // Again: a release counts once.
    releases.get('a1')?.();
    await left[2];
    assert.deepEqual(began, ['a1', 'b1', 'a3']);
    releases.get('b1')?.();
    await left[4];
    assert.deepEqual(began, ['a1', 'b1', 'a3', 'c1']);
    for (const name of ['a3', 'c1']) releases.get(name)?.();
    assert.deepEqual(slots.waiting, [0, 0]);
    assert.ok(slots.tryAcquire() !== undefined);
  });

  test('are not waited for by a signal that has aborted', async () => {
    const slots = new Slots([1]);
    const release = await slots.acquire();
    await assert.rejects(slots.acquire(AbortSignal.abort(new Error('gone'))), /gone/);
    assert.equal(slots.tryAcquire(), undefined);
    release();
    assert.ok(slots.tryAcquire() !== undefined);
  });
});
