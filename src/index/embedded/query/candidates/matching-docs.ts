import { type BitSet, intersect, newBitSet, unite } from '../../segment/bits.ts';
import type { SegmentWork } from '../scoring/score-candidates.ts';
import type { FieldClauses } from '../scoring/segment-query.ts';
import { markClause } from './union.ts';

/**
 * The living documents of a segment that have what is needed of the words that count, without their scores. It pauses
 * after each word in a field.
 */
export function* matchingDocuments(
  { state, fields, need }: SegmentWork,
  counting: readonly number[],
): Generator<void, BitSet> {
  const { docCount } = state.segment;
  let all: BitSet | undefined;
  for (const group of need.inOneField ? fields.map((field) => [field]) : [fields]) {
    const set = yield* withEnough(group, counting, need.count, docCount);
    if (all === undefined) all = set;
    else unite(all, set);
  }
  all ??= newBitSet(docCount);
  intersect(all, state.liveDocs);
  return all;
}

/** The documents with at least so many of some words, each in any of the fields. */
function* withEnough(
  fields: readonly FieldClauses[],
  words: readonly number[],
  least: number,
  docCount: number,
): Generator<void, BitSet> {
  /** Those with at least one of the words so far, with at least two, and so on. */
  const levels = Array.from({ length: least }, () => newBitSet(docCount));
  const first = levels[0] as BitSet;
  const ofWord = least === 1 ? first : newBitSet(docCount);
  for (const word of words) {
    for (const field of fields) {
      for (const one of field.words) {
        if (one.word !== word) continue;
        markClause(one.clause, 0, docCount, ofWord);
        yield;
      }
    }
    if (least === 1) continue;
    for (let level = least - 1; level > 0; level--) {
      addBoth(levels[level] as BitSet, levels[level - 1] as BitSet, ofWord);
    }
    unite(first, ofWord);
    ofWord.fill(0);
  }
  return levels[least - 1] as BitSet;
}

/** Adds the documents that are in both of two sets. */
function addBoth(into: BitSet, a: BitSet, b: BitSet): void {
  for (let i = 0; i < into.length; i++) {
    into[i] = (into[i] as number) | ((a[i] as number) & (b[i] as number));
  }
}
