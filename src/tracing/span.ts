import { AsyncLocalStorage } from 'node:async_hooks';
import { randomBytes } from 'node:crypto';

export type Attributes = Readonly<Record<string, string | number | boolean>>;

/** A span that has ended. Times are milliseconds since 1970, with fractions. */
export interface EndedSpan {
  readonly traceId: string;
  readonly id: string;
  readonly parentId: string | undefined;
  readonly name: string;
  readonly isServer: boolean;
  readonly began: number;
  readonly ended: number;
  readonly attributes: Attributes;
  readonly isError: boolean;
}

/** The most spans of one request or job; further ones are not recorded. */
const MOST_SPANS = 200;

const newId = (bytes: 8 | 16): string => randomBytes(bytes).toString('hex');

const spans = new AsyncLocalStorage<Span>();

/** What the spans of one request or job share. */
class LocalTrace {
  readonly id: string;
  readonly #record: (span: EndedSpan) => void;
  /** Added to `performance.now()`, gives milliseconds since 1970. */
  readonly #epoch = Date.now() - performance.now();
  #count = 0;
  isOver = false;

  constructor(id: string, record: (span: EndedSpan) => void) {
    this.id = id;
    this.#record = record;
  }

  /** Whether one more span may be recorded. */
  admit(): boolean {
    if (this.isOver || this.#count >= MOST_SPANS) return false;
    this.#count++;
    return true;
  }

  record(span: Omit<EndedSpan, 'traceId'>): void {
    const { began, ended } = span;
    this.#record({ ...span, traceId: this.id, began: this.#epoch + began, ended: this.#epoch + ended });
  }
}

export interface RootOptions {
  readonly name: string;
  /** Whether the span is a request of a client; otherwise it is a job. */
  readonly isServer: boolean;
  readonly parent?: { readonly traceId: string; readonly spanId: string } | undefined;
  readonly record: (span: EndedSpan) => void;
}

/**
 * A part of a trace: a request, a job, or a stage of one. It is passed on through asynchronous calls. Once its request
 * has been answered, work that it has left behind records nothing any more.
 */
export class Span {
  readonly id = newId(8);
  readonly #trace: LocalTrace;
  readonly #name: string;
  readonly #parentId: string | undefined;
  readonly #kind: 'server' | 'root' | 'part';
  readonly #began = performance.now();

  private constructor(
    trace: LocalTrace,
    name: string,
    parentId: string | undefined,
    kind: 'server' | 'root' | 'part',
  ) {
    this.#trace = trace;
    this.#name = name;
    this.#parentId = parentId;
    this.#kind = kind;
  }

  /** The first span of a request or job in this process. */
  static root({ name, isServer, parent, record }: RootOptions): Span {
    const trace = new LocalTrace(parent?.traceId ?? newId(16), record);
    trace.admit();
    return new Span(trace, name, parent?.spanId, isServer ? 'server' : 'root');
  }

  get traceId(): string {
    return this.#trace.id;
  }

  /** A span within this one; undefined if it is not recorded. */
  part(name: string): Span | undefined {
    return this.#trace.admit() ? new Span(this.#trace, name, this.id, 'part') : undefined;
  }

  /** Records a part that is over already. Times as of `performance.now()`. */
  recordPart(name: string, began: number, ended: number): void {
    if (!this.#trace.admit()) return;
    const part = { name, began, ended, isServer: false, attributes: {}, isError: false };
    this.#trace.record({ ...part, id: newId(8), parentId: this.id });
  }

  end(attributes: Attributes = {}, { isError = false, name = this.#name } = {}): void {
    this.#trace.record({
      id: this.id,
      parentId: this.#parentId,
      name,
      isServer: this.#kind === 'server',
      began: this.#began,
      ended: performance.now(),
      attributes,
      isError,
    });
    if (this.#kind !== 'part') this.#trace.isOver = true;
  }

  /** Calls `work`; what it starts is part of this span. */
  run<T>(work: () => T): T {
    return spans.run(this, work);
  }
}

/** The span of the request or job that the caller works for; undefined if it is not recorded. */
export const currentSpan = (): Span | undefined => spans.getStore();

/** Runs work as a part of the current span. Without one this costs a lookup of some nanoseconds. */
export function inSpan<T>(name: string, work: () => Promise<T>): Promise<T> {
  const span = currentSpan()?.part(name);
  return span === undefined ? work() : recorded(span, work);
}

/** Runs work within a span and ends the span with it. */
export async function recorded<T>(span: Span, work: () => Promise<T>, attributes?: Attributes): Promise<T> {
  try {
    const result = await span.run(work);
    span.end(attributes);
    return result;
  } catch (error) {
    // Only the kind of the error: its message may contain anything.
    const type = error instanceof Error ? error.name : typeof error;
    span.end({ ...attributes, 'error.type': type }, { isError: true });
    throw error;
  }
}
