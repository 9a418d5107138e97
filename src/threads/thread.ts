import { type Transferable, Worker } from 'node:worker_threads';
import { errorOf, type FromThread, type ToThread } from './message.ts';
import { ThreadDied } from './thread-died.ts';

export type { Transferable } from 'node:worker_threads';

export interface ThreadOptions {
  /** The module that the thread runs; it calls `serveTasks`. */
  readonly program: URL;
  readonly name: string;
  /** What the program finds as `workerData`. */
  readonly data?: unknown;
  /** Limits of the V8 heap, which does not include buffers. */
  readonly memory?: { readonly maxOldGenerationSizeMb: number } | undefined;
  /** Milliseconds without a call after which the thread ends and frees its memory; the next call starts it again. */
  readonly idleTimeout?: number | undefined;
}

export interface CallOptions {
  readonly signal?: AbortSignal | undefined;
  /** Buffers that are transferred instead of copied. */
  readonly transfer?: readonly Transferable[] | undefined;
}

/**
 * Size of the young generation of the heap. By default V8 lets it grow to some 50 MB per thread and never shrinks it:
 * threads that are rarely busy would take more memory than their data.
 */
const YOUNG_MB = 12;

interface Call {
  resolve(value: unknown): void;
  reject(reason: unknown): void;
}

/**
 * A worker thread that answers calls of named tasks. It starts at the first call or post, and again after it has died.
 * Messages arrive in the order of sending. The thread keeps the process alive only while calls are pending.
 */
export class Thread {
  readonly name: string;
  readonly #program: URL;
  readonly #data: unknown;
  readonly #memory: ThreadOptions['memory'];
  readonly #startListeners: Array<() => void> = [];
  readonly #calls = new Map<number, Call>();
  readonly #idleTimeout: number | undefined;
  #worker: Worker | undefined;
  #idleTimer: NodeJS.Timeout | undefined;
  #holders = 0;
  #lastId = 0;
  #isClosed = false;

  constructor({ program, name, data, memory, idleTimeout }: ThreadOptions) {
    this.#program = program;
    this.name = name;
    this.#data = data;
    this.#memory = memory;
    this.#idleTimeout = idleTimeout;
  }

  /** Unanswered calls. A cancelled call counts until its task has ended. */
  get pending(): number {
    return this.#calls.size;
  }

  get isStarted(): boolean {
    return this.#worker !== undefined;
  }

  /** Calls `listener` at each start, before any other message is sent, so that it can post the thread's state. */
  onStart(listener: () => void): void {
    this.#startListeners.push(listener);
  }

  /**
   * The answer of a task. Rejects with the error of the task, with `ThreadDied`, or, immediately, with the reason of
   * `signal`; the task is then cancelled and may run on for a while.
   */
  async call<T>(task: string, payload: unknown, { signal, transfer }: CallOptions = {}): Promise<T> {
    signal?.throwIfAborted();
    const worker = this.#running();
    const id = ++this.#lastId;
    this.#send(worker, { kind: 'call', id, task, payload }, transfer);
    const cancel = () => {
      // The call is gone if its worker has died meanwhile.
      const call = this.#calls.get(id);
      if (call === undefined) return;
      this.#send(worker, { kind: 'cancel', id });
      call.reject(signal?.reason);
    };
    signal?.addEventListener('abort', cancel, { once: true });
    try {
      return await new Promise<T>((resolve, reject) => {
        this.#calls.set(id, { resolve: resolve as (value: unknown) => void, reject });
        worker.ref();
      });
    } finally {
      signal?.removeEventListener('abort', cancel);
    }
  }

  /** Sends a message without an answer. An error of its task ends the thread, whose state is then in doubt. */
  post(task: string, payload: unknown): void {
    this.#send(this.#running(), { kind: 'post', task, payload });
  }

  /** Suspends the idle timeout, because the thread holds state, until the returned function is called. */
  keepAlive(): () => void {
    this.#holders++;
    let isHeld = true;
    return () => {
      if (isHeld) this.#holders--;
      isHeld = false;
      this.#armIdleTimer();
    };
  }

  /** Ends the thread and rejects its pending calls. It is not started again. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#idleTimer);
    const worker = this.#worker;
    if (worker === undefined) return;
    this.#died(worker, 'was closed');
    await worker.terminate();
  }

  #running(): Worker {
    if (this.#isClosed) throw new ThreadDied(this.name, 'is closed');
    return this.#worker ?? this.#start();
  }

  #start(): Worker {
    const worker = new Worker(this.#program, {
      name: this.name,
      workerData: this.#data,
      resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MB, ...this.#memory },
    });
    worker.unref();
    worker.on('message', (message: FromThread) => this.#answered(worker, message));
    worker.on('error', (error) => this.#died(worker, 'ended with an error', error));
    worker.on('exit', (code) => this.#died(worker, `ended with code ${code}`));
    // An unreadable answer belongs to an unknown call.
    worker.on('messageerror', (error) => this.#abandon(worker, 'sent an answer that cannot be read', error));
    this.#worker = worker;
    try {
      for (const listener of this.#startListeners) listener();
    } catch (error) {
      this.#abandon(worker, 'could not be given its state', error);
      throw error;
    }
    return worker;
  }

  #send(worker: Worker, message: ToThread, transfer: readonly Transferable[] = []): void {
    worker.postMessage(message, transfer);
  }

  #answered(worker: Worker, message: FromThread): void {
    const call = this.#calls.get(message.id);
    if (call === undefined) return;
    this.#calls.delete(message.id);
    if (this.#calls.size === 0) {
      worker.unref();
      this.#armIdleTimer();
    }
    if (message.kind === 'result') call.resolve(message.value);
    else call.reject(errorOf(message.error));
  }

  #armIdleTimer(): void {
    clearTimeout(this.#idleTimer);
    if (this.#idleTimeout === undefined) return;
    this.#idleTimer = setTimeout(() => {
      const worker = this.#worker;
      if (worker !== undefined && this.#calls.size + this.#holders === 0) this.#abandon(worker, 'was idle');
    }, this.#idleTimeout).unref();
  }

  #abandon(worker: Worker, how: string, cause?: unknown): void {
    this.#died(worker, how, cause);
    void worker.terminate();
  }

  /** Rejects all pending calls with the first reason; later events of the same worker are ignored. */
  #died(worker: Worker, how: string, cause?: unknown): void {
    if (this.#worker !== worker) return;
    this.#worker = undefined;
    worker.unref();
    const calls = [...this.#calls.values()];
    this.#calls.clear();
    for (const call of calls) call.reject(new ThreadDied(this.name, how, cause));
  }
}
