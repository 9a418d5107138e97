/** How much work is done on the main thread, as a trip to another would cost more than it. */
export interface InlineLimits {
  /** Characters of documents that are indexed at once. */
  readonly text: number;
  /** Documents whose segments are merged, in short steps. */
  readonly merge: number;
  /** Postings that a search reads: a few milliseconds. */
  readonly search: number;
}

export const INLINE_LIMITS: InlineLimits = { text: 4_096, merge: 256, search: 100_000 };
