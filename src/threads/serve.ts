import { type MessagePort, parentPort, type Transferable } from 'node:worker_threads';
import { type FromThread, plainError, type ToThread } from './message.ts';
import { yieldToEventLoop } from './turns.ts';

/**
 * Runs a task. It may return a value, a promise or a generator. At a `yield` of a generator that has run for a millisecond
 * other tasks run and messages are received; a cancelled generator is not resumed.
 */
export type TaskHandler = (payload: never, context: TaskContext) => unknown | Promise<unknown>;

export interface TaskContext {
  readonly signal: AbortSignal;
}

/** A result whose `buffers` are transferred instead of copied. */
export const transferring = (value: unknown, buffers: readonly Transferable[]): Transferring =>
  new Transferring(value, buffers);

class Transferring {
  readonly value: unknown;
  readonly buffers: readonly Transferable[];

  constructor(value: unknown, buffers: readonly Transferable[]) {
    this.value = value;
    this.buffers = buffers;
  }
}

/**
 * Answers the calls of the thread that started this one. The code of a task is loaded when it is first called; tasks
 * begin in the order of their messages.
 */
export function serveTasks(tasks: Readonly<Record<string, () => Promise<TaskHandler>>>): void {
  if (parentPort === null) throw new Error('tasks are served in a worker thread');
  new Server(parentPort, new Map(Object.entries(tasks))).listen();
}

type Work = Exclude<ToThread, { kind: 'cancel' }>;

class Server {
  readonly #port: MessagePort;
  readonly #tasks: ReadonlyMap<string, () => Promise<TaskHandler>>;
  readonly #loaded = new Map<string, TaskHandler>();
  readonly #waiting: Work[] = [];
  readonly #calls = new Map<number, AbortController>();
  #isStarting = false;

  constructor(port: MessagePort, tasks: ReadonlyMap<string, () => Promise<TaskHandler>>) {
    this.#port = port;
    this.#tasks = tasks;
  }

  listen(): void {
    this.#port.on('message', (message: ToThread) => this.#receive(message));
    this.#port.on('messageerror', (error) => {
      throw error;
    });
  }

  #receive(message: ToThread): void {
    if (message.kind === 'cancel') {
      this.#calls.get(message.id)?.abort();
      return;
    }
    if (message.kind === 'call') this.#calls.set(message.id, new AbortController());
    this.#waiting.push(message);
    if (!this.#isStarting) void this.#startWaiting();
  }

  /** Starts tasks in order: while the code of one is loaded, all later ones wait. */
  async #startWaiting(): Promise<void> {
    this.#isStarting = true;
    for (let work = this.#waiting.shift(); work !== undefined; work = this.#waiting.shift()) {
      // A loaded task starts without a turn of the event loop in between.
      if (!this.#loaded.has(work.task)) await this.#load(work.task);
      void this.#run(work);
    }
    this.#isStarting = false;
  }

  async #load(name: string): Promise<void> {
    const load = this.#tasks.get(name);
    if (load === undefined) return;
    try {
      this.#loaded.set(name, await load());
    } catch (error) {
      this.#loaded.set(name, () => {
        throw error;
      });
    }
  }

  async #run(work: Work): Promise<void> {
    if (work.kind === 'post') {
      // A post has no answer that could report a failure, so a failure ends the thread. A restart sends the state
      // again.
      void this.#outcome(work, new AbortController().signal).catch((error) =>
        setImmediate(() => raise(error)),
      );
      return;
    }
    const { id } = work;
    const { signal } = this.#calls.get(id) as AbortController;
    try {
      const outcome = await this.#outcome(work, signal);
      if (outcome instanceof Transferring)
        this.#answer({ kind: 'result', id, value: outcome.value }, outcome);
      else this.#answer({ kind: 'result', id, value: outcome });
    } catch (error) {
      this.#answer({ kind: 'error', id, error: plainError(error) });
    } finally {
      this.#calls.delete(id);
    }
  }

  async #outcome({ task, payload }: Work, signal: AbortSignal): Promise<unknown> {
    signal.throwIfAborted();
    const handler = this.#loaded.get(task);
    if (handler === undefined) throw new Error(`there is no task ${task}`);
    const outcome = handler(payload as never, { signal });
    return isGenerator(outcome) ? driven(outcome, signal) : outcome;
  }

  #answer(message: FromThread, { buffers }: { buffers: readonly Transferable[] } = { buffers: [] }): void {
    this.#port.postMessage(message, buffers);
  }
}

const raise = (error: unknown): never => {
  throw error;
};

const isGenerator = (value: unknown): value is Iterator<unknown> =>
  typeof value === 'object' &&
  value !== null &&
  Object.prototype.toString.call(value) === '[object Generator]';

/** How long a generator runs in one turn of the event loop, in milliseconds. */
const SLICE = 1;

/** Runs a generator to its end, in turn with those of other calls. */
async function driven(steps: Iterator<unknown>, signal: AbortSignal): Promise<unknown> {
  let since = performance.now();
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
    if (performance.now() - since < SLICE) continue;
    await yieldToEventLoop();
    since = performance.now();
    if (signal.aborted) {
      steps.return?.();
      signal.throwIfAborted();
    }
  }
}
