import { Worker } from 'node:worker_threads';
import type { ConnectionOptions, Outcome } from './connection.ts';
import type { Answer, Request } from './writer-worker.ts';

/** The rejection of calls whose thread ended: it ran out of memory or was terminated. */
export class ThreadEnded extends Error {}

interface Waiting {
  resolve(outcome: Outcome): void;
  reject(error: Error): void;
}

export const threadName = ({ isBackground, reads }: ConnectionOptions): string =>
  `${isBackground === true ? 'event' : 'store'} ${reads === true ? 'reader' : 'writer'}`;

/**
 * One run of the writer thread. Answers arrive in the order of the requests. The end of the thread closes its
 * connection, so SQLite has rolled back an open transaction by the time `ended` resolves.
 */
export class WriterThread {
  readonly ended: Promise<void>;
  readonly #worker: Worker;
  readonly #waiting: Waiting[] = [];
  #isOver = false;
  #cause: unknown;

  constructor(options: ConnectionOptions) {
    this.#worker = new Worker(new URL('./writer-worker.ts', import.meta.url), {
      workerData: options,
      name: threadName(options),
      // By default V8 would keep about 50 MB for short-lived objects such as statements.
      resourceLimits: { maxYoungGenerationSizeMb: 6 },
    });
    this.#worker.on('message', (answer: Answer) => this.#answered(answer));
    this.#worker.on('error', (error) => {
      this.#cause = error;
    });
    this.ended = new Promise((resolve) => {
      this.#worker.on('exit', () => {
        this.#isOver = true;
        for (const { reject } of this.#waiting.splice(0)) reject(this.#end());
        resolve();
      });
    });
    // Keeps the process alive only while calls are pending. After the listeners, which would `ref` it.
    this.#worker.unref();
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  /** Unanswered calls. */
  get pending(): number {
    return this.#waiting.length;
  }

  async call(request: Request): Promise<Outcome> {
    if (this.#isOver) throw this.#end();
    return new Promise((resolve, reject) => {
      this.#worker.postMessage(request);
      if (this.#waiting.push({ resolve, reject }) === 1) this.#worker.ref();
    });
  }

  async close(): Promise<void> {
    if (this.#isOver) return;
    try {
      await this.call({ verb: 'close' });
    } catch (error) {
      if (!(error instanceof ThreadEnded)) throw error;
    } finally {
      this.#worker.ref();
      await this.ended;
    }
  }

  #answered(answer: Answer): void {
    const waiting = this.#waiting.shift();
    if (this.#waiting.length === 0) this.#worker.unref();
    if ('outcome' in answer) waiting?.resolve(answer.outcome);
    else {
      const { message, code, errcode } = answer.failure;
      waiting?.reject(Object.assign(new Error(message), { code, errcode }));
    }
  }

  #end(): ThreadEnded {
    return new ThreadEnded('the writer thread of the store has ended', { cause: this.#cause });
  }
}
