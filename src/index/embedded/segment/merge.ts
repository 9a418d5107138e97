import type { Analyzer } from '../../../analysis/analyzer.ts';
import type { FieldType } from '../../../schema/types.ts';
import { type Bits, hasBit } from './bits.ts';
import { mergeColumns } from './merge-columns.ts';
import { GONE, STEPS } from './merge-map.ts';
import { mergeTexts } from './merge-texts.ts';
import { type Section, Sections } from './sections.ts';
import { Segment } from './segment.ts';
import { identitySections } from './segment-builder.ts';

export interface MergeInput {
  readonly segment: Segment;
  /** Documents that live; null if all do. */
  readonly live: Bits | null;
}
export interface MergeResult {
  readonly segment: Segment;
  /** Per input and document its number in the merged segment, `GONE` if it was dead. */
  readonly maps: readonly Uint32Array[];
}

/**
 * Merges neighbouring segments into one, dead documents left out, the order of documents kept. Nothing is taken
 * apart again: dictionaries are merged in order, postings and columns are copied with new document numbers.
 * It pauses often (`yield`), so that whoever drives it can let others have the thread.
 */
export function* mergeSegments(
  inputs: readonly MergeInput[],
  analyzer: Analyzer,
): Generator<void, MergeResult> {
  const ids: string[] = [];
  const sequences: number[] = [];
  const maps: Uint32Array[] = [];
  for (const { segment, live } of inputs) {
    const map = new Uint32Array(segment.docCount).fill(GONE);
    for (let doc = 0; doc < segment.docCount; doc++) {
      if (live !== null && !hasBit(live, doc)) continue;
      map[doc] = ids.length;
      ids.push(segment.id(doc));
      sequences.push(segment.sequences[doc] as number);
      if (ids.length % STEPS === 0) yield;
    }
    maps.push(map);
  }
  const arrays = new Map<string, Section>(identitySections(ids, sequences));
  const schema = new Map<string, FieldType>();
  for (const { segment } of inputs) for (const [field, type] of segment.schema) schema.set(field, type);
  for (const field of ['id', ...schema.keys()]) {
    const sources = inputs.map(({ segment }, i) => ({
      text: segment.text(field),
      map: maps[i] as Uint32Array,
    }));
    if (!sources.some(({ text }) => text !== undefined)) continue;
    for (const [name, section] of yield* mergeTexts(field, sources, ids.length, analyzer)) {
      arrays.set(name, section);
    }
  }
  for (const field of schema.keys()) {
    const sources = inputs.map(({ segment }, i) => ({
      column: segment.column(field),
      map: maps[i] as Uint32Array,
    }));
    for (const [name, section] of mergeColumns(field, sources, ids.length)) arrays.set(name, section);
    yield;
  }
  return { segment: new Segment(Sections.of(arrays), schema), maps };
}
