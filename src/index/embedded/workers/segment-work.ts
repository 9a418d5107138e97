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
export interface Built {
  readonly segment: SegmentImage;
}
export interface MergedImage {
  readonly segment: SegmentImage;
  /** Per input and document its number in the merged segment, `DELETED` if it has none. */
  readonly maps: readonly Uint32Array[];
}

/** Characters of documents, roughly. */
export const sizeOf = (documents: readonly SourceDocument[]): number =>
  documents.reduce((sum, { json, fields }) => sum + (json?.length ?? 200 * (fields?.size ?? 0)), 0);

/** Documents analysed between two yields. */
const STEP = 8;

export const newBuilder = ({ language }: BuildSpec): SegmentBuilder =>
  new SegmentBuilder(analyzerFor(language));

export function* addAll(
  builder: SegmentBuilder,
  { schema }: BuildSpec,
  documents: readonly SourceDocument[],
): Generator<void, void> {
  const types = new Map(schema);
  for (const [number, { id, sequence, json, fields }] of documents.entries()) {
    const shown = fields ?? typedFields(JSON.parse(json ?? '{}'), types);
    builder.add({ id, sequence, fields: shown }, types);
    if (number % STEP === STEP - 1) yield;
  }
}

export function* sealed(builder: SegmentBuilder): Generator<void, Built> {
  return { segment: (yield* builder.seal()).image };
}

export function* build(spec: BuildSpec, documents: readonly SourceDocument[]): Generator<void, Built> {
  const builder = newBuilder(spec);
  yield* addAll(builder, spec, documents);
  return yield* sealed(builder);
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
