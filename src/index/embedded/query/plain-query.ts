import type { MatchRules, QueryPlan } from '../../plan.ts';
import { precisionOf } from '../../terms/expansion-kinds.ts';
import { minimumOf, type QueryTerm, queryTerms } from '../../terms/query-terms.ts';
import { newBitSet, setBit } from '../segment/bits.ts';
import type { Segment } from '../segment/segment.ts';
import type { SegmentReader } from '../snapshot/segment-reader.ts';
import type { MatchCollector, TwoPhaseCollector } from './collect/collector.ts';
import type { CuratedDocs } from './collect/curations.ts';
import { averageLength, K_SLOPE } from './scoring/bm25.ts';
import type { QueryContext } from './scoring/query-context.ts';
import { scoreCandidates } from './scoring/score-candidates.ts';
import {
  bitOf,
  type FieldClauses,
  MASKED_TERMS,
  minimumMatchOf,
  type SegmentQuery,
  type TermClause,
} from './scoring/segment-query.ts';
import { searchSegment } from './segment-search.ts';
import { onlyMatch, type TermExpansions } from './terms/term-expansions.ts';
import { type TermPlan, termPlan } from './terms/term-lookup.ts';

type PlainQuery = Extract<QueryPlan, { kind: 'plain' }>;

/**
 * Matches and scores a plain text: expansions of each term by dis-max, a minimum of terms that should match
 * (docs/matching.md, section 4). It pauses after each window.
 */
export function* matchPlain(
  context: QueryContext,
  { text, synonyms }: PlainQuery,
  rules: MatchRules,
  collector: MatchCollector,
): Generator<void, void> {
  const { snapshot, segments, fields, curations, thresholds } = context;
  const precision = precisionOf(rules);
  const terms = queryTerms(snapshot.analyzer, text, synonyms, precision);
  // Without fields no document matches, and the plans would fill the cache.
  if (terms.length === 0 || fields.length === 0) return;
  const { counting, needed } = minimumOf(terms, precision);
  const minimum = minimumMatchOf(counting, terms.length, needed, precision.inOneField);
  const names = fields.map(({ name }) => name);
  const plans: TermPlan[] = [];
  for (const term of terms) {
    const plan = termPlan(snapshot, term, names, precision);
    plans.push('next' in plan ? yield* plan : plan);
  }
  if (minimum.count === 1)
    for (const term of counting) collector.expectAtLeast(minimumMatches(context, plans[term] ?? []));
  const inFields = fields.map(({ name, weight }, f): PlainField => {
    const totals = snapshot.totals(name);
    const slope = K_SLOPE / averageLength(totals);
    return { name, weight, slope, size: totals.words, plans: plans.map((plan) => plan[f]) };
  });
  // The first field is the cheapest to add (kernel/assembly/memory.ts), so it is the one with most words.
  inFields.sort((a, b) => b.size - a.size);
  const queryIn = (number: number): SegmentQuery => {
    const reader = snapshot.readers[number] as SegmentReader;
    const clauses = inFields.map((field) => clausesIn(reader.segment, number, field, terms));
    return {
      number,
      reader,
      excluded: (curations[number] as CuratedDocs).excluded,
      fields: clauses.filter((field) => field !== undefined),
      minimum,
      termCount: terms.length,
      thresholds,
    };
  };
  for (const number of segments) {
    const query = queryIn(number);
    if (query.fields.length > 0) yield* searchSegment(query, collector);
  }
  const { twoPhase } = collector;
  if (twoPhase?.isByScore === false) yield* scoreHits(queryIn, twoPhase);
}

/** A searched field with the plans of all query terms in it. */
interface PlainField {
  readonly name: string;
  readonly weight: number;
  readonly slope: number;
  /** The number of its words in live documents, which does not depend on the order of writes. */
  readonly size: number;
  /** By query term. */
  readonly plans: TermPlan;
}

/** The clauses of a field in a segment; undefined if no query term matches in it. */
function clausesIn(
  segment: Segment,
  number: number,
  { name, weight, slope, plans }: PlainField,
  terms: readonly QueryTerm[],
): FieldClauses | undefined {
  const clauses: TermClause[] = [];
  for (const [term, { repetition }] of terms.entries()) {
    const inField = plans[term];
    const expansions = inField?.bySegment[number];
    if (inField === undefined || expansions === undefined) continue;
    clauses.push(clauseOf(expansions, term, inField.idf * repetition));
  }
  const text = segment.text(name);
  return text === undefined || clauses.length === 0 ? undefined : { text, weight, slope, terms: clauses };
}

/** A query term with a single match is scored without dis-max. */
function clauseOf(expansions: TermExpansions, term: number, idf: number): TermClause {
  const bit = bitOf(term);
  const only = term < MASKED_TERMS ? onlyMatch(expansions) : undefined;
  if (only === undefined) return { term, idf, weight: 1, bit, clause: { kind: 'expansions', expansions } };
  const { postings, ordinal, weight } = only;
  const clause = { kind: 'term', postings, ordinal, df: postings.df[ordinal] as number } as const;
  return { term, idf, weight, bit, clause };
}

/** Scores the hits of a page that is sorted by fields. */
function* scoreHits(
  queryIn: (number: number) => SegmentQuery,
  twoPhase: TwoPhaseCollector,
): Generator<void, void> {
  for (const [number, docs] of twoPhase.unscoredHits()) {
    const query = queryIn(number);
    const { docCount } = query.reader.segment;
    const set = newBitSet(docCount);
    for (const doc of docs) setBit(set, doc);
    yield* scoreCandidates(query, set, 0, docCount, twoPhase.hitScores);
  }
}

/** A lower bound of the matches of a term: those of one expansion in one field, less all deleted and curated documents. */
function minimumMatches({ snapshot, segments, curations }: QueryContext, plan: TermPlan): number {
  let largest = 0;
  for (const inField of plan) {
    let sum = 0;
    for (const number of segments) {
      const expansions = inField?.bySegment[number];
      if (expansions === undefined) continue;
      const { segment, liveCount } = snapshot.readers[number] as SegmentReader;
      const { excluded } = curations[number] as CuratedDocs;
      const left = segment.docCount - liveCount + excluded.length;
      sum += Math.max(0, expansions.leastDocs - left);
    }
    largest = Math.max(largest, sum);
  }
  return largest;
}
