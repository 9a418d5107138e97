/** Receives a living document that matches: its segment (by number in the view), its number there, its score. */
export type MatchSink = (state: number, doc: number, score: number) => void;

/** Receives living documents that match, many of one segment at a time. */
export interface Matches {
  /**
   * Documents with a lower score need not be handed over, only counted. It rises as better ones come; below all
   * scores where each document has to be looked at.
   */
  readonly bar: number;
  /** The first `count` of these documents, with their scores. Both arrays are the caller's again afterwards. */
  take(state: number, docs: Uint32Array, scores: Float64Array, count: number): void;
  /** So many others match, none of which reaches the bar. */
  pass(count: number): void;
  /** Whether those below the bar have to be counted at all. */
  readonly countsOn: boolean;
  /** At least so many match in all, whatever is handed over. */
  expect(count: number): void;
}

/** Hands every document over, one by one. */
export const oneByOne = (sink: MatchSink): Matches => ({
  bar: Number.NEGATIVE_INFINITY,
  take: (state, docs, scores, count) => {
    for (let i = 0; i < count; i++) sink(state, docs[i] as number, scores[i] as number);
  },
  pass: () => {},
  countsOn: true,
  expect: () => {},
});
