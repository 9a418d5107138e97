import { RankedBitSet } from './ranked-bit-set.ts';

/*
 * Accumulators of one window: arrays addressed by document, and lists of the documents with an entry, so that
 * clearing costs one write per such document.
 *
 *   one expansion    frequencies ──┐ max        inExpansion
 *   one query term   best, exact ◀─┘ ──┐ sum    inTerm
 *   one field        field.score ◀─────┘ ──┐ · weight · coverage bonus
 *   all fields       document.score, .bestField ◀──┘ sum and max ──▶ collector
 *
 * Documents are addressed by `doc - base`, or by their rank among the candidates (ranked-bit-set.ts).
 */

/** Query terms that have a bit in the mask of a document; the bits of further terms are in `overflow`. */
export const MASKED_TERMS = 29;
/** The bit of the mask for a document that has any of the further terms. */
export const OVERFLOW = 1 << MASKED_TERMS;
/** All bits of terms, without `OVERFLOW`. */
export const TERM_BITS = OVERFLOW - 1;

/**
 * Scores of documents, and bits that say which query terms they have. `docs` lists the documents that have a bit.
 * `bits` never uses the sign: `(bits - 1) >>> 31` is 1 for a document without bits, which needs no branch.
 */
export class Accumulator {
  readonly score: Float64Array;
  readonly bits: Int32Array;
  /** One longer than a window: loops write unconditionally, so the entry after the last may be written. */
  readonly docs: Uint32Array;
  count = 0;
  /** Bits of the terms from `MASKED_TERMS` on, allocated for the first query with more terms. */
  #overflow: readonly [Int32Array, Int32Array] | undefined;

  constructor(window: number) {
    this.score = new Float64Array(window);
    this.bits = new Int32Array(window);
    this.docs = new Uint32Array(window + 1);
  }

  get overflow(): readonly [Int32Array, Int32Array] {
    this.#overflow ??= [new Int32Array(this.bits.length), new Int32Array(this.bits.length)];
    return this.#overflow;
  }
}

/**
 * Scores of documents from those of their fields, by dis-max: `score` has the sum, `bestField` the largest. The first
 * field leaves `bestField` alone, so that 0 stands for a document of one field, whose sum is the largest: most documents
 * match in one field, and reading and writing one array less makes a single word 5 % faster.
 */
export class DocumentAccumulator extends Accumulator {
  readonly bestField: Float64Array;

  constructor(window: number) {
    super(window);
    this.bestField = new Float64Array(window);
  }
}

/** The documents of a window with a value in some array, in the order in which they got it. */
export class TouchedDocs {
  readonly docs: Uint32Array;
  count = 0;

  constructor(window: number) {
    this.docs = new Uint32Array(window + 1);
  }
}

/** All arrays of a window. One search at a time uses them, for one window, and leaves them zero. */
export class WindowAccumulators {
  readonly window: number;
  /** Term frequencies of one expansion of one query term. */
  readonly frequencies: Int32Array;
  readonly inExpansion: TouchedDocs;
  /** Term frequencies of the exact term, which other expansions add to their own. */
  readonly exact: Int32Array;
  /** The best expansion of one query term in one field. */
  readonly best: Float64Array;
  readonly inTerm: TouchedDocs;
  readonly field: Accumulator;
  readonly document: DocumentAccumulator;
  /** 1 if one field of the document has the required number of terms. */
  readonly enough: Uint8Array;
  /** The candidates, if not all documents are. */
  readonly ranked: RankedBitSet;
  /** Buffers for the matches of a window, which are passed to the collector. */
  readonly matches: Uint32Array;
  readonly scores: Float64Array;
  /** All zero, never written. */
  readonly zeros: Int32Array;

  constructor(window: number) {
    this.window = window;
    this.frequencies = new Int32Array(window);
    this.inExpansion = new TouchedDocs(window);
    this.exact = new Int32Array(window);
    this.best = new Float64Array(window);
    this.inTerm = new TouchedDocs(window);
    this.field = new Accumulator(window);
    this.document = new DocumentAccumulator(window);
    this.enough = new Uint8Array(window);
    this.ranked = new RankedBitSet(window);
    this.matches = new Uint32Array(window);
    this.scores = new Float64Array(window);
    this.zeros = new Int32Array(window);
  }
}
