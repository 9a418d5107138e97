import { type MessagePort, parentPort, type Transferable } from 'node:worker_threads';
import { type FromThread, plainError, type ToThread } from './message.ts';

/**
 * What a task does. It may answer at once, later, or as a generator, which is left after each `yield` for other
 * tasks and for news of its cancellation; a cancelled one is not continued.
 */
export type TaskHandler = (payload: never, context: TaskContext) => unknown | Promise<unknown>;

export interface TaskContext {
  readonly signal: AbortSignal;
}

/** A result whose `buffers` are handed over instead of copied. */
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

  /** One after another: while the code of a task is loaded, those behind it wait, whoever they are. */
  async #startWaiting(): Promise<void> {
    this.#isStarting = true;
    for (let work = this.#waiting.shift(); work !== undefined; work = this.#waiting.shift()) {
      // A known task is begun without a turn of the loop in between.
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
      // Nobody hears of the failure of a post, so it ends the thread; whoever starts it again sends its state again.
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

/** Runs a generator to its end. Between its steps messages are received and other tasks take their steps. */
async function driven(steps: Iterator<unknown>, signal: AbortSignal): Promise<unknown> {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
    await new Promise((resume) => setImmediate(resume));
    if (signal.aborted) {
      steps.return?.();
      signal.throwIfAborted();
    }
  }
}
