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
  const long = new Set<number>();
  for (let n = 0; n < column.long.size; n++) {
    const ordinal = column.dictionary.size + n;
    if (textOf(column, ordinal).startsWith(beginning)) long.add(ordinal);
    if (n % LOOKUPS_PAUSE === LOOKUPS_PAUSE - 1) yield;
  }
  if (from === to && long.size === 0) return undefined;
  const { starts, ordinals } = column;
  return (doc) => {
    const end = starts[doc + 1] as number;
    for (let at = starts[doc] as number; at < end; at++) {
      const ordinal = ordinals[at] as number;
      if ((ordinal >= from && ordinal < to) || long.has(ordinal)) return true;
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
