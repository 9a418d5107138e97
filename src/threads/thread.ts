import { type Transferable, Worker } from 'node:worker_threads';
import { errorOf, type FromThread, type ToThread } from './message.ts';
import { ThreadDied } from './thread-died.ts';

export type { Transferable } from 'node:worker_threads';

export interface ThreadOptions {
  /** The file that the thread runs; it calls `serveTasks`. */
  readonly program: URL;
  readonly name: string;
  /** What the program finds as `workerData`. */
  readonly data?: unknown;
  /** Bounds of V8's own heap; buffers lie outside it. */
  readonly memory?: { readonly maxOldGenerationSizeMb: number } | undefined;
  /** After so many milliseconds without a call the thread ends, and its memory is free; the next call starts it again. */
  readonly idleTimeout?: number | undefined;
}

export interface CallOptions {
  readonly signal?: AbortSignal | undefined;
  /** What is handed over instead of copied. */
  readonly transfer?: readonly Transferable[] | undefined;
}

/**
 * Room for young objects. By itself V8 lets it grow to some 50 MB in every thread, and never gives it back: threads that
 * work a little now and then would take more memory than what they work on.
 */
const YOUNG_MB = 12;

interface Call {
  resolve(value: unknown): void;
  reject(reason: unknown): void;
}

/**
 * A worker that answers calls of named tasks. It starts at the first call or post, and again after it died.
 * Messages arrive in the order in which they were sent. It keeps the process alive only while calls are pending.
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

  /** Calls that the thread has not answered. Cancelled ones count until it let go of them. */
  get pending(): number {
    return this.#calls.size;
  }

  get isStarted(): boolean {
    return this.#worker !== undefined;
  }

  /** Called at each start, before any other message is sent: state that the thread needs is posted again there. */
  onStart(listener: () => void): void {
    this.#startListeners.push(listener);
  }

  /**
   * The answer of a task. Rejects with what the task threw, with `ThreadDied`, or with the reason of `signal`, then
   * at once: the task hears of it and may still be running for a while.
   */
  async call<T>(task: string, payload: unknown, { signal, transfer }: CallOptions = {}): Promise<T> {
    signal?.throwIfAborted();
    const worker = this.#running();
    const id = ++this.#lastId;
    this.#send(worker, { kind: 'call', id, task, payload }, transfer);
    const cancel = () => {
      // The worker of this call may have died meanwhile, and with it the call.
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

  /** Sends a message that nobody answers. An error of its task ends the thread: its state can no longer be trusted. */
  post(task: string, payload: unknown): void {
    this.#send(this.#running(), { kind: 'post', task, payload });
  }

  /** Keeps the thread from resting, for whoever has left something in it; gives a way to let it rest again. */
  keepAlive(): () => void {
    this.#holders++;
    let isHeld = true;
    return () => {
      if (isHeld) this.#holders--;
      isHeld = false;
      this.#armIdleTimer();
    };
  }

  /** Ends the thread without waiting for its calls, which are rejected. It is not started again. */
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
    // An answer that cannot be read belongs to a call that nobody can name.
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
      if (worker !== undefined && this.#calls.size + this.#holders === 0) this.#abandon(worker, 'rests');
    }, this.#idleTimeout).unref();
  }

  #abandon(worker: Worker, how: string, cause?: unknown): void {
    this.#died(worker, how, cause);
    void worker.terminate();
  }

  /** Everything that waits hears of the first reason; what the same worker says later is of no interest. */
  #died(worker: Worker, how: string, cause?: unknown): void {
    if (this.#worker !== worker) return;
    this.#worker = undefined;
    worker.unref();
    const calls = [...this.#calls.values()];
    this.#calls.clear();
    for (const call of calls) call.reject(new ThreadDied(this.name, how, cause));
  }
}
