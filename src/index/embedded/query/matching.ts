import { type Bits, intersect, newBits, unite } from '../segment/bits.ts';
import type { FieldClauses } from './clauses.ts';
import { markClause } from './mark.ts';
import type { SegmentWork } from './windows.ts';

/**
 * The living documents of a segment that have what is needed of the words that count, without their scores. It pauses
 * after each word in a field.
 */
export function* matchingDocuments(
  { state, fields, need }: SegmentWork,
  counting: readonly number[],
): Generator<void, Bits> {
  const { docCount } = state.segment;
  let all: Bits | undefined;
  for (const group of need.inOneField ? fields.map((field) => [field]) : [fields]) {
    const set = yield* withEnough(group, counting, need.count, docCount);
    if (all === undefined) all = set;
    else unite(all, set);
  }
  all ??= newBits(docCount);
  intersect(all, state.live);
  return all;
}

/** The documents with at least so many of some words, each in any of the fields. */
function* withEnough(
  fields: readonly FieldClauses[],
  words: readonly number[],
  least: number,
  docCount: number,
): Generator<void, Bits> {
  /** Those with at least one of the words so far, with at least two, and so on. */
  const levels = Array.from({ length: least }, () => newBits(docCount));
  const first = levels[0] as Bits;
  const ofWord = least === 1 ? first : newBits(docCount);
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
      addBoth(levels[level] as Bits, levels[level - 1] as Bits, ofWord);
    }
    unite(first, ofWord);
    ofWord.fill(0);
  }
  return levels[least - 1] as Bits;
}

/** Adds the documents that are in both of two sets. */
function addBoth(into: Bits, a: Bits, b: Bits): void {
  for (let i = 0; i < into.length; i++) {
    into[i] = (into[i] as number) | ((a[i] as number) & (b[i] as number));
  }
}
