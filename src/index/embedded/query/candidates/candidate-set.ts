import { type BitSet, countBits, intersect } from '../../segment/bits.ts';
import type { MatchCollector, TwoPhaseCollector } from '../collect/collector.ts';
import { ALL } from '../scoring/score-candidates.ts';
import { keepMatchable, type SegmentQuery } from '../scoring/segment-query.ts';
import { countedDocs } from './counted-docs.ts';
import { EssentialTerms } from './essential-terms.ts';
import { keepCompetitive } from './partial-scores.ts';
import { postingsIn } from './postings-count.ts';
import { docsOfTerm, rarestTerm } from './rarest-term.ts';

/** The documents of a segment that are worth scoring. */
export class Candidates {
  /** A superset of the matches. */
  readonly #docs: BitSet | typeof ALL;
  /** Whether the candidates are exactly the matches that pass the filter, already counted. */
  readonly areCounted: boolean;
  readonly #query: SegmentQuery;
  readonly #essential: EssentialTerms;

  constructor(query: SegmentQuery, docs: BitSet | typeof ALL, areCounted: boolean) {
    this.#query = query;
    this.#docs = docs;
    this.areCounted = areCounted;
    this.#essential = new EssentialTerms(query);
  }

  /** The size of the first range to score, a multiple of 32: as many documents as have some of the counted candidates. */
  get rangeSize(): number {
    const { reader, thresholds } = this.#query;
    const { docCount } = reader.segment;
    if (this.#docs === ALL || !this.areCounted) return thresholds.window;
    const share = thresholds.firstCandidates / countBits(this.#docs, docCount);
    return share >= 1 ? docCount : Math.max(32, (docCount * share) & ~31);
  }

  /** The candidates when every match has to be collected. */
  get all(): BitSet | typeof ALL {
    return this.#docs;
  }

  /** The candidates of a range whose score can reach the threshold. It yields. */
  *competitive(from: number, to: number, threshold: number): Generator<void, BitSet | typeof ALL> {
    const docs = yield* this.#essential.docsIn(from, to, threshold);
    if (docs === undefined) return this.#docs;
    if (this.#docs === ALL) keepMatchable(docs, this.#query, from >>> 5, (to + 31) >>> 5);
    else intersect(docs, this.#docs, from >>> 5, (to + 31) >>> 5);
    yield* keepCompetitive(this.#query, docs, from, to, threshold, this.#essential.fieldBounds);
    return docs;
  }
}

/**
 * Chooses the cheapest set of candidates. Undefined if there is nothing to score.
 *
 *   rarest term    all terms are required, and one has few of the postings
 *   counted docs   in two phases: all matches as a set, through filter and facets; few of them are scored
 *   all            the segment is small, or every match has to be scored
 *
 * MaxScore (essential-terms.ts) then narrows each set range by range, once there is a threshold and no count is needed.
 */
export function* candidatesFor(
  query: SegmentQuery,
  collector: MatchCollector,
): Generator<void, Candidates | undefined> {
  const { rarestShare, rarestShareCounted } = query.thresholds;
  const { twoPhase } = collector;
  const isCounted = twoPhase !== undefined && countsFirst(query, collector, twoPhase);
  const rarest = rarestTerm(query, isCounted ? rarestShareCounted : rarestShare);
  // The segment lacks a required term, so nothing matches.
  if (rarest?.postings === 0) return undefined;
  if (rarest !== undefined) return new Candidates(query, yield* docsOfTerm(query, rarest.term), false);
  if (!isCounted) return new Candidates(query, ALL, false);
  const docs = yield* countedDocs(query, collector, twoPhase);
  return twoPhase.isByScore ? new Candidates(query, docs, true) : undefined;
}

/** Whether it is cheaper to find all matches before scoring. */
function countsFirst(query: SegmentQuery, collector: MatchCollector, twoPhase: TwoPhaseCollector): boolean {
  const { onePassDocs, onePassPostings } = query.thresholds;
  if (query.reader.segment.docCount <= onePassDocs) return false;
  if (twoPhase.hasFilter || !twoPhase.isByScore) return true;
  return collector.needsCount && postingsIn(query.fields) > onePassPostings;
}
