/** Up to which size work runs on the main thread: sending it to another thread would cost more than the work. */
export interface InlineLimits {
  /** Characters of documents to build a segment from. */
  readonly text: number;
  /** Documents of segments to merge, in time slices. */
  readonly merge: number;
  /** Postings that a search reads; 100,000 take a millisecond or two. */
  readonly search: number;
  /**
   * The same while the main thread runs no other search, and none waits for a worker: messages, and code that both
   * threads compile, cost a fifth of the processor time of a search (docs/decisions/0022).
   */
  readonly firstSearch: number;
}

export const INLINE_LIMITS: InlineLimits = {
  text: 4_096,
  merge: 256,
  search: 100_000,
  firstSearch: 1_000_000,
};
