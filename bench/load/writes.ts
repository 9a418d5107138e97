import { Random } from '../../test/support/seed.ts';
import type { Ask } from './client.ts';
import { shuffled } from './questions.ts';

export const BATCH = 100;
const DOCUMENTS = '/engines/bench/documents';

/** Requests that change or read documents; `lines` are existing documents. */
export class Writes {
  readonly #lines: readonly string[];
  readonly #ids: readonly string[];

  constructor(lines: readonly string[]) {
    this.#lines = lines;
    this.#ids = lines.map((line) => JSON.parse(line).id);
  }

  /** Writes every document again, a hundred per request: each replaces itself, so the engine keeps its size. */
  batches(most: number): Ask[] {
    return Array.from({ length: Math.min(most, Math.ceil(this.#lines.length / BATCH)) }, (_, i) =>
      this.#ask('write of 100', 'POST', `[${this.#lines.slice(i * BATCH, (i + 1) * BATCH).join(',')}]`),
    );
  }

  single(i: number): Ask {
    return this.#ask('write of 1', 'POST', `[${this.#lines[i % this.#lines.length]}]`);
  }

  deletion(i: number): Ask {
    return this.#ask('deletion', 'DELETE', JSON.stringify([this.#ids[i % this.#ids.length]]));
  }

  read(i: number): Ask {
    const id = encodeURIComponent(this.#ids[i % this.#ids.length] as string);
    return { kind: 'read', method: 'GET', path: `${DOCUMENTS}?ids[]=${id}`, body: '' };
  }

  /**
   * Of 100 requests 70 searches, 12 reads, 8 writes of one document, 5 of a hundred and 5 deletions. A later write
   * restores deleted documents.
   */
  mixed(searches: readonly Ask[], seed: number): Ask[] {
    const rounds = 20;
    const many = <T>(each: number, make: (i: number) => T): T[] =>
      Array.from({ length: each * rounds }, (_, i) => make(i));
    const batches = this.batches(5 * rounds);
    return shuffled(
      [
        ...many(70, (i) => searches[i % searches.length] as Ask),
        ...many(12, (i) => this.read(i * 7)),
        ...many(8, (i) => this.single(i * 11)),
        ...many(5, (i) => batches[i % batches.length] as Ask),
        ...many(5, (i) => this.deletion(i * 13)),
      ],
      new Random(seed),
    );
  }

  #ask(kind: string, method: string, body: string): Ask {
    return { kind, method, path: DOCUMENTS, body };
  }
}
