import type { BodyStream } from '../api/body-stream.ts';
import { errors } from '../errors.ts';
import { limits } from '../limits.ts';

/** Complete lines that are imported together. */
export interface LineBatch {
  readonly bytes: Buffer;
  /** The number of the first line; 1 is that of the body. */
  readonly firstLine: number;
}

const NEWLINE = 10;

/** A batch has no more lines, and no more bytes but for its last line. */
const MOST_LINES = 4000;
const MOST_BYTES = 2_097_152;

/** How long complete lines wait for others to be imported with, in milliseconds. */
const LINGER = 100;

/** How often a reader that waits looks whether the service shuts down, in milliseconds. */
const CHECK = 500;

/**
 * Cuts a body into batches of lines. Of a line over the limit only the bytes are kept that show that it is; the others are
 * dropped as they arrive. A body whose lines do not end, or do not come, is refused.
 */
export class LineBatches {
  readonly #body: BodyStream;
  readonly #closing: AbortSignal;
  readonly #waitingTime: number;
  /** Bytes that are not in a batch yet. */
  #pieces: Buffer[] = [];
  #size = 0;
  /** How many of them are complete lines. */
  #complete = 0;
  #lines = 0;
  /** Bytes of the incomplete line, including those that were dropped. */
  #lineLength = 0;
  #firstLine = 1;
  #rest: Buffer | undefined;
  #arriving: Promise<Buffer | undefined> | undefined;
  #isAtEnd = false;

  /** `closing` aborts when the service shuts down. */
  constructor(body: BodyStream, closing: AbortSignal, waitingTime: number = limits.imports.waitingTime) {
    this.#body = body;
    this.#closing = closing;
    this.#waitingTime = waitingTime;
  }

  /** The next batch; undefined at the end. Must not be called again before it has settled. */
  async next(): Promise<LineBatch | undefined> {
    const deadline = performance.now() + this.#waitingTime;
    while (!this.#takeRest()) {
      if (this.#isAtEnd) return this.#size === 0 ? undefined : this.#batch(this.#size);
      if (this.#closing.aborted) throw errors.unavailable();
      const most = deadline - performance.now();
      if (most <= 0) throw errors.importIdle();
      this.#arriving ??= this.#body.next();
      if (await within(this.#arriving, Math.min(most, this.#lines > 0 ? LINGER : CHECK))) {
        this.#rest = await this.#arriving;
        this.#arriving = undefined;
        this.#isAtEnd = this.#rest === undefined;
      } else if (this.#lines > 0) break;
    }
    return this.#batch(this.#complete);
  }

  /** Adds the bytes that have arrived to the batch; true if it is full. */
  #takeRest(): boolean {
    const chunk = this.#rest;
    this.#rest = undefined;
    if (chunk === undefined) return false;
    const most = limits.imports.lineBytes;
    let from = 0;
    for (let at = 0; at < chunk.length; ) {
      const found = chunk.indexOf(NEWLINE, at);
      const end = found < 0 ? chunk.length : found;
      const before = this.#lineLength;
      this.#lineLength += end - at;
      if (this.#lineLength > most) {
        this.#keep(chunk.subarray(from, Math.max(from, at + Math.max(0, most + 1 - before))));
        from = end;
        if (this.#lineLength > limits.discardedBytes) throw errors.endlessLine(this.#firstLine + this.#lines);
      }
      at = end + 1;
      if (found < 0) break;
      this.#lineLength = 0;
      this.#lines++;
      if (this.#lines < MOST_LINES && this.#size + at - from < MOST_BYTES) continue;
      this.#keep(chunk.subarray(from, at));
      this.#complete = this.#size;
      if (at < chunk.length) this.#rest = chunk.subarray(at);
      return true;
    }
    // The last newline of the chunk, counted from its end.
    const tail = chunk.length - 1 - chunk.lastIndexOf(NEWLINE);
    this.#keep(chunk.subarray(from));
    if (tail < chunk.length) this.#complete = this.#size - Math.min(tail, most + 1);
    return false;
  }

  #keep(bytes: Buffer): void {
    if (bytes.length === 0) return;
    this.#pieces.push(bytes);
    this.#size += bytes.length;
  }

  /** Takes the first `size` bytes as a batch. */
  #batch(size: number): LineBatch {
    const all = this.#pieces.length === 1 ? (this.#pieces[0] as Buffer) : Buffer.concat(this.#pieces);
    const batch = { bytes: all.subarray(0, size), firstLine: this.#firstLine };
    this.#firstLine += this.#lines;
    this.#pieces = size < all.length ? [all.subarray(size)] : [];
    this.#size = all.length - size;
    this.#complete = 0;
    this.#lines = 0;
    return batch;
  }
}

/** Whether a promise settles within a time; rejects if it does. */
async function within(promise: Promise<unknown>, milliseconds: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), Math.max(0, milliseconds));
  });
  try {
    return await Promise.race([promise.then(() => true), late]);
  } finally {
    clearTimeout(timer);
  }
}
