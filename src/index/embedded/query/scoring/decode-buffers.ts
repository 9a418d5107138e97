import { DecodedBlock } from '../../segment/postings.ts';

/** A pool of buffers for the decoded blocks of one search, reused from segment to segment. */
export class DecodeBuffers {
  readonly #buffers: DecodedBlock[] = [];
  #used = 0;

  next(): DecodedBlock {
    const buffer = this.#buffers[this.#used] ?? new DecodedBlock();
    this.#buffers[this.#used++] = buffer;
    return buffer;
  }

  /** Makes all buffers available again, once the previous segment is no longer read. */
  free(): void {
    this.#used = 0;
  }
}
