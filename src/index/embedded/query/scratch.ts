/** Documents looked at in one go: the accumulators of a window stay in the second-level cache. */
export const WINDOW = 1 << 15;

/** Documents of a window that something was noted for, in the order of the first note. */
export class Touched {
  readonly docs = new Uint32Array(WINDOW);
  count = 0;
}

/**
 * Accumulators for one window, used by one search at a time and left all zero between windows.
 * A search never waits while it holds them.
 */
export class Scratch {
  /** Counts of one way of one word. */
  readonly counts = new Uint32Array(WINDOW);
  readonly inWay = new Touched();
  /** The best way of one word in one field. */
  readonly best = new Float64Array(WINDOW);
  readonly inWord = new Touched();
  /** The words of one field: their scores, how many were found, and which of those that count. */
  readonly fieldScore = new Float64Array(WINDOW);
  readonly fieldFound = new Uint8Array(WINDOW);
  readonly fieldLow = new Uint32Array(WINDOW);
  readonly fieldHigh = new Uint32Array(WINDOW);
  readonly inField = new Touched();
  /** All fields: score, which of the words that count were found, and whether one field had all that are needed. */
  readonly score = new Float64Array(WINDOW);
  readonly low = new Uint32Array(WINDOW);
  readonly high = new Uint32Array(WINDOW);
  readonly enough = new Uint8Array(WINDOW);
  readonly inDocument = new Touched();
}
