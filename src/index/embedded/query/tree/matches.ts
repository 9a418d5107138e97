/** The matches in a window of documents, by document less the first of the window. */
export interface Matches {
  /** 1 for a match. */
  readonly found: Uint8Array;
  /** Of matches; the scores of all other documents have no meaning. */
  readonly scores: Float64Array;
}

/** Writes the matches of the documents from `from` to before `to`. It yields. */
export type Evaluate = (from: number, to: number, out: Matches) => Generator<void, void>;

/** The arrays of a window, allocated once per segment and level of the tree: siblings take turns. */
export class Buffers {
  readonly #size: number;
  readonly #matches: Matches[] = [];
  readonly #counts: Uint32Array[] = [];
  readonly #optional: Uint16Array[] = [];
  readonly #sums: Float64Array[] = [];

  constructor(size: number) {
    this.#size = size;
  }

  /** Receives the matches of the nodes of a level. */
  matchesAt(level: number): Matches {
    this.#matches[level] ??= {
      found: new Uint8Array(this.#size),
      scores: new Float64Array(this.#size),
    };
    return this.#matches[level];
  }

  /** Counts the optional children of a node of a level. */
  optionalAt(level: number): Uint16Array {
    this.#optional[level] ??= new Uint16Array(this.#size);
    return this.#optional[level];
  }

  /** Adds up the scores of the children of a node of a level. */
  sumsAt(level: number): Float64Array {
    this.#sums[level] ??= new Float64Array(this.#size);
    return this.#sums[level];
  }

  /** The frequencies of the n-th term of a leaf: zero between two leaves. */
  counts(n: number): Uint32Array {
    this.#counts[n] ??= new Uint32Array(this.#size);
    return this.#counts[n];
  }
}
