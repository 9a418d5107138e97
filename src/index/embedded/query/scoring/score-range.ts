/** The range of documents that a loop scores, with the field lengths in it. */
export interface ScoreRange {
  /** Field lengths by `base + address` in the accumulators. */
  readonly lengths: Uint16Array;
  /** The factor of a length in the BM25 norm: `K_SLOPE` over the average length. */
  readonly slope: number;
  /** The coverage bonus of a field per matched term, if the field has no other terms. */
  readonly coverage: number;
  /** Whether no document of the window has a score yet. */
  readonly isFirst: boolean;
  /** Accumulators are addressed by `doc - base`; 0 where candidates have ranks. */
  readonly base: number;
  /** Documents from `from` to before `to`. */
  readonly from: number;
  readonly to: number;
}
