import { type BitSet, hasBit, newBitSet, setBit } from './bits.ts';
import type { TextColumn } from './columns.ts';
import { FrontCodedWriter } from './front-coded.ts';
import { GrowableUint32Array } from './growable-arrays.ts';
import { KWayMerge } from './k-way-merge.ts';
import { DELETED, type DocMap, STEPS_PER_YIELD } from './merge-map.ts';
import type { SectionSources } from './serializer.ts';

interface ValueSource {
  readonly column: TextColumn;
  readonly map: DocMap;
}

/**
 * Merges the dictionaries of text columns, without values that no live document has, and the hashes of long values.
 * Returns the new ordinal per column and ordinal (an ordinal map, as for global ordinals), and the number of values.
 */
export function* mergeValues(
  out: SectionSources,
  name: string,
  sources: readonly ValueSource[],
): Generator<void, { ordinals: Uint32Array[]; values: number }> {
  const used: Array<BitSet | null> = [];
  for (const source of sources) used.push(yield* usedValues(source));
  const ordinals = sources.map(({ column }) => new Uint32Array(column.dictionary.size + column.long.size));
  const values = new FrontCodedWriter();
  const merge = new KWayMerge(sources.map(({ column }) => column.dictionary));
  for (let steps = 1; merge.next(); steps++) {
    let isUsed = false;
    for (let h = 0; h < merge.count; h++) {
      const holder = merge.holders[h] as number;
      const ordinal = merge.ordinals[holder] as number;
      const bits = used[holder] as BitSet | null;
      isUsed ||= bits === null || hasBit(bits, ordinal);
      (ordinals[holder] as Uint32Array)[ordinal] = values.size;
    }
    if (isUsed) merge.copyTo(values);
    if (steps % STEPS_PER_YIELD === 0) yield;
  }
  values.addTo(out, `${name}/values`);
  const hashes = yield* mergeHashes(sources, used, ordinals, values.size);
  out.set(`${name}/long`, hashes);
  return { ordinals, values: values.size + hashes.length / 2 };
}

/** The values of live documents; null if all documents are live, so that every value is used. */
function* usedValues({ column, map }: ValueSource): Generator<void, BitSet | null> {
  if (map.shift >= 0) return null;
  const { starts, ordinals } = column;
  const used = newBitSet(column.dictionary.size + column.long.size);
  for (let doc = 0; doc < map.numbers.length; doc++) {
    if (doc % (64 * STEPS_PER_YIELD) === 0) yield;
    if (map.numbers[doc] === DELETED) continue;
    for (let at = starts[doc] as number; at < (starts[doc + 1] as number); at++) {
      setBit(used, ordinals[at] as number);
    }
  }
  return used;
}

/** The distinct hashes of all columns in order; their ordinals follow those of the dictionary. */
function* mergeHashes(
  sources: readonly ValueSource[],
  used: ReadonlyArray<BitSet | null>,
  ordinals: readonly Uint32Array[],
  before: number,
): Generator<void, GrowableUint32Array> {
  const merged = new GrowableUint32Array();
  const next = new Uint32Array(sources.length);
  const hashes = sources.map(({ column }) => column.long.hashes);
  for (let steps = 1; ; steps++) {
    let high = Number.POSITIVE_INFINITY;
    let low = 0;
    for (let i = 0; i < hashes.length; i++) {
      const list = hashes[i] as Uint32Array;
      const at = 2 * (next[i] as number);
      if (at === list.length) continue;
      const isLess = (list[at + 1] as number) < high || (list[at + 1] === high && (list[at] as number) < low);
      if (!isLess) continue;
      low = list[at] as number;
      high = list[at + 1] as number;
    }
    if (high === Number.POSITIVE_INFINITY) return merged;
    let isUsed = false;
    for (let i = 0; i < hashes.length; i++) {
      const list = hashes[i] as Uint32Array;
      const number = next[i] as number;
      if (list[2 * number] !== low || list[2 * number + 1] !== high) continue;
      const ordinal = (sources[i] as ValueSource).column.dictionary.size + number;
      const bits = used[i] as BitSet | null;
      isUsed ||= bits === null || hasBit(bits, ordinal);
      (ordinals[i] as Uint32Array)[ordinal] = before + merged.length / 2;
      next[i] = number + 1;
    }
    if (isUsed) {
      merged.push(low);
      merged.push(high);
    }
    if (steps % STEPS_PER_YIELD === 0) yield;
  }
}
