import { type BitSet, intersect, newBitSet, unite } from '../../segment/bits.ts';
import type { FieldClauses, SegmentQuery } from '../scoring/segment-query.ts';
import { uniteClause } from './union.ts';

/** The live documents of a segment that match, without their scores. It pauses after each term in a field. */
export function* matchingDocs({ reader, live, fields, minimum }: SegmentQuery): Generator<void, BitSet> {
  const { docCount } = reader.segment;
  let all: BitSet | undefined;
  for (const group of minimum.inOneField ? fields.map((field) => [field]) : [fields]) {
    const set = yield* docsWithEnough(group, minimum.terms, minimum.count, docCount);
    if (all === undefined) all = set;
    else unite(all, set);
  }
  all ??= newBitSet(docCount);
  intersect(all, live);
  return all;
}

/** The documents with at least `least` of some terms, each in any of the fields. */
function* docsWithEnough(
  fields: readonly FieldClauses[],
  terms: readonly number[],
  least: number,
  docCount: number,
): Generator<void, BitSet> {
  /** levels[n]: documents with more than n of the terms so far. */
  const levels = Array.from({ length: least }, () => newBitSet(docCount));
  const first = levels[0] as BitSet;
  const ofTerm = least === 1 ? first : newBitSet(docCount);
  for (const term of terms) {
    for (const field of fields) {
      for (const one of field.terms) {
        if (one.term !== term) continue;
        uniteClause(one.clause, 0, docCount, ofTerm);
        yield;
      }
    }
    if (least === 1) continue;
    for (let level = least - 1; level > 0; level--)
      uniteIntersection(levels[level] as BitSet, levels[level - 1] as BitSet, ofTerm);
    unite(first, ofTerm);
    ofTerm.fill(0);
  }
  return levels[least - 1] as BitSet;
}

/** Unites the documents that two sets have in common into a third. */
function uniteIntersection(into: BitSet, a: BitSet, b: BitSet): void {
  for (let i = 0; i < into.length; i++) {
    into[i] = (into[i] as number) | ((a[i] as number) & (b[i] as number));
  }
}
