import { Worker } from 'node:worker_threads';

export interface Ask {
  /** The name under which its response is counted. */
  readonly kind: string;
  readonly method: string;
  /** The path below the URL of the API. */
  readonly path: string;
  readonly body: string;
}

/**
 * Requests that are sent in turn, repeatedly. With `perSecond` they are sent at a fixed rate, whether or not earlier
 * ones have been answered, and their time counts from the moment when they were due: a stall of the service affects all
 * requests due meanwhile. With `clients`, that many clients send the next request as soon as they have a response.
 */
export interface Stream {
  readonly asks: readonly Ask[];
  readonly pace: { readonly perSecond: number } | { readonly clients: number };
}

export interface Times {
  readonly kind: string;
  readonly milliseconds: Float64Array;
  readonly failed: number;
  /** The first unsuccessful response, for the reader of the report. */
  readonly complaint: string | undefined;
}

export interface Outcome {
  readonly seconds: number;
  readonly times: readonly Times[];
  /** How late the client itself sent, in milliseconds: its own share in the measured times. */
  readonly late: { readonly p50: number; readonly p99: number };
}

export interface Target {
  /** URL of the API, without a trailing slash. */
  readonly base: string;
  readonly key: string;
}

export type ToClient = { readonly streams: readonly Stream[] } | 'stop';

/** Sends requests from its own thread, so that responses to another client do not delay it. */
export class Client {
  readonly #worker: Worker;

  constructor({ base, key }: Target) {
    const workerData: Target = { base, key };
    this.#worker = new Worker(new URL('./client-thread.ts', import.meta.url), { workerData });
  }

  /** Sends until `during` settles, then waits for the pending responses. */
  async run(streams: readonly Stream[], during: Promise<unknown>): Promise<Outcome> {
    const { promise, resolve, reject } = Promise.withResolvers<Outcome>();
    this.#worker.once('message', resolve);
    this.#worker.once('error', reject);
    const order: ToClient = { streams };
    this.#worker.postMessage(order);
    const stop = (): void => this.#worker.postMessage('stop' satisfies ToClient);
    during.then(stop, stop);
    try {
      return await promise;
    } finally {
      this.#worker.off('error', reject);
    }
  }

  async close(): Promise<void> {
    await this.#worker.terminate();
  }
}
