import { WINDOW } from '../../kernel/kernel.ts';

/*
 * Every number that trades one way of doing the same work for another. None of them changes an answer: tests run with
 * small ones (test/oracle/small-thresholds.ts), so that a few hundred documents meet the code that serves millions.
 * docs/decisions/0012 has the measurements behind them, p50 in ms on two cores.
 */

/** Thresholds that searches take as an argument. */
export interface Thresholds {
  /**
   * Documents that are scored at a time, a multiple of 32. The accumulators of a window (some 1.3 MB, of which a query
   * touches a few arrays) stay in the second-level cache. 8k and 16k: no difference beyond noise, more blocks decoded
   * twice.
   */
  readonly window: number;
  /**
   * Segments up to this many documents are scored in one pass, without a set of matches first. Reading postings twice
   * costs more than it saves there: with 63,620 documents only filters (0.47 to 0.43) and sorts (0.35 to 0.30) gain.
   */
  readonly onePassDocs: number;
  /**
   * The same for up to this many postings, without filter and sort. As many as half of the documents instead: and2 4.6 to
   * 5.6, termfacet 6.7 to 8.6 (a million documents); as many as a sixteenth: single 0.30 to 0.34 (63,620 documents).
   */
  readonly onePassPostings: number;
  /**
   * Where all terms are required, documents of the rarest one are the candidates if all postings are this many times
   * those of the rarest. 1.5 instead of 3: or2cc at precision 6 1.17 to 0.97, at 11 0.64 to 0.51 (63,620 documents).
   */
  readonly rarestShare: number;
  /** The same where matches can be counted first: with 3 instead of 16 and2 takes 3.2, not 2.8 (a million documents). */
  readonly rarestShareCounted: number;
  /**
   * Counted candidates in the first range, which are all scored. 1,024 instead of up to a window: filtfacet 5.1 to 4.7,
   * geo 4.3 to 4.2, and2 3.8 to 3.6 (a million documents).
   */
  readonly firstCandidates: number;
  /** By how much ranges grow whose candidates are found by MaxScore: each range raises the threshold for the next. */
  readonly rangeGrowth: number;
  /** MaxScore: essential terms are read twice, and may have this share of all postings. */
  readonly essentialShare: number;
  /** Fields whose bounds add up to this share of the threshold are read last, for candidates that can still reach it. */
  readonly deferredShare: number;
  /**
   * Plans with more tests per document (tuning/plan-tests.ts) are collected in pieces of as many documents as make
   * `testsPerPiece` tests, a fraction of a millisecond, so that the search can yield between them.
   */
  readonly manyTests: number;
  readonly testsPerPiece: number;
}

export const THRESHOLDS: Thresholds = {
  window: WINDOW,
  onePassDocs: 1 << 15,
  onePassPostings: 1 << 14,
  rarestShare: 1.5,
  rarestShareCounted: 16,
  firstCandidates: 1024,
  rangeGrowth: 8,
  essentialShare: 0.5,
  deferredShare: 0.5,
  manyTests: 16,
  testsPerPiece: 1 << 14,
};

/* Numbers that loops and caches are compiled with. */

/** Documents per batch on the way to filters, facets and heaps: their arrays stay in the first-level cache. */
export const BATCH = 2048;
/** Documents between two pauses where all documents are read: about a millisecond. */
export const PAUSE = 1 << 14;
/** Postings and terms between two pauses: about half a millisecond. */
export const POSTINGS_PAUSE = 1 << 15;
/** Milliseconds after which a piece of documents was too large: estimates of tests know neither caches nor texts. */
export const LONG_PIECE = 1;
/** Terms of a prefix that are read without a pause. */
export const TERMS_AT_ONCE = 1 << 9;
/** Values, terms or groups between two pauses where each takes some 100 ns: allocated, hashed, compared as texts. */
export const ITEMS_PAUSE = 1 << 12;
/** The same where each is parsed or looked up in a dictionary, which takes some microseconds. */
export const LOOKUPS_PAUSE = 1 << 8;
/** The same for documents whose positions are compared, which takes up to 100 microseconds. */
export const PHRASES_PAUSE = 1 << 4;

/** Up to this many ranges of a facet are counted one by one; more by a binary search per document. */
export const FEW_RANGES = 16;
/** The same for ranges of distances: computing a distance takes as long as testing two or three circles. */
export const FEW_DISTANCES = 2;

/** Up to this many posting lists are merged pairwise; more are summed in a map. */
export const FEW_LISTS = 4;
/** From one posting per this many documents on, posting lists are summed in an array of all documents. */
export const DOCS_PER_SUMMED = 16;

/** Dictionaries below this size are scanned for fuzzy matches as fast as a cached answer is found. */
export const LARGE_DICTIONARY = 4096;
/** Bytes of term plans that are cached per snapshot, and of lookups per segment and per text field of a segment. */
export const PLAN_CACHE_BYTES = 8 * 2 ** 20;
export const LOOKUP_CACHE_BYTES = 16 * 2 ** 20;
export const FIELD_CACHE_BYTES = 4 * 2 ** 20;
/** Terms of the segments that a merge replaces which are looked up in the new segment before it serves. */
export const WARMED_TERMS = 512;

/** Different values up to which a text column is filtered by a table of all of them (64 KB), and its counts are cached. */
export const TABLE_VALUES = 1 << 16;
/** Global ordinals without a value in any segment, beyond which the numbering starts afresh. */
export const STALE_ORDINALS = 1 << 16;
/** A dictionary this many times smaller is looked up value by value; others are merged in order. */
export const LOOKUP_RATIO = 16;

/** Engines and segments below these sizes are left out of the estimate of a search's cost: no search there is long. */
export const CHEAP_ENGINE = 16_384;
export const CHEAP_SEGMENT = 4_096;
/** What the test of a distance costs, in tests of a number. */
export const TESTS_PER_DISTANCE = 4;
/** The same of a number or date that is counted in a hash map, and of a document that is grouped. */
export const TESTS_PER_HASHED_VALUE = 8;
export const TESTS_PER_GROUP = 32;
/** The same of a document that is placed among so many that it may become a hit: then most go through the heap. */
export const DEEP_PAGE = 1000;
export const TESTS_PER_DEEP_HIT = 64;
/** Values of a plan that are looked up without a pause, and what looking one up costs, in postings. */
export const FEW_LOOKUPS = 1024;
export const POSTINGS_PER_LOOKUP = 32;
/** Tests per document that any search may make; more of them add to the estimate of a search's cost. */
export const FEW_TESTS = 16;
/** What a test costs, in postings. */
export const POSTINGS_PER_TEST = 0.5;
/** What a document costs that is filtered, counted and sorted, and a value that is counted, in postings. */
export const POSTINGS_PER_DOCUMENT = 2;
export const POSTINGS_PER_VALUE = 1 / 32;
