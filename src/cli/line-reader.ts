import { isUtf8 } from 'node:buffer';
import type { Readable } from 'node:stream';
import { limits } from '../limits.ts';
import { TransferError } from './service-client.ts';

const NEWLINE = 10;

export interface Line {
  /** Counted from 1, blank lines included. */
  readonly number: number;
  /** With a newline at the end. */
  readonly bytes: Buffer;
}

/** Reads the lines of a stream that are not blank: the service has a result for each of these. */
export class LineReader {
  readonly #chunks: AsyncIterator<Buffer>;
  /** The beginning of a line. */
  #rest: Buffer = Buffer.alloc(0);
  #number = 0;
  #hasEnded = false;

  constructor(stream: Readable) {
    this.#chunks = stream[Symbol.asyncIterator]();
  }

  /** The lines that have arrived, at least one; undefined at the end. */
  async next(): Promise<readonly Line[] | undefined> {
    while (!this.#hasEnded) {
      const { done, value } = await this.#chunks.next();
      this.#hasEnded = done === true;
      const all = Buffer.concat([this.#rest, this.#hasEnded ? Buffer.of(NEWLINE) : value]);
      const lines = this.#split(all);
      if (this.#rest.length > limits.discardedBytes) {
        throw new TransferError(
          `Line ${this.#number + 1} does not end: this is not a file with one document per line.`,
          0,
        );
      }
      if (lines.length > 0) return lines;
    }
    return undefined;
  }

  #split(bytes: Buffer): Line[] {
    const lines: Line[] = [];
    let from = 0;
    for (let end = bytes.indexOf(NEWLINE); end >= 0; end = bytes.indexOf(NEWLINE, from)) {
      this.#number++;
      const line = bytes.subarray(from, end + 1);
      if (!isBlank(line)) lines.push({ number: this.#number, bytes: line });
      from = end + 1;
    }
    this.#rest = bytes.subarray(from);
    return lines;
  }
}

const BRACE = 0x7b;

/** Whether the service skips a line. */
const isBlank = (line: Buffer): boolean => line[0] !== BRACE && isUtf8(line) && line.toString().trim() === '';
