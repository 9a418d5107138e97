import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { Pool } from '../../src/threads/pool.ts';
import { ThreadDied } from '../../src/threads/thread-died.ts';

const program = new URL('./program.ts', import.meta.url);

function poolOf(t: TestContext, size: number): Pool {
  const pool = new Pool({ program, name: 'test', size });
  t.after(() => pool.close());
  return pool;
}

const started = (pool: Pool): boolean[] => pool.threads.map((thread) => thread.isStarted);

test('a pool starts another thread only when the running ones are busy', async (t) => {
  const pool = poolOf(t, 3);
  assert.equal(pool.size, 3);
  for (let at = 0; at < 3; at++) assert.equal(await pool.call('echo', at), at);
  assert.deepEqual(started(pool), [true, false, false]);
  const calls = [pool.call('echo', 1), pool.call('echo', 2)];
  assert.deepEqual(started(pool), [true, true, false]);
  await Promise.all(calls);
});

test('a call goes to the thread with the fewest pending calls', async (t) => {
  const pool = poolOf(t, 2);
  const cancelling = new AbortController();
  const long = pool.call('untilCancelled', undefined, { signal: cancelling.signal });
  const second = pool.call('untilCancelled', undefined, { signal: cancelling.signal });
  const third = pool.call('untilCancelled', undefined, { signal: cancelling.signal });
  assert.deepEqual(
    pool.threads.map(({ pending }) => pending),
    [2, 1],
  );
  assert.equal(pool.pending, 3);
  cancelling.abort();
  await Promise.all([long, second, third].map((call) => assert.rejects(call)));
});

test('a thread receives the state when it starts, before any other message', async (t) => {
  const pool = poolOf(t, 2);
  const [first, second] = pool.threads;
  const state: string[] = [];
  pool.onStart((thread) => thread.post('hear', [...state]));
  await first?.call('echo', 1);
  state.push('news');
  assert.deepEqual(await first?.call('heard', undefined), [[]]);
  assert.deepEqual(await second?.call('heard', undefined), [['news']]);
});

test('the end of one thread does not affect the others', async (t) => {
  const pool = poolOf(t, 2);
  const deadly = pool.call('exit', 1);
  const other = pool.call('echo', 'alive');
  await assert.rejects(deadly, ThreadDied);
  assert.equal(await other, 'alive');
  assert.equal(await pool.call('echo', 'again'), 'again');
});
