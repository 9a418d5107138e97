/** New number of a deleted document. */
export const DELETED = 0xffffffff;

/** Steps of a merge between two yields. */
export const STEPS_PER_YIELD = 512;

/** Maps the documents of one input of a merge to those of the merged segment. */
export interface DocMap {
  /** New number per document, `DELETED` if it has none. */
  readonly numbers: Uint32Array;
  /** The difference between new and old numbers if all documents are live, else -1. */
  readonly shift: number;
}
