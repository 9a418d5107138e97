import { appendFile, mkdir, rename, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pairLine } from '../comparison/pair-line.ts';
import type { SearchPair } from '../comparison/search-pair.ts';

/** The files of recorded searches: when the first one is full, it replaces the second. */
export const shadowFiles = (folder: string) => ({
  current: join(folder, 'shadow.ndjson'),
  previous: join(folder, 'shadow-previous.ndjson'),
});

/** Bytes of a file, and lines that wait to be written. */
const MOST_BYTES = 16 * 1_048_576;
const MOST_WAITING = 200;

export interface ShadowLogOptions {
  readonly folder: string;
  readonly mostBytes?: number;
  /** Lines that could not be written, and why. */
  readonly onLost: (lines: number, error: unknown) => void;
}

/** Writes compared searches to a file, one line each, one write at a time. Old ones make way for new ones. */
export class ShadowLog {
  readonly #options: ShadowLogOptions;
  readonly #mostBytes: number;
  #lines: string[] = [];
  #writing: Promise<void> | undefined;
  /** Of the current file; undefined before the first write and after a failed one. */
  #bytes: number | undefined;

  constructor(options: ShadowLogOptions) {
    this.#options = options;
    this.#mostBytes = options.mostBytes ?? MOST_BYTES;
  }

  /** False if too many wait already. */
  add(pair: SearchPair): boolean {
    if (this.#lines.length >= MOST_WAITING) return false;
    this.#lines.push(pairLine(pair));
    this.#writing ??= this.#writeAll();
    return true;
  }

  /** Waits until everything is written. */
  async close(): Promise<void> {
    await this.#writing;
  }

  async #writeAll(): Promise<void> {
    while (this.#lines.length > 0) {
      const lines = this.#lines;
      this.#lines = [];
      try {
        await this.#write(lines.join(''));
      } catch (error) {
        // A full disk, most likely.
        this.#bytes = undefined;
        this.#options.onLost(lines.length, error);
      }
    }
    this.#writing = undefined;
  }

  async #write(text: string): Promise<void> {
    const { folder } = this.#options;
    const { current, previous } = shadowFiles(folder);
    let added = text;
    if (this.#bytes === undefined) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      this.#bytes = await stat(current).then(
        ({ size }) => size,
        () => 0,
      );
      // The last line may be incomplete, if the process was killed or the disk was full.
      if (this.#bytes > 0) added = `\n${text}`;
    }
    const size = Buffer.byteLength(added);
    if (this.#bytes > 0 && this.#bytes + size > this.#mostBytes) {
      await rename(current, previous);
      this.#bytes = 0;
    }
    await appendFile(current, added, { mode: 0o600 });
    this.#bytes += size;
  }
}
