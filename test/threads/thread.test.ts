import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { setTimeout as pause, setImmediate as turn } from 'node:timers/promises';
import { Thread, type ThreadOptions } from '../../src/threads/thread.ts';
import { ThreadDied } from '../../src/threads/thread-died.ts';

const program = new URL('./program.ts', import.meta.url);

function threadOf(t: TestContext, options: Partial<ThreadOptions> = {}): Thread {
  const thread = new Thread({ program, name: 'test', ...options });
  t.after(() => thread.close());
  return thread;
}

const until = async (condition: () => boolean): Promise<void> => {
  while (!condition()) await turn();
};

const died = (how: RegExp) => (error: unknown) => error instanceof ThreadDied && how.test(error.message);

test('a thread starts at its first call and responds to it', async (t) => {
  const thread = threadOf(t);
  assert.equal(thread.isStarted, false);
  const value = { text: 'a', map: new Map([['b', [1, null]]]) };
  const answer = thread.call('echo', value);
  assert.deepEqual([thread.isStarted, thread.pending], [true, 1]);
  assert.deepEqual(await answer, value);
  assert.equal(thread.pending, 0);
});

test('messages are processed in the order of sending, even while the code of one is being loaded', async (t) => {
  const thread = threadOf(t);
  thread.post('hear', 1);
  const calls = [thread.call('slowlyLoaded', 2), thread.call('hear', 3)];
  thread.post('hear', 4);
  assert.deepEqual(await thread.call('heard', undefined), [1, 2, 3, 4]);
  await Promise.all(calls);
});

test('buffers are transferred in both directions', async (t) => {
  const thread = threadOf(t);
  const bytes = new Uint8Array(1000);
  assert.equal(await thread.call('lengthOf', bytes, { transfer: [bytes.buffer] }), 1000);
  assert.equal(bytes.length, 0);
  const { buffer } = await thread.call<{ buffer: ArrayBuffer }>('bytes', 300);
  assert.deepEqual([...new Uint8Array(buffer)], Array(300).fill(7));
});

test('a cancelled call is rejected at once with the reason, and its task is cancelled', async (t) => {
  const thread = threadOf(t);
  const cancelling = new AbortController();
  const call = thread.call('untilCancelled', undefined, { signal: cancelling.signal });
  assert.equal(await thread.call('cancellations', undefined), 0);
  const reason = new Error('the caller no longer waits');
  cancelling.abort(reason);
  await assert.rejects(call, reason);
  assert.equal(await thread.call('cancellations', undefined), 1);
  assert.equal(thread.pending, 0);
});

test('a cancelled call is pending until its task has ended', async (t) => {
  const thread = threadOf(t);
  const cancelling = new AbortController();
  const call = thread.call('untilCancelled', undefined, { signal: cancelling.signal });
  cancelling.abort();
  await assert.rejects(call, { name: 'AbortError' });
  assert.equal(thread.pending, 1);
  await until(() => thread.pending === 0);
});

test('a generator yields after each step, so that other calls proceed, and ends when cancelled', async (t) => {
  const thread = threadOf(t);
  const cancelling = new AbortController();
  const endless = thread.call('stepping', undefined, { signal: cancelling.signal });
  assert.equal(await thread.call('countTo', 100), 100);
  assert.ok((await thread.call<number>('steps', undefined)) >= 100);
  cancelling.abort();
  await assert.rejects(endless, { name: 'AbortError' });
  await until(() => thread.pending === 0);
  const steps = await thread.call('steps', undefined);
  await thread.call('countTo', 10);
  assert.equal(await thread.call('steps', undefined), steps);
});

test('a call with an aborted signal is not sent and starts nothing', async (t) => {
  const thread = threadOf(t);
  await assert.rejects(thread.call('hear', 1, { signal: AbortSignal.abort() }), { name: 'AbortError' });
  assert.equal(thread.isStarted, false);
});

test('errors keep name, message and code', async (t) => {
  const thread = threadOf(t);
  await assert.rejects(thread.call('fail', undefined), {
    name: 'TypeError',
    message: 'no such thing',
    code: 'E_NO_SUCH',
  });
  await assert.rejects(thread.call('failWithText', undefined), { name: 'Error', message: 'just a text' });
  await assert.rejects(thread.call('unheardOf', undefined), { message: 'there is no task unheardOf' });
  await assert.rejects(thread.call('cannotBeLoaded', undefined), { message: 'cannot be loaded' });
  await assert.rejects(thread.call('answerWithFunction', undefined), { name: 'DataCloneError' });
  await assert.rejects(
    thread.call('echo', () => 1),
    { name: 'DataCloneError' },
  );
  assert.deepEqual([await thread.call('echo', 'still there'), thread.pending], ['still there', 0]);
});

test('when a thread ends all its calls are rejected, and the next call starts it again', async (t) => {
  const thread = threadOf(t);
  for (const [task, how] of [
    ['exit', /ended with code 3/],
    ['throwLater', /ended with an error/],
  ] as const) {
    const other = thread.call('untilCancelled', undefined);
    const deadly = thread.call(task, 3);
    await assert.rejects(other, died(how));
    await assert.rejects(deadly, died(how));
    assert.deepEqual([thread.isStarted, thread.pending], [false, 0]);
    assert.equal(await thread.call('echo', 'again'), 'again');
  }
});

test('a thread that runs out of memory ends alone', async (t) => {
  const thread = threadOf(t, { memory: { maxOldGenerationSizeMb: 16 } });
  const call = thread.call('eatMemory', undefined);
  await assert.rejects(call, (error: ThreadDied) => {
    assert.equal((error.cause as { code: string }).code, 'ERR_WORKER_OUT_OF_MEMORY');
    return died(/ended with an error/)(error);
  });
  assert.equal(await thread.call('echo', 'again'), 'again');
});

test('a failed post ends the thread', async (t) => {
  const thread = threadOf(t);
  const call = thread.call('untilCancelled', undefined);
  thread.post('fail', undefined);
  await assert.rejects(call, died(/ended with an error/));
});

test('at each start the thread receives its state first', async (t) => {
  const thread = threadOf(t);
  let state = 'first';
  thread.onStart(() => thread.post('hear', state));
  assert.deepEqual(await thread.call('heard', undefined), ['first']);
  state = 'second';
  await assert.rejects(thread.call('exit', 1), ThreadDied);
  thread.post('hear', 'and more');
  assert.deepEqual(await thread.call('heard', undefined), ['second', 'and more']);
});

test('a thread that cannot receive its state is not used', async (t) => {
  const thread = threadOf(t);
  let failures = 1;
  thread.onStart(() => {
    if (failures-- > 0) throw new Error('no state yet');
  });
  await assert.rejects(thread.call('echo', 1), { message: 'no state yet' });
  assert.equal(thread.isStarted, false);
  assert.equal(await thread.call('echo', 2), 2);
});

test('a closed thread rejects pending and later calls', async (t) => {
  const thread = threadOf(t);
  const call = thread.call('untilCancelled', undefined);
  const rejected = assert.rejects(call, died(/was closed/));
  await thread.close();
  await rejected;
  await assert.rejects(thread.call('echo', 1), died(/is closed/));
});

test('a process ends by itself when its threads are idle, and not before its calls are answered', () => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(import.meta.dirname, 'ending.ts')], {
    encoding: 'utf8',
    timeout: 60_000,
  });
  assert.deepEqual({ status, stdout, stderr }, { status: 0, stdout: 'counted to 1000\n', stderr: '' });
});

test('a thread ends after its idle timeout, and the next call starts it again', async (t) => {
  const thread = threadOf(t, { idleTimeout: 30 });
  let starts = 0;
  thread.onStart(() => starts++);
  assert.equal(await thread.call('echo', 1), 1);
  await until(() => !thread.isStarted);
  assert.equal(await thread.call('echo', 2), 2);
  assert.equal(starts, 2);
});

test('the idle timeout does not end a thread that is busy or kept alive', async (t) => {
  const thread = threadOf(t, { idleTimeout: 20 });
  const letGo = thread.keepAlive();
  thread.post('hear', 1);
  await thread.call('echo', 1);
  await pause(60);
  assert.deepEqual(await thread.call('heard', undefined), [1]);
  letGo();
  letGo();
  await until(() => !thread.isStarted);
  const stop = new AbortController();
  const call = thread.call('untilCancelled', undefined, { signal: stop.signal });
  await pause(60);
  assert.equal(thread.isStarted, true);
  stop.abort(new Error('enough'));
  await assert.rejects(call, /enough/);
  assert.deepEqual(await thread.call('heard', undefined), []);
});
