import type { InlineLimits } from '../../src/index/embedded/runtime/inline-limits.ts';

/** Limits with which every piece of work goes to another thread. */
export const NO_INLINE_WORK: InlineLimits = { text: -1, merge: -1, search: -1, firstSearch: -1 };
