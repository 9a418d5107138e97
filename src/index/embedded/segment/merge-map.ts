/** In a map from old to new document numbers: the document was dead and has none. */
export const GONE = 0xffffffff;

/** Steps of a merge between two pauses. */
export const STEPS = 512;
