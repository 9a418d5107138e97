import type { Filter, QueryPlan, SearchPlan } from '../../plan.ts';
import { BLOCK_SIZE } from '../segment/postings.ts';
import type { Segment } from '../segment/segment.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';
import { hasPrecomputedCounts, isCounted } from './facets/precomputed-counts.ts';
import { filterIn } from './filters/engine-filter.ts';
import { isMatchAll, isMatchNone } from './filters/filter.ts';
import { treeSize } from './tree/tree-size.ts';
import { lookupsOf, testsOf } from './tuning/plan-tests.ts';
import {
  CHEAP_ENGINE,
  CHEAP_SEGMENT,
  FEW_TESTS,
  POSTINGS_PER_DOCUMENT,
  POSTINGS_PER_LOOKUP,
  POSTINGS_PER_TEST,
  POSTINGS_PER_VALUE,
} from './tuning/thresholds.ts';

/** What a plan costs: the postings that it reads, and all else in as many postings, which is a rougher estimate. */
export interface RoughCost {
  readonly postings: number;
  readonly others: number;
}

/**
 * A cheap estimate. The words with a common prefix are adjacent in the dictionary, so one subtraction gives the number
 * of their blocks. Fuzzy matches have few postings and are not counted.
 */
export function roughCost(snapshot: Snapshot, plan: SearchPlan): RoughCost {
  const { query, fields } = plan;
  const segments = searchedSegments(snapshot, plan);
  const docs = segments.reduce((sum, { segment }) => sum + segment.docCount, 0);
  const tests = testsOf(snapshot, plan);
  const lookups = lookupsOf(plan) * segments.length * POSTINGS_PER_LOOKUP;
  const testing = lookups + (tests > FEW_TESTS ? docs * tests * POSTINGS_PER_TEST : 0);
  const only = (others: number): RoughCost => ({ postings: 0, others });
  if (query.kind === 'tree') return only(docs * POSTINGS_PER_DOCUMENT * treeSize(query.root) + testing);
  if (docs < CHEAP_ENGINE) return only(docs + testing);
  if (isKnown(segments, plan)) return only(uncounted(segments, plan) * POSTINGS_PER_VALUE);
  const texts = textsOf(query);
  if (texts === undefined) return only(docs * POSTINGS_PER_DOCUMENT + testing);
  const words = wordsOf(snapshot, texts);
  const synonyms = query.kind === 'plain' ? query.synonyms : [];
  const alternatives = wordsOf(
    snapshot,
    synonyms.flatMap((synonym) => synonym.alternatives),
  );
  let blocks = 0;
  for (const { segment } of segments) {
    if (segment.docCount < CHEAP_SEGMENT) continue;
    for (const { name } of fields) {
      const text = segment.text(name);
      if (text === undefined) continue;
      for (const word of words) {
        const [from, to] = text.words.prefixRange(word);
        if (from < to) blocks += text.postings.blocksOf(from, to);
      }
      for (const word of alternatives) {
        const ordinal = text.words.find(word);
        if (ordinal >= 0) blocks += text.postings.blocksOf(ordinal, ordinal + 1);
      }
    }
  }
  return { postings: blocks * BLOCK_SIZE, others: testing };
}

/** A segment with the filter of its documents. */
interface Searched {
  readonly segment: Segment;
  readonly filter: Filter;
}

/** The segments that have documents which may pass the filter. */
const searchedSegments = (snapshot: Snapshot, { filter }: SearchPlan): Searched[] =>
  snapshot.readers
    .map(({ segment }, i) => ({ segment, filter: filterIn(filter, snapshot.engineOf(i)) }))
    .filter((one) => !isMatchNone(one.filter));

function wordsOf({ analyzer }: Snapshot, texts: readonly string[]): Set<string> {
  const words = new Set<string>();
  for (const text of texts) analyzer.words(text, (word) => words.add(word));
  return words;
}

/**
 * Whether a plan for all documents is answered from counts per segment (`SearchCollector.collectAllLive`). Each thread
 * computes them once per segment.
 */
function isKnown(segments: readonly Searched[], { query, boosts, sort, group, facets }: SearchPlan): boolean {
  if (query.kind !== 'everything' || group !== null || boosts.length + sort.length > 0) return false;
  if (!segments.every(({ filter }) => isMatchAll(filter))) return false;
  return facets.every(
    (facet) =>
      facet.kind === 'engine' ||
      (facet.kind === 'value' &&
        segments.every(({ segment }) => hasPrecomputedCounts(segment.column(facet.field)))),
  );
}

/** The number of values that this thread has not counted yet. */
function uncounted(segments: readonly Searched[], { facets }: SearchPlan): number {
  let values = 0;
  for (const { segment } of segments) {
    for (const facet of facets)
      if (facet.kind === 'value' && !isCounted(segment.column(facet.field))) values += segment.docCount;
  }
  return values;
}

/** The texts whose postings a query reads; undefined if it reads every document. */
function textsOf(query: QueryPlan): readonly string[] | undefined {
  switch (query.kind) {
    case 'everything':
    case 'tree':
      return undefined;
    case 'plain':
    case 'prefix':
      return [query.text];
    case 'operators': {
      const { required, wanted, forbidden } = query;
      if (required.length + wanted.length === 0) return undefined;
      return [...required, ...wanted, ...forbidden].map(({ text }) => text);
    }
  }
}
