import { Having } from './ranked-bit-set.ts';
import { WINDOW } from './window.ts';

/** Documents that a hot loop looks at in one go; see accumulate.ts. */
export const PIECE = 256;

/** Words whose bits stand in the first word of a document; those of the others stand beside it. */
export const FIRST_WORDS = 29;
/** A bit of the first word: one of the other words was found. */
export const OTHERS = 1 << FIRST_WORDS;
/** The bits of words alone. */
export const WORD_BITS = OTHERS - 1;

/**
 * What was added up for the documents of a window: a score each, and bits that say which words were found. Documents
 * are numbered within their window; `docs` lists those that have a bit, in the order of their first.
 * `bits` never uses the sign: a document without any is then told by one subtraction, without a branch.
 */
export class Accumulator {
  readonly score = new Float64Array(WINDOW);
  readonly bits = new Int32Array(WINDOW);
  /** One longer than a window: what is not counted may be written behind the last. */
  readonly docs = new Uint32Array(WINDOW + 1);
  count = 0;
  /** Bits of the words from `FIRST_WORDS` on, made for the first query that has so many. */
  #others: readonly [Int32Array, Int32Array] | undefined;

  get others(): readonly [Int32Array, Int32Array] {
    this.#others ??= [new Int32Array(WINDOW), new Int32Array(WINDOW)];
    return this.#others;
  }
}

/** Counts of nothing, for a window. Never written. */
export const NO_COUNTS = new Int32Array(WINDOW);

/** Documents of a window that something was noted for, in the order of the first note. */
export class Touched {
  readonly docs = new Uint32Array(WINDOW + 1);
  count = 0;
}

/**
 * Accumulators for one window, used by one search at a time and left all zero between windows.
 * A search never waits while it holds them.
 */
export class Scratch {
  /** Counts of one way of one word. */
  readonly counts = new Int32Array(WINDOW);
  readonly inWay = new Touched();
  /** Counts of the word itself, which several of its ways add to their own. */
  readonly own = new Int32Array(WINDOW);
  /** The best way of one word in one field. */
  readonly best = new Float64Array(WINDOW);
  readonly inWord = new Touched();
  /** The words of one field, where fields are scored each by itself. */
  readonly field = new Accumulator();
  /** All fields. */
  readonly document = new Accumulator();
  /** Whether one field had all words that are needed. */
  readonly enough = new Uint8Array(WINDOW);
  /** Documents that were chosen; where none were, all of the window. */
  readonly having = new Having();
  /** What matches of a window, on its way to the collector. */
  readonly matches = new Uint32Array(WINDOW);
  readonly scores = new Float64Array(WINDOW);
}
