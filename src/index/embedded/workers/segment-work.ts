import { analyzerFor } from '../../../analysis/language.ts';
import { typedFields } from '../../../values/typed-fields.ts';
import type { FieldType } from '../../../values/types.ts';
import type { TypedValue } from '../../../values/value.ts';
import { type MergeInput, mergeSegments } from '../segment/merge.ts';
import { Segment, type SegmentImage } from '../segment/segment.ts';
import { SegmentBuilder } from '../segment/segment-builder.ts';

/*
 * Building and merging as functions from plain data to plain data. They run in a thread of the indexer or, for small
 * work, in the caller's.
 */

/** A document to index: as the JSON that the store keeps, or as the values of its fields. */
export interface SourceDocument {
  readonly id: string;
  readonly sequence: number;
  readonly json?: string;
  readonly fields?: ReadonlyMap<string, TypedValue>;
}
/** How documents become a segment. */
export interface BuildSpec {
  readonly language: string | null;
  readonly schema: ReadonlyArray<readonly [string, FieldType]>;
}
/** Segments of documents, in the order of the documents. */
export type Built = readonly SegmentImage[];
export interface MergedImage {
  readonly segment: SegmentImage;
  /** Per input and document its number in the merged segment, `DELETED` if it has none. */
  readonly maps: readonly Uint32Array[];
}

/** Characters of documents, roughly. */
export const sizeOf = (documents: readonly SourceDocument[]): number =>
  documents.reduce((sum, { json, fields }) => sum + (json?.length ?? 200 * (fields?.size ?? 0)), 0);

export const newBuilder = ({ language }: BuildSpec): SegmentBuilder =>
  new SegmentBuilder(analyzerFor(language));

/**
 * Adds documents until the segment takes more than `memory` bytes while it is built, and returns those that are left. A
 * segment has at least one document.
 */
export function addWithin(
  memory: number,
  builder: SegmentBuilder,
  { schema }: BuildSpec,
  documents: readonly SourceDocument[],
): readonly SourceDocument[] {
  const types = new Map(schema);
  for (const [number, { id, sequence, json, fields }] of documents.entries()) {
    if (builder.size > 0 && builder.workingMemory > memory) return documents.slice(number);
    const shown = fields ?? typedFields(JSON.parse(json ?? '{}'), types);
    builder.add({ id, sequence, fields: shown }, types);
  }
  return [];
}

export const addAll = (
  builder: SegmentBuilder,
  spec: BuildSpec,
  documents: readonly SourceDocument[],
): void => void addWithin(Number.POSITIVE_INFINITY, builder, spec, documents);

export function* sealed(builder: SegmentBuilder): Generator<void, SegmentImage> {
  return (yield* builder.seal()).image;
}

/** Builds a segment, or several if one would take more than `memory` bytes while it is built. */
export function* build(
  memory: number,
  spec: BuildSpec,
  documents: readonly SourceDocument[],
): Generator<void, Built> {
  const segments: SegmentImage[] = [];
  for (let left = documents; left.length > 0; ) {
    const builder = newBuilder(spec);
    left = addWithin(memory, builder, spec, left);
    segments.push(yield* sealed(builder));
  }
  return segments;
}

export interface MergePart {
  readonly image: SegmentImage;
  readonly liveDocs: MergeInput['liveDocs'];
}

export function* merge(parts: readonly MergePart[]): Generator<void, MergedImage> {
  const inputs = parts.map(({ image, liveDocs }) => ({ segment: Segment.of(image), liveDocs }));
  const { segment, maps } = yield* mergeSegments(inputs);
  return { segment: segment.image, maps };
}
