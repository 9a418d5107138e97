import type { FieldType } from '../../../values/types.ts';
import { Segment, type SegmentImage } from '../segment/segment.ts';
import { damaged, type FileProblem } from './file-problem.ts';
import type { Files } from './file-system.ts';
import { indexFileTexts as texts } from './file-texts.ts';
import { type DescribedSections, type WrittenFile, writeSectionsFile } from './sections-file.ts';
import { inconsistencyIn } from './segment-plausibility.ts';
import { countOf, fieldsOf, languageOf, membersOf, ShapeError } from './shape.ts';

/** The analysis rules of a segment. */
export interface Analysis {
  readonly language: string | null;
  readonly analysisVersion: number;
}

/** The description in a segment's file. */
export interface SegmentDescription extends Analysis {
  readonly docCount: number;
  readonly schema: ReadonlyArray<readonly [string, FieldType]>;
}

export interface WrittenSegment extends WrittenFile {
  readonly docCount: number;
}

export async function writeSegment(
  files: Files,
  folder: string,
  file: string,
  image: SegmentImage,
  { language, analysisVersion }: Analysis,
): Promise<WrittenSegment> {
  const { docCount } = Segment.of(image);
  const description: SegmentDescription = { docCount, language, analysisVersion, schema: image.schema };
  const written = await writeSectionsFile(files, folder, file, { description, image });
  return { ...written, docCount };
}

/** The segment in a file with verified sections, if it matches its description. */
export function segmentIn(
  file: string,
  { description, image: { buffer, entries } }: DescribedSections,
): { readonly image: SegmentImage; readonly description: SegmentDescription } | FileProblem {
  try {
    const known = parseDescription(description);
    const image = { buffer, entries, schema: known.schema };
    const mismatch = mismatchOf(image, known.docCount);
    return mismatch === undefined
      ? { image, description: known }
      : damaged(file, texts.damage.shape(mismatch));
  } catch (error) {
    if (error instanceof ShapeError) return damaged(file, texts.damage.shape(error.message));
    throw error;
  }
}

/** Reads the description of a segment. Throws a `ShapeError`. */
export function parseDescription(value: unknown): SegmentDescription {
  const names = ['docCount', 'language', 'analysisVersion', 'schema'] as const;
  const { docCount, language, analysisVersion, schema } = membersOf(value, 'description', names);
  return {
    docCount: countOf(docCount, 'docCount'),
    language: languageOf(language),
    analysisVersion: countOf(analysisVersion, 'analysisVersion'),
    schema: fieldsOf(schema),
  };
}

function mismatchOf(image: SegmentImage, docCount: number): string | undefined {
  const segment = openable(image);
  if (segment === undefined) return 'list of sections';
  return segment.docCount === docCount ? inconsistencyIn(segment) : 'docCount';
}

/** Undefined if the segment lacks a section. */
function openable(image: SegmentImage): Segment | undefined {
  try {
    return Segment.of(image);
  } catch {
    return undefined;
  }
}
