import { type BitSet, countBits, newBitSet, setBit } from '../../segment/bits.ts';
import { DocIdIterator } from '../../segment/doc-id-iterator.ts';
import type { MatchCollector, TwoPhaseCollector } from '../collect/collector.ts';
import type { SegmentQuery } from '../scoring/segment-query.ts';
import { matchingDocs } from './matching-docs.ts';

/** Phase 1: finds all matches of a segment, filters and counts them, and returns those that pass. It yields. */
export function* countedDocs(
  query: SegmentQuery,
  collector: MatchCollector,
  twoPhase: TwoPhaseCollector,
): Generator<void, BitSet> {
  const docs = yield* matchingDocs(query);
  if (twoPhase.seesAll) return yield* filteredDocs(query, docs, twoPhase);
  collector.countHits(countBits(docs, query.reader.segment.docCount));
  return docs;
}

function* filteredDocs(
  { number, reader, thresholds }: SegmentQuery,
  matches: BitSet,
  twoPhase: TwoPhaseCollector,
): Generator<void, BitSet> {
  const { docCount } = reader.segment;
  const passing = twoPhase.hasFilter ? newBitSet(docCount) : matches;
  const documents = DocIdIterator.liveDocs(matches, docCount);
  for (let seen = 0; documents.next(); ) {
    const { docs, count } = documents;
    const passed = twoPhase.count(number, docs, count);
    if (twoPhase.hasFilter) for (let i = 0; i < passed; i++) setBit(passing, docs[i] as number);
    seen += count;
    if (seen < thresholds.window) continue;
    seen = 0;
    yield;
  }
  return passing;
}
