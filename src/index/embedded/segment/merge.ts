import type { FieldType, Schema } from '../../../values/types.ts';
import { type BitSet, hasBit } from './bits.ts';
import { mergeIdentities } from './identity.ts';
import { mergeColumns } from './merge-columns.ts';
import { DELETED, type DocMap, STEPS_PER_YIELD } from './merge-map.ts';
import { mergeTexts } from './merge-texts.ts';
import { Segment } from './segment.ts';
import { LARGEST_BUFFER, SegmentTooLarge } from './segment-too-large.ts';
import { type SectionSources, serialize } from './serializer.ts';
import type { TextIndex } from './text-index.ts';

export interface MergeInput {
  readonly segment: Segment;
  /** Null if all documents are live. */
  readonly liveDocs: BitSet | null;
}
export interface MergeResult {
  readonly segment: Segment;
  /** New number per input and document, `DELETED` if it has none. */
  readonly maps: readonly Uint32Array[];
}

/**
 * Merges neighbouring segments into one without their deleted documents; the order of documents is kept. Texts are not
 * analysed again: dictionaries are merged in order, postings and columns are copied with new document numbers.
 * Yields often, so that the caller can run it in time slices. Throws `SegmentTooLarge`, at the start if all inputs
 * together do not fit into one segment.
 */
export function* mergeSegments(inputs: readonly MergeInput[]): Generator<void, MergeResult> {
  const segments = inputs.map(({ segment }) => segment);
  const size = segments.reduce((sum, { sections }) => sum + sections.byteLength, 0);
  if (size > LARGEST_BUFFER) throw new SegmentTooLarge('a merged segment', size, LARGEST_BUFFER);
  const { maps, docCount } = yield* documentMaps(inputs);
  const out: SectionSources = new Map();
  yield* mergeIdentities(out, segments, maps, docCount);
  const schema = mergedSchema(segments);
  const haveOwnWords = yield* allHaveOwnWords(segments, maps);
  for (const field of haveOwnWords ? schema.keys() : ['id', ...schema.keys()]) {
    const sources = segments.flatMap((segment, i) => {
      const text = segment.text(field);
      return text === undefined ? [] : [{ text, map: maps[i] as DocMap }];
    });
    if (sources.length > 0) yield* mergeTexts(out, field, sources, docCount);
  }
  for (const field of schema.keys()) {
    const sources = segments.flatMap((segment, i) => {
      const column = segment.column(field);
      return column === undefined ? [] : [{ column, map: maps[i] as DocMap }];
    });
    if (sources.length > 0) yield* mergeColumns(out, field, sources, docCount);
  }
  const sections = yield* serialize(out);
  return { segment: new Segment(sections, schema), maps: maps.map(({ numbers }) => numbers) };
}

/**
 * Whether the ids of all live documents are their own words. Cost: nothing for segments where all ids are; elsewhere a
 * lookup per document, up to the first whose id is not.
 */
function* allHaveOwnWords(segments: readonly Segment[], maps: readonly DocMap[]): Generator<void, boolean> {
  for (const [i, segment] of segments.entries()) {
    if (segment.hasOwnWords) continue;
    const { words, postings, lengths } = segment.text('id') as TextIndex;
    const { numbers } = maps[i] as DocMap;
    for (let doc = 0; doc < numbers.length; doc++) {
      if (doc % STEPS_PER_YIELD === 0) yield;
      if (numbers[doc] === DELETED) continue;
      const word = lengths[doc] === 1 ? words.find(segment.id(doc)) : -1;
      if (word < 0 || postings.positionsIn(word, doc) === undefined) return false;
    }
  }
  return true;
}

function mergedSchema(segments: readonly Segment[]): Schema {
  const schema = new Map<string, FieldType>();
  for (const segment of segments) for (const [field, type] of segment.schema) schema.set(field, type);
  return schema;
}

/** Numbers the live documents of all inputs in order. */
function* documentMaps(inputs: readonly MergeInput[]): Generator<void, { maps: DocMap[]; docCount: number }> {
  const maps: DocMap[] = [];
  let docCount = 0;
  for (const { segment, liveDocs } of inputs) {
    const numbers = new Uint32Array(segment.docCount);
    const first = docCount;
    for (let doc = 0; doc < numbers.length; doc++) {
      numbers[doc] = liveDocs === null || hasBit(liveDocs, doc) ? docCount++ : DELETED;
      if (doc % (64 * STEPS_PER_YIELD) === 0) yield;
    }
    maps.push({ numbers, shift: docCount - first === numbers.length ? first : -1 });
  }
  return { maps, docCount };
}
