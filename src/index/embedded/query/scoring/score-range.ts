/** Where a loop scores: a range of documents of a segment, and the lengths of the field there. */
export interface ScoreRange {
  /** Field lengths by `base + address` in the accumulators. */
  readonly lengths: Uint16Array;
  /** By how much they count: `K_SLOPE` over the average length. */
  readonly slope: number;
  /** Accumulators are addressed by `doc - base`; 0 where candidates have ranks. */
  readonly base: number;
  /** Documents from `from` to before `to`. */
  readonly from: number;
  readonly to: number;
}
