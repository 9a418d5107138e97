import { type Batch, batchesOf, type Item } from './batches.ts';
import type { Entry } from './entries.ts';
import { ErrorLog } from './error-log.ts';
import type { Prepared } from './import-document.ts';
import { Throughput } from './throughput.ts';

export interface DocumentResult {
  readonly id: string;
  readonly errors: readonly string[];
}

/** `stopped` waits for the person, after an error that a retry does not fix. */
export type Phase = 'running' | 'paused' | 'stopped' | 'done' | 'failed' | 'cancelled';

export interface Progress {
  readonly phase: Phase;
  readonly bytes: number;
  readonly accepted: number;
  readonly refused: number;
  readonly perSecond: number | null;
  readonly secondsLeft: number | null;
  /** Why it is waiting, stopped or failed. */
  readonly reason: string | null;
}

/** How an import continues after a failed request. */
export type RetryDecision =
  /** Temporary: retry the request later. */
  | { readonly kind: 'wait'; readonly reason: string; readonly until: (attempt: number) => Promise<void> }
  /** The batch cannot be parsed: split it in two. */
  | { readonly kind: 'split'; readonly reason: string }
  | { readonly kind: 'stop'; readonly reason: string };

export interface ImportOptions {
  readonly entries: AsyncIterable<readonly Entry[]>;
  readonly totalBytes: number;
  readonly prepare: (entry: Entry) => Prepared;
  readonly send: (body: string, signal: AbortSignal) => Promise<readonly DocumentResult[]>;
  readonly retryDecision: (error: unknown) => RetryDecision;
  readonly onProgress: (progress: Progress) => void;
}

/** Concurrent requests. */
const LANES = 2;

class Cancelled extends Error {}

/**
 * Sends the documents of a file in batches. A batch is retried until the server responds and is then counted once; as all
 * documents have ids, sending it twice is harmless. Documents with the same id keep their order: a batch that shares an id
 * with one in flight waits for it.
 */
export class ImportRun {
  readonly errors = new ErrorLog();
  readonly #options: ImportOptions;
  readonly #batches: AsyncGenerator<Batch>;
  readonly #throughput: Throughput;
  readonly #leaving = new AbortController();
  readonly #underWay = new Map<Batch, Promise<void>>();
  #phase: Phase = 'running';
  #reason: string | null = null;
  #accepted = 0;
  #bytes = 0;
  #gate: PromiseWithResolvers<void> | undefined;

  constructor(options: ImportOptions) {
    this.#options = options;
    this.#throughput = new Throughput(options.totalBytes);
    this.#batches = batchesOf(options.entries, {
      prepare: options.prepare,
      refuse: ({ number, line }, { id, message, json }) =>
        this.errors.add({ number, line, id, errors: [message], json }),
    });
  }

  /** Resolves when everything is sent, the file cannot be read, or the import is cancelled. Never throws. */
  async run(): Promise<void> {
    this.#mark();
    try {
      await Promise.all(Array.from({ length: LANES }, () => this.#lane()));
      this.#bytes = this.#options.totalBytes;
      this.#enter('done');
    } catch (error) {
      if (this.#phase === 'cancelled') return;
      // Another request may still be in flight; its documents count.
      await Promise.allSettled(this.#underWay.values());
      this.#enter('failed', error instanceof Error ? error.message : String(error));
    }
  }

  /** Finishes requests in flight and sends nothing more until `resume`. */
  pause(): void {
    if (this.#phase === 'running') this.#enter('paused');
  }

  resume(): void {
    if (this.#phase !== 'paused' && this.#phase !== 'stopped') return;
    this.#throughput.restart();
    this.#enter('running');
    this.#mark();
  }

  /** Stops sending. Imported documents are kept. */
  cancel(): void {
    if (!['running', 'paused', 'stopped'].includes(this.#phase)) return;
    this.#enter('cancelled');
    this.#leaving.abort();
    void this.#batches.return(undefined).catch(() => undefined);
  }

  async #lane(): Promise<void> {
    for (;;) {
      await this.#open();
      const { done, value: batch } = await this.#batches.next();
      if (done) return;
      const ids = new Set(batch.items.map(({ id }) => id));
      const before = [...this.#underWay]
        .filter(([other]) => other.items.some(({ id }) => ids.has(id)))
        .map(([, end]) => end);
      const end = Promise.allSettled(before).then(() => this.#deliver(batch.items));
      this.#underWay.set(batch, end);
      try {
        await end;
      } finally {
        this.#underWay.delete(batch);
      }
      this.#bytes = Math.max(this.#bytes, batch.to);
      this.#mark();
    }
  }

  async #deliver(items: readonly Item[]): Promise<void> {
    for (let attempt = 1; ; attempt++) {
      await this.#open();
      try {
        const body = `[${items.map(({ json }) => json).join(',')}]`;
        const results = await this.#options.send(body, this.#leaving.signal);
        if (this.#reason !== null && this.#phase === 'running') this.#enter('running');
        this.#count(items, results);
        return;
      } catch (error) {
        if (this.#leaving.signal.aborted) throw new Cancelled();
        const decision = this.#options.retryDecision(error);
        if (decision.kind === 'split') return this.#deliverParts(items, decision.reason);
        if (decision.kind === 'stop') {
          this.#enter('stopped', decision.reason);
          continue;
        }
        this.#throughput.restart();
        if (this.#phase === 'running') this.#enter('running', decision.reason);
        await this.#unlessCancelled(decision.until(attempt));
      }
    }
  }

  /** Isolates, by bisection, the document that the server cannot parse. */
  async #deliverParts(items: readonly Item[], reason: string): Promise<void> {
    const [first] = items;
    if (items.length === 1 && first !== undefined) {
      this.errors.add({ ...first, errors: [reason] });
      return;
    }
    const middle = Math.ceil(items.length / 2);
    await this.#deliver(items.slice(0, middle));
    await this.#deliver(items.slice(middle));
  }

  #count(items: readonly Item[], results: readonly DocumentResult[]): void {
    for (const [index, { number, line, id, json }] of items.entries()) {
      const errors = results[index]?.errors ?? [];
      if (errors.length === 0) this.#accepted++;
      else this.errors.add({ number, line, id, errors, json });
    }
  }

  /** Waits while the import is paused or stopped. */
  async #open(): Promise<void> {
    while (this.#phase === 'paused' || this.#phase === 'stopped') {
      this.#gate ??= Promise.withResolvers();
      await this.#gate.promise;
    }
    if (this.#phase === 'cancelled') throw new Cancelled();
  }

  async #unlessCancelled(wait: Promise<void>): Promise<void> {
    const { signal } = this.#leaving;
    const { promise, resolve } = Promise.withResolvers<void>();
    signal.addEventListener('abort', () => resolve(), { once: true });
    await Promise.race([wait, promise]);
    if (signal.aborted) throw new Cancelled();
  }

  #enter(phase: Phase, reason: string | null = null): void {
    this.#phase = phase;
    this.#reason = reason;
    if (phase !== 'paused' && phase !== 'stopped') {
      this.#gate?.resolve();
      this.#gate = undefined;
    }
    this.#tell();
  }

  #mark(): void {
    this.#throughput.mark(performance.now(), this.#accepted + this.errors.count, this.#bytes);
    this.#tell();
  }

  #tell(): void {
    this.#options.onProgress({
      phase: this.#phase,
      bytes: this.#bytes,
      accepted: this.#accepted,
      refused: this.errors.count,
      perSecond: this.#throughput.perSecond,
      secondsLeft: this.#throughput.secondsLeft,
      reason: this.#reason,
    });
  }
}
