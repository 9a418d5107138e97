import type { MetricRegistry } from '../metrics/registry.ts';
import { otlpJson } from './otlp.ts';
import type { Attributes, EndedSpan } from './span.ts';

/** The most spans that wait in memory; further ones are dropped. */
const MOST_WAITING = 4096;
/** The most spans of one request to the collector. */
const BATCH = 512;
/** Milliseconds from the end of a span until it is sent. */
const DELAY = 1000;
/** The longest pause after failures, which doubles with each. */
const LONGEST_PAUSE = 60_000;
/** How long the collector may take to answer, and how long the end of the process waits for it. */
const TIMEOUT = 5000;
const LAST_TIMEOUT = 2000;
/** The log mentions failures at most once per this many milliseconds. */
const REPORT_EVERY = 60_000;

export interface ExporterOptions {
  /** The address of the collector, without a slash at its end. */
  readonly url: string;
  readonly resource: Attributes;
  readonly version: string;
  readonly warn: (message: string, facts: object) => void;
}

/** Spans since the start of the process. */
export interface TraceFigures {
  readonly waiting: number;
  readonly exported: number;
  readonly dropped: number;
}

/**
 * Sends ended spans to a collector in batches, one at a time. Nothing waits for it: if the collector is away or slow,
 * spans are dropped and counted.
 */
export class SpanExporter {
  readonly #options: ExporterOptions;
  /** Ends the last requests to the collector. */
  readonly #stop = new AbortController();
  #isClosed = false;
  #waiting: EndedSpan[] = [];
  #timer: NodeJS.Timeout | undefined;
  #sending: Promise<void> | undefined;
  #failures = 0;
  #exported = 0;
  #dropped = 0;
  #reportedAt = Number.NEGATIVE_INFINITY;

  constructor(options: ExporterOptions) {
    this.#options = options;
  }

  get figures(): TraceFigures {
    return { waiting: this.#waiting.length, exported: this.#exported, dropped: this.#dropped };
  }

  add(span: EndedSpan): void {
    if (this.#waiting.length >= MOST_WAITING || this.#isClosed) {
      this.#dropped++;
      return;
    }
    this.#waiting.push(span);
    this.#schedule();
  }

  /** Sends what is left, if the collector takes it within a moment. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    const cut = setTimeout(() => this.#stop.abort(), LAST_TIMEOUT);
    await this.#sending;
    while (this.#waiting.length > 0 && (await this.#send()));
    clearTimeout(cut);
    this.#dropped += this.#waiting.length;
    this.#waiting = [];
  }

  #schedule(): void {
    if (this.#timer !== undefined || this.#sending !== undefined || this.#isClosed) return;
    const pause = Math.min(DELAY * 2 ** this.#failures, LONGEST_PAUSE);
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.#sending = this.#sendAll().finally(() => {
        this.#sending = undefined;
        if (this.#waiting.length > 0) this.#schedule();
      });
    }, pause).unref();
  }

  /** Sends batches until less than a full one is left, or one fails. */
  async #sendAll(): Promise<void> {
    while ((await this.#send()) && this.#waiting.length >= BATCH && !this.#isClosed);
  }

  /** Sends a batch. False if the collector does not take it; then it is dropped. */
  async #send(): Promise<boolean> {
    const { url, resource, version } = this.#options;
    const batch = this.#waiting.splice(0, BATCH);
    try {
      const response = await fetch(`${url}/v1/traces`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: otlpJson(batch, resource, version),
        redirect: 'error',
        signal: AbortSignal.any([AbortSignal.timeout(TIMEOUT), this.#stop.signal]),
      });
      await response.body?.cancel();
      if (!response.ok) throw new Error(`the collector answered with ${response.status}`);
      this.#failures = 0;
      this.#exported += batch.length;
      return true;
    } catch (error) {
      this.#failures++;
      this.#dropped += batch.length;
      this.#report(error);
      return false;
    }
  }

  #report(error: unknown): void {
    const now = performance.now();
    if (now - this.#reportedAt < REPORT_EVERY) return;
    this.#reportedAt = now;
    const { message, cause } = error as Error;
    const reason = cause instanceof Error && cause.message !== '' ? cause.message : message;
    this.#options.warn('traces could not be sent, and spans were dropped', {
      dropped: this.#dropped,
      reason,
    });
  }
}

/** Spans that were sent, and those that were not; nothing if traces are off. */
export function traceMetrics(registry: MetricRegistry, figures: () => TraceFigures | undefined): void {
  registry.gauge(
    'findling_trace_spans_waiting',
    'Spans in memory that are not sent yet.',
    () => figures()?.waiting,
  );
  registry.counter('findling_trace_spans_total', 'Spans that were sent or dropped.', () => {
    const now = figures();
    return (
      now && [
        { labels: { outcome: 'exported' }, value: now.exported },
        { labels: { outcome: 'dropped' }, value: now.dropped },
      ]
    );
  });
}
