import { type BitSet, newBitSet, unite } from '../../segment/bits.ts';
import { type FieldClauses, keepMatchable, type SegmentQuery } from '../scoring/segment-query.ts';
import { uniteClause } from './union.ts';

/**
 * Finds the matching live documents of a segment as a bitset, without scores. Minimum should match by bit-parallel
 * counting: level n is the set of documents with more than n of the terms. It yields after each term in a field.
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
  /** levels[n]: documents with more than n of the terms processed so far. */
  const levels = Array.from({ length: minimumCount }, () => newBitSet(docCount));
  const first = levels[0] as BitSet;
  const ofTerm = minimumCount === 1 ? first : newBitSet(docCount);
  for (const term of terms) {
    for (const field of fields) {
      for (const one of field.terms) {
        if (one.term !== term) continue;
        yield* uniteClause(one.clause, 0, docCount, ofTerm);
        yield;
      }
    }
    if (minimumCount === 1) continue;
    for (let level = minimumCount - 1; level > 0; level--)
      uniteIntersection(levels[level] as BitSet, levels[level - 1] as BitSet, ofTerm);
    unite(first, ofTerm);
    ofTerm.fill(0);
  }
  return levels[minimumCount - 1] as BitSet;
}

/** Adds the intersection of two sets to a third. */
function uniteIntersection(into: BitSet, a: BitSet, b: BitSet): void {
  for (let i = 0; i < into.length; i++) {
    into[i] = (into[i] as number) | ((a[i] as number) & (b[i] as number));
  }
}
