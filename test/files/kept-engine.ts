import { ANALYSIS_VERSION } from '../../src/analysis/analyzer.ts';
import { analyzerFor } from '../../src/analysis/language.ts';
import type { Checkpoint, LoadedEngine, SegmentToSave } from '../../src/index/embedded/files/checkpoint.ts';
import { type FileProblem, isProblem } from '../../src/index/embedded/files/file-problem.ts';
import { runToCompletion } from '../../src/index/embedded/runtime/time-slice.ts';
import { type BitSet, clearBit, newBitSet } from '../../src/index/embedded/segment/bits.ts';
import { Segment, type SegmentImage } from '../../src/index/embedded/segment/segment.ts';
import { type NewDocument, SegmentBuilder } from '../../src/index/embedded/segment/segment-builder.ts';
import type { FieldType } from '../../src/values/types.ts';
import type { TypedValue } from '../../src/values/value.ts';
import { contentOf } from '../engine/segment-content.ts';

export const LANGUAGE = 'en';
export const IDENTITY = '5f0c9a7be3d24416';
export const ENGINE = 7;

/** Every type of field, so that a segment has every kind of section. */
export const SCHEMA: ReadonlyArray<readonly [string, FieldType]> = [
  ['title', 'text'],
  ['body', 'text'],
  ['price', 'number'],
  ['made', 'date'],
  ['place', 'geolocation'],
];
export const EXPECTED = {
  ...{ identity: IDENTITY, engineId: ENGINE, language: LANGUAGE, analysisVersion: ANALYSIS_VERSION },
};

/** A document with all fields; some values are long, several, or have nanoseconds. */
export function documentOf(number: number): NewDocument {
  const fields = new Map<string, TypedValue>([
    ['title', `Cave ${number} of the Wi-Fi glacier`],
    ['body', number % 3 === 0 ? `The caves and the moon. ${'Further and further down. '.repeat(4)}` : 'Moon'],
    ['price', number % 2 === 0 ? [number, number / 4] : number],
    ['made', number % 4 === 0 ? '2024-03-01T00:00:00.123456789+00:00' : '1985-01-01T00:00:00+00:00'],
    ['place', '37.38,-122.08'],
  ]);
  return { id: `doc-${number}`, sequence: number + 1, fields };
}

export function segmentOf(from: number, count: number): Segment {
  const builder = new SegmentBuilder(analyzerFor(LANGUAGE));
  const schema = new Map(SCHEMA);
  for (let number = from; number < from + count; number++) builder.add(documentOf(number), schema);
  return runToCompletion(builder.seal());
}

/** All of `count` documents but one. */
export function allBut(dead: number, count: number): BitSet {
  const liveDocs = newBitSet(count).fill(0xffffffff);
  clearBit(liveDocs, dead);
  return liveDocs;
}

/** A segment to save, with documents that are unique to its key. */
export const piece = (
  key: string,
  from: number,
  count: number,
  liveDocs: BitSet | null = null,
): SegmentToSave => ({
  ...{ key, image: segmentOf(from, count).image, liveDocs },
});

/** A state of the engine. */
export const checkpointOf = (sequence: number, segments: readonly SegmentToSave[]): Checkpoint => ({
  data: { ...EXPECTED, schema: SCHEMA, sequence, keepsLong: false, writtenAt: 1_700_000_000_000 },
  segments,
});

/** The content of a state, to compare. */
export const contentOfCheckpoint = ({ data, segments }: Checkpoint) =>
  contentOfParts(
    data.sequence,
    segments.map(({ image }) => image),
    segments.map(({ liveDocs }) => liveDocs),
  );

export function contentOfLoaded(loaded: LoadedEngine | FileProblem) {
  if (isProblem(loaded)) throw new Error(loaded.sentence);
  return contentOfParts(loaded.manifest.sequence, loaded.segments, loaded.liveDocs);
}

function contentOfParts(
  sequence: number,
  segments: readonly SegmentImage[],
  lives: ReadonlyArray<BitSet | null>,
) {
  const fields = SCHEMA.map(([name]) => name);
  return {
    sequence,
    segments: segments.map((image) => contentOf(Segment.of(image), fields)),
    schemas: segments.map(({ schema }) => schema),
    lives: lives.map((liveDocs) => liveDocs && [...liveDocs]),
  };
}
