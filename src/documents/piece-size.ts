import type { DocumentSize } from '../store/port.ts';

/** Characters of documents that one request should hold at a time. */
const WANTED = 131_072;
const FIRST = 4;
const MOST = 50;

/**
 * How many documents to read next, by the length of those read before: many large ones at once would hold the event loop
 * for too long, and those of many requests together would not fit in memory.
 */
export class PieceSize {
  readonly #most: number;
  #count = FIRST;

  constructor(most = MOST) {
    this.#most = most;
  }

  get count(): number {
    return this.#count;
  }

  read(texts: readonly string[]): void {
    const length = texts.reduce((sum, text) => sum + text.length, 0);
    const fitting = Math.floor((WANTED * texts.length) / Math.max(length, 1));
    this.#count = Math.max(1, Math.min(fitting, 2 * this.#count, this.#most));
  }
}

/** Bytes of documents with known sizes that one request may hold at a time. */
const MOST_BYTES = 524_288;

/** Cuts a list of ids into pieces that are read at a time. */
export function piecesBySize(ids: readonly string[], sizes: ReadonlyMap<string, DocumentSize>): string[][] {
  const pieces: string[][] = [];
  let room = 0;
  for (const id of ids) {
    const bytes = sizes.get(id)?.bytes ?? 0;
    if (pieces.length === 0 || bytes > room) {
      pieces.push([]);
      room = MOST_BYTES;
    }
    pieces.at(-1)?.push(id);
    room -= bytes;
  }
  return pieces;
}
