import { Worker } from 'node:worker_threads';

export interface Ask {
  /** What its answer is counted under. */
  readonly kind: string;
  readonly method: string;
  /** Below the address of the API. */
  readonly path: string;
  readonly body: string;
}

/**
 * Requests that are sent in turn, over and over. With `perSecond` one starts at each moment of a fixed beat, whether or
 * not the ones before are answered, and its time counts from that moment: a stall of the service is seen by all that
 * would have come meanwhile. With `clients` so many ask, each again as soon as it has its answer.
 */
export interface Stream {
  readonly asks: readonly Ask[];
  readonly pace: { readonly perSecond: number } | { readonly clients: number };
}

export interface Times {
  readonly kind: string;
  readonly milliseconds: Float64Array;
  readonly failed: number;
  /** The first answer that was no success, for the person who reads. */
  readonly complaint: string | undefined;
}

export interface Outcome {
  readonly seconds: number;
  readonly times: readonly Times[];
  /** How late the client itself was with the beat, in milliseconds: its own share in what was measured. */
  readonly late: { readonly p50: number; readonly p99: number };
}

export interface Target {
  /** Address of the API, without a slash at its end. */
  readonly base: string;
  readonly key: string;
}

export type ToClient = { readonly streams: readonly Stream[] } | 'stop';

/** Asks from a thread of its own, so that what another client receives does not delay the beat of this one. */
export class Client {
  readonly #worker: Worker;

  constructor({ base, key }: Target) {
    const workerData: Target = { base, key };
    this.#worker = new Worker(new URL('./client-thread.ts', import.meta.url), { workerData });
  }

  /** Sends until `during` is over, then waits for the answers that are due. */
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
