/** Documents looked at in one go: the accumulators of a window stay in the second-level cache. */
export const WINDOW = 1 << 15;
