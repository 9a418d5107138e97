import { indexFileTexts as texts } from '../../../errors.ts';
import type { FieldType } from '../../../values/types.ts';
import { Segment, type SegmentImage } from '../segment/segment.ts';
import { damaged, type FileProblem } from './file-problem.ts';
import type { Files } from './file-system.ts';
import { type DescribedSections, type WrittenFile, writeSectionsFile } from './sections-file.ts';
import { misfitIn } from './segment-plausibility.ts';
import { countOf, fieldsOf, languageOf, membersOf, ShapeError } from './shape.ts';

/** By which rules the texts of a segment were taken apart. */
export interface Analysis {
  readonly language: string | null;
  readonly analysisVersion: number;
}

/** What a segment's file says of it. */
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

/** The segment in a file whose sections are all right, if it is what its description says. */
export function segmentIn(
  file: string,
  { description, image: { buffer, entries } }: DescribedSections,
): { readonly image: SegmentImage; readonly description: SegmentDescription } | FileProblem {
  try {
    const known = parseDescription(description);
    const image = { buffer, entries, schema: known.schema };
    const misfit = misfitOf(image, known.docCount);
    return misfit === undefined ? { image, description: known } : damaged(file, texts.damage.shape(misfit));
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

function misfitOf(image: SegmentImage, docCount: number): string | undefined {
  const segment = openable(image);
  if (segment === undefined) return 'list of sections';
  return segment.docCount === docCount ? misfitIn(segment) : 'docCount';
}

/** A segment throws when a section that it needs is not there. */
function openable(image: SegmentImage): Segment | undefined {
  try {
    return Segment.of(image);
  } catch {
    return undefined;
  }
}
