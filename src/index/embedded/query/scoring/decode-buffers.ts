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

  /** Nobody reads the segment before any more. */
  free(): void {
    this.#taken = 0;
  }
}
