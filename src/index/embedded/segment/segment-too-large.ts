/** Numbers in a segment have 32 bits, and so have offsets in a section. */
export const LARGEST_SECTION = 0xffffffff;
/** The most bytes of one buffer. */
export const LARGEST_BUFFER = 2 ** 32;

/** A build or merge does not fit into one segment. Its inputs are unchanged. */
export class SegmentTooLarge extends Error {
  constructor(what: string, size: number, most: number) {
    super(`a segment cannot hold this: ${what} would be ${size}, and at most ${most} is possible`);
    this.name = 'SegmentTooLarge';
  }
}
