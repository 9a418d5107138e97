import { DecodedBlock } from '../../segment/postings.ts';

/** Buffers for the decoded blocks of one search. Those of one segment are used again for the next. */
export class DecodeBuffers {
  readonly #buffers: DecodedBlock[] = [];
  #taken = 0;

  next(): DecodedBlock {
    const buffer = this.#buffers[this.#taken] ?? new DecodedBlock();
    this.#buffers[this.#taken++] = buffer;
    return buffer;
  }

  /** The previous segment is no longer read. */
  free(): void {
    this.#taken = 0;
  }
}
