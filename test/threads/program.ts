import { serveTasks, type TaskHandler, transferring } from '../../src/threads/serve.ts';

/** The tasks of the threads in these tests. */

interface Context {
  readonly signal: AbortSignal;
}

const heard: unknown[] = [];
let cancellations = 0;
let steps = 0;

const turn = () => new Promise<void>((resume) => setImmediate(resume));

const tasks: Record<string, TaskHandler> = {
  echo: (value: unknown) => value,
  hear: (value: unknown) => void heard.push(value),
  heard: () => heard,
  cancellations: () => cancellations,
  steps: () => steps,
  untilCancelled: (_: unknown, { signal }: Context) =>
    new Promise((_resolve, reject) => {
      signal.addEventListener('abort', () => {
        cancellations++;
        reject(signal.reason);
      });
    }),
  /** Never ends by itself and ignores its signal, but yields between its steps. */
  *stepping() {
    for (;;) yield steps++;
  },
  *countTo(last: number) {
    for (let at = 0; at < last; at++) yield;
    return last;
  },
  bytes: (length: number) => {
    const { buffer } = new Uint8Array(length).fill(7);
    return transferring({ buffer }, [buffer]);
  },
  lengthOf: (bytes: Uint8Array) => bytes.length,
  fail: () => {
    throw Object.assign(new TypeError('no such thing'), { code: 'E_NO_SUCH' });
  },
  failWithText: () => Promise.reject('just a text'),
  answerWithFunction: () => () => 1,
  exit: (code: number) => process.exit(code),
  throwLater: async () => {
    setImmediate(() => {
      throw new Error('uncaught');
    });
    await new Promise(() => {});
  },
  eatMemory: async () => {
    const eaten: unknown[] = [];
    for (;;) {
      for (let at = 0; at < 1000; at++) eaten.push({ at, name: `number ${at} ${eaten.length}` });
      await turn();
    }
  },
};

const loaded = Object.entries(tasks).map(([name, task]) => [name, async () => task] as const);

serveTasks({
  ...Object.fromEntries(loaded),
  // A task whose code takes several turns to load.
  slowlyLoaded: async () => {
    for (let at = 0; at < 20; at++) await turn();
    return (value: unknown) => void heard.push(value);
  },
  cannotBeLoaded: async () => {
    throw new Error('cannot be loaded');
  },
});
