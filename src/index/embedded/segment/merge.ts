import type { FieldType, Schema } from '../../../values/types.ts';
import { type Bits, hasBit } from './bits.ts';
import { mergeIdentities } from './identity.ts';
import { mergeColumns } from './merge-columns.ts';
import { type DocumentMap, GONE, STEPS } from './merge-map.ts';
import { largestMerged } from './merge-size.ts';
import { mergeTexts } from './merge-texts.ts';
import { Segment } from './segment.ts';
import { LARGEST_BUFFER, SegmentTooLarge } from './segment-too-large.ts';
import { layOut, type Parts } from './serializer.ts';
import type { TextIndex } from './text-index.ts';

export { estimatedMergeBytes } from './merge-size.ts';

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
 * It pauses often (`yield`), so that whoever drives it can let others have the thread. What might have no room in one
 * segment is refused (`SegmentTooLarge`) before anything is done.
 */
export function* mergeSegments(inputs: readonly MergeInput[]): Generator<void, MergeResult> {
  const segments = inputs.map(({ segment }) => segment);
  const most = largestMerged(segments);
  if (most > LARGEST_BUFFER) throw new SegmentTooLarge('a merged segment', most, LARGEST_BUFFER);
  const { maps, docCount } = yield* documentMaps(inputs);
  const parts: Parts = new Map();
  yield* mergeIdentities(parts, segments, maps, docCount);
  const schema = mergedSchema(segments);
  const haveOwnWords = yield* allHaveOwnWords(segments, maps);
  for (const field of haveOwnWords ? schema.keys() : ['id', ...schema.keys()]) {
    const sources = segments.flatMap((segment, i) => {
      const text = segment.text(field);
      return text === undefined ? [] : [{ text, map: maps[i] as DocumentMap }];
    });
    if (sources.length > 0) yield* mergeTexts(parts, field, sources, docCount);
  }
  for (const field of schema.keys()) {
    const sources = segments.flatMap((segment, i) => {
      const column = segment.column(field);
      return column === undefined ? [] : [{ column, map: maps[i] as DocumentMap }];
    });
    if (sources.length > 0) yield* mergeColumns(parts, field, sources, docCount);
  }
  const sections = yield* layOut(parts);
  return { segment: new Segment(sections, schema), maps: maps.map(({ numbers }) => numbers) };
}

/**
 * Whether the ids of all living documents are their own words. Cost: nothing where all ids of a segment are; elsewhere
 * a lookup per document, up to the first that is not.
 */
function* allHaveOwnWords(
  segments: readonly Segment[],
  maps: readonly DocumentMap[],
): Generator<void, boolean> {
  for (const [i, segment] of segments.entries()) {
    if (segment.hasOwnWords) continue;
    const { words, postings, lengths } = segment.text('id') as TextIndex;
    const { numbers } = maps[i] as DocumentMap;
    for (let doc = 0; doc < numbers.length; doc++) {
      if (doc % STEPS === 0) yield;
      if (numbers[doc] === GONE) continue;
      const word = lengths[doc] === 1 ? words.find(segment.id(doc)) : -1;
      if (word < 0 || postings.placesIn(word, doc) === undefined) return false;
    }
  }
  return true;
}

function mergedSchema(segments: readonly Segment[]): Schema {
  const schema = new Map<string, FieldType>();
  for (const segment of segments) for (const [field, type] of segment.schema) schema.set(field, type);
  return schema;
}

/** Numbers the living documents of all inputs, in their order. */
function* documentMaps(
  inputs: readonly MergeInput[],
): Generator<void, { maps: DocumentMap[]; docCount: number }> {
  const maps: DocumentMap[] = [];
  let docCount = 0;
  for (const { segment, live } of inputs) {
    const numbers = new Uint32Array(segment.docCount);
    const first = docCount;
    for (let doc = 0; doc < numbers.length; doc++) {
      numbers[doc] = live === null || hasBit(live, doc) ? docCount++ : GONE;
      if (doc % (64 * STEPS) === 0) yield;
    }
    maps.push({ numbers, shift: docCount - first === numbers.length ? first : -1 });
  }
  return { maps, docCount };
}
