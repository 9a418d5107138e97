import { type Attributes, currentSpan, type EndedSpan, recorded, Span } from './span.ts';
import { parseTraceparent } from './traceparent.ts';

export interface TracerOptions {
  /** The share of requests that are recorded, from 0 to 1. */
  readonly share: number;
  /** Whether the sampling flag of a request's `traceparent` decides instead. */
  readonly followsParent: boolean;
  readonly record: (span: EndedSpan) => void;
}

/** Decides what is recorded, and begins traces. */
export class Tracer {
  readonly #options: TracerOptions;

  constructor(options: TracerOptions) {
    this.#options = options;
  }

  /** The span of a request; undefined if it is not recorded. A `traceparent` header names its parent. */
  request(traceparent: unknown): Span | undefined {
    const { share, followsParent, record } = this.#options;
    const parent = parseTraceparent(traceparent);
    const isRecorded = followsParent && parent !== undefined ? parent.isSampled : Math.random() < share;
    return isRecorded ? Span.root({ name: 'request', isServer: true, parent, record }) : undefined;
  }

  /** Runs a job as a trace of its own, or as part of the trace of the request that began it. Every job is recorded. */
  job<T>(name: string, attributes: Attributes, work: () => Promise<T>): Promise<T> {
    const { record } = this.#options;
    const current = currentSpan();
    const parent = current && { traceId: current.traceId, spanId: current.id };
    return recorded(Span.root({ name, isServer: false, parent, record }), work, attributes);
  }
}
