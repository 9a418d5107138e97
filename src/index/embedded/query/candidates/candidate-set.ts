import { type BitSet, countBits, intersect } from '../../segment/bits.ts';
import type { MatchCollector, TwoPhaseCollector } from '../collect/collector.ts';
import { ALL } from '../scoring/score-candidates.ts';
import type { SegmentQuery } from '../scoring/segment-query.ts';
import { countedDocs } from './counted-docs.ts';
import { EssentialTerms } from './essential-terms.ts';
import { postingsIn } from './postings-count.ts';
import { docsOfTerm, rarestTerm } from './rarest-term.ts';

/** The documents of a segment that are worth scoring. */
export class Candidates {
  /** Every match is among them. */
  readonly #docs: BitSet | typeof ALL;
  /** Whether they are all matches, filtered and counted. */
  readonly areCounted: boolean;
  readonly #query: SegmentQuery;
  readonly #essential: EssentialTerms;

  constructor(query: SegmentQuery, docs: BitSet | typeof ALL, areCounted: boolean) {
    this.#query = query;
    this.#docs = docs;
    this.areCounted = areCounted;
    this.#essential = new EssentialTerms(query);
  }

  /** Documents in the first range that is narrowed down. Counted ones that fit into one window are scored at once. */
  get rangeSize(): number {
    const { reader, thresholds } = this.#query;
    const { docCount } = reader.segment;
    if (this.#docs === ALL || !this.areCounted) return thresholds.window;
    return countBits(this.#docs, docCount) <= thresholds.window ? docCount : thresholds.window;
  }

  /** Those of which each match has to be collected. */
  get all(): BitSet | typeof ALL {
    return this.#docs;
  }

  /** Those of a range that can reach a threshold; the others need not be collected. */
  competitive(from: number, to: number, threshold: number): BitSet | typeof ALL {
    const docs = this.#essential.docsIn(from, to, threshold);
    if (docs === undefined) return this.#docs;
    intersect(docs, this.#docs ?? this.#query.live, from >>> 5, (to + 31) >>> 5);
    return docs;
  }
}

/**
 * Finds the cheapest set of candidates. Undefined if nothing is left to score.
 *
 *   rarest term    all terms are required, and one has few of the postings
 *   counted docs   in two phases: all matches as a set, through filter and facets; few of them are scored
 *   all            the segment is small, or every document has to be scored anyway
 *
 * MaxScore then narrows each of them down, range by range, once there is a threshold and no count is needed.
 */
export function* candidatesFor(
  query: SegmentQuery,
  collector: MatchCollector,
): Generator<void, Candidates | undefined> {
  const { thresholds } = query;
  const { docCount } = query.reader.segment;
  const share = docCount < thresholds.countFirstDocs ? thresholds.rarestShare : thresholds.rarestShareCounted;
  const rarest = rarestTerm(query, share);
  // A required term that the segment does not have: nothing matches.
  if (rarest?.postings === 0) return undefined;
  if (rarest !== undefined) return new Candidates(query, docsOfTerm(query, rarest.term), false);
  const { twoPhase } = collector;
  if (twoPhase === undefined || !countsFirst(query, collector, twoPhase)) {
    return new Candidates(query, ALL, false);
  }
  const docs = yield* countedDocs(query, collector, twoPhase);
  return twoPhase.isByScore ? new Candidates(query, docs, true) : undefined;
}

/** Whether finding all matches before anything is scored is worth it. */
function countsFirst(query: SegmentQuery, collector: MatchCollector, twoPhase: TwoPhaseCollector): boolean {
  const { docCount } = query.reader.segment;
  const { onePassDocs, countFirstDocs, docsPerPosting } = query.thresholds;
  if (docCount <= onePassDocs) return false;
  if (twoPhase.hasFilter || !twoPhase.isByScore) return true;
  if (!collector.needsCount || docCount < countFirstDocs) return false;
  return postingsIn(query.fields) > docCount / docsPerPosting;
}
