import { hasBit, newBitSet, setBit } from '../../segment/bits.ts';
import { type Column, type TextColumn, textOf } from '../../segment/columns.ts';
import type { Segment } from '../../segment/segment.ts';
import type { Test } from '../filters/filter.ts';
import { LOOKUPS_PAUSE } from '../tuning/thresholds.ts';

/**
 * Passes documents with a value that begins with a text; undefined if there are none. Short values are in order, so
 * those with a common beginning are a range; long ones, which must have been loaded, are compared one by one. It yields.
 */
export function* beginningTest(
  column: Column | undefined,
  beginning: string,
): Generator<void, Test | undefined> {
  if (column?.type !== 'text') return undefined;
  const from = column.dictionary.lowerBound(beginning);
  const to = endOf(column, from, beginning);
  // A bit per long value: a tree may have a thousand of these tests.
  const long = newBitSet(column.long.size);
  let hasLong = false;
  for (let n = 0; n < column.long.size; n++) {
    if (textOf(column, column.dictionary.size + n).startsWith(beginning)) {
      setBit(long, n);
      hasLong = true;
    }
    if (n % LOOKUPS_PAUSE === LOOKUPS_PAUSE - 1) yield;
  }
  if (from === to && !hasLong) return undefined;
  const { starts, ordinals } = column;
  const { size } = column.dictionary;
  return (doc) => {
    const end = starts[doc + 1] as number;
    for (let at = starts[doc] as number; at < end; at++) {
      const ordinal = ordinals[at] as number;
      if (ordinal >= size ? hasBit(long, ordinal - size) : ordinal >= from && ordinal < to) return true;
    }
    return false;
  };
}

/** The same for ids. */
export function idBeginningTest({ ids, idOf }: Segment, beginning: string): Test | undefined {
  const [from, to] = ids.prefixRange(beginning);
  if (from === to) return undefined;
  return (doc) => (idOf[doc] as number) >= from && (idOf[doc] as number) < to;
}

/** The first short value after those that begin with a text, found by binary search. */
function endOf({ dictionary }: TextColumn, from: number, beginning: string): number {
  let low = from;
  let high = dictionary.size;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (dictionary.text(middle).startsWith(beginning)) low = middle + 1;
    else high = middle;
  }
  return low;
}
