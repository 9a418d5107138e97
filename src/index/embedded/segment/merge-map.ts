/** In a map from old to new document numbers: the document was dead and has none. */
export const DELETED = 0xffffffff;

/** Steps of a merge between two pauses. */
export const STEPS_PER_YIELD = 512;

/** The documents of one input of a merge in the merged segment. */
export interface DocMap {
  /** Per document its new number, `GONE` if it is dead. */
  readonly numbers: Uint32Array;
  /** While all live: what makes a new number of an old one. -1 if some are dead. */
  readonly shift: number;
}
