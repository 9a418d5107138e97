/** Receives a living document that matches: its segment (by number in the view), its number there, its score. */
export type MatchSink = (state: number, doc: number, score: number) => void;

/** Takes living documents that match, many of one segment at a time. */
export interface Taker {
  /**
   * Documents with a lower score need not be handed over, only counted. It rises as better ones come; below all
   * scores where each document has to be looked at.
   */
  readonly bar: number;
  /** The first `count` of these documents, with their scores. Both arrays are the caller's again afterwards. */
  take(state: number, docs: Uint32Array, scores: Float64Array, count: number): void;
  /** So many others match, none of which reaches the bar. */
  pass(count: number): void;
}

/** Receives all that matches. */
export interface Matches extends Taker {
  /** Whether those below the bar have to be counted at all. */
  readonly countsOn: boolean;
  /** At least so many match in all, whatever is handed over. */
  expect(count: number): void;
  /** Where documents can be counted before they are scored. */
  readonly apart: Apart | undefined;
}

/** Receives what matches in two steps: all documents without scores, then those that may get onto the page with them. */
export interface Apart {
  /** Whether the filter, counts or the sort need to see every document; else their number is enough. */
  readonly seesAll: boolean;
  /** Whether there is a filter: some documents may not pass. */
  readonly filters: boolean;
  /** Filters and counts documents; moves those that pass to the front and gives how many they are. */
  sift(state: number, docs: Uint32Array, count: number): number;
  /** Whether the best scores make the page. If not, `sift` knows it, and only the scores of its documents are missing. */
  readonly isByScore: boolean;
  /** Takes scored documents that were counted before. */
  readonly ranking: Taker;
  /** By segment, the documents of the page that have no score yet. */
  unscored(): ReadonlyMap<number, readonly number[]>;
  /** Takes the scores of documents that are on the page. */
  readonly scoring: Taker;
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
  apart: undefined,
});
