/** Numbers within a segment are of 32 bits, and so is the place of a byte in a section. */
export const LARGEST_SECTION = 0xffffffff;
/** The most bytes that the sections of one buffer may take. */
export const LARGEST_BUFFER = 2 ** 32;

/** What was to be built or merged has no room in one segment. Nothing is lost: whatever it was made from still stands. */
export class SegmentTooLarge extends Error {
  constructor(what: string, size: number, most: number) {
    super(`a segment cannot hold this: ${what} would be ${size}, and at most ${most} is possible`);
    this.name = 'SegmentTooLarge';
  }
}
