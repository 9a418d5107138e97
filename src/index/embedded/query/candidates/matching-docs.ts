import { Kernel } from '../../kernel/kernel.ts';
import { type BitSet, newBitSet, unite } from '../../segment/bits.ts';
import { clausesOf, type FieldClauses, keepMatchable, type SegmentQuery } from '../scoring/segment-query.ts';
import { uniteClauses, uniteIn } from './union.ts';

/**
 * Finds the matching live documents of a segment as a bitset, without scores. Minimum should match by bit-parallel
 * counting: level n is the set of documents with more than n of the terms. It yields after each term, and more
 * often where terms have many postings.
 */
export function* matchingDocs(query: SegmentQuery): Generator<void, BitSet> {
  const { reader, fields, minimum } = query;
  const { docCount } = reader.segment;
  let all: BitSet | undefined;
  for (const group of minimum.inOneField ? fields.map((field) => [field]) : [fields]) {
    const set = yield* docsWithEnough(group, minimum.terms, minimum.count, docCount);
    if (all === undefined) all = set;
    else unite(all, set);
  }
  all ??= newBitSet(docCount);
  keepMatchable(all, query);
  return all;
}

/** The documents with at least `minimumCount` of the terms, each in any of the fields. */
function* docsWithEnough(
  fields: readonly FieldClauses[],
  terms: readonly number[],
  minimumCount: number,
  docCount: number,
): Generator<void, BitSet> {
  const set = newBitSet(docCount);
  if (minimumCount === 1) {
    yield* uniteClauses(clausesOf(fields, terms), 0, docCount, docCount, set);
    return set;
  }
  const kernel = Kernel.take(docCount, minimumCount);
  for (const term of terms) {
    yield* uniteIn(kernel, clausesOf(fields, [term]), 0, docCount);
    kernel.countBitmap(minimumCount);
    yield;
  }
  kernel.copyLevel(set, minimumCount - 1);
  kernel.release();
  return set;
}
