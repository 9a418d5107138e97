import { indexFileTexts as texts } from '../../../errors.ts';
import { Sections } from '../segment/sections.ts';
import { damaged, type FileProblem, foreign } from './file-problem.ts';
import type { Files } from './file-system.ts';
import {
  type DescribedSections,
  type SectionsImage,
  type WrittenFile,
  writeSectionsFile,
} from './sections-file.ts';
import type { Analysis } from './segment-file.ts';
import { countOf, languageOf, membersOf, ShapeError } from './shape.ts';

/** What the file of a run of the vocabulary says of it. */
export interface VocabularyDescription extends Analysis {
  readonly wordCount: number;
}

export function writeVocabulary(
  files: Files,
  folder: string,
  file: string,
  image: SectionsImage,
  { language, analysisVersion }: Analysis,
): Promise<WrittenFile> {
  const wordCount = wordsIn(new Sections(image.buffer, image.entries));
  const description: VocabularyDescription = { wordCount, language, analysisVersion };
  return writeSectionsFile(files, folder, file, { kind: 'vocabulary', description, image });
}

/** The run in a file whose sections are all right, if it is what its description says. */
export function vocabularyIn(
  file: string,
  { kind, description, image }: DescribedSections,
): { readonly image: SectionsImage; readonly description: VocabularyDescription } | FileProblem {
  if (kind !== 'vocabulary') return foreign(file, texts.otherKind(file));
  try {
    const known = parseVocabularyDescription(description);
    if (isPlausible(image, known.wordCount)) return { image, description: known };
    return damaged(file, texts.damage.shape('list of sections'));
  } catch (error) {
    if (error instanceof ShapeError) return damaged(file, texts.damage.shape(error.message));
    throw error;
  }
}

/** Reads the description of a run. Throws a `ShapeError`. */
export function parseVocabularyDescription(value: unknown): VocabularyDescription {
  const members = membersOf(value, 'description', ['wordCount', 'language', 'analysisVersion']);
  return {
    wordCount: countOf(members.wordCount, 'wordCount'),
    language: languageOf(members.language),
    analysisVersion: countOf(members.analysisVersion, 'analysisVersion'),
  };
}

const wordsIn = (sections: Sections): number => sections.words('words/offsets').length - 1;

/** Whether all sections are there and fit each other. Lengths are compared, arrays are not read. */
function isPlausible({ buffer, entries }: SectionsImage, wordCount: number): boolean {
  const sections = new Sections(buffer, entries);
  try {
    const stems = sections.words('stems/offsets').length - 1;
    return (
      wordsIn(sections) === wordCount &&
      sections.bytes('words/blob').length === sections.words('words/offsets')[wordCount] &&
      sections.bytes('stems/blob').length === sections.words('stems/offsets')[stems] &&
      sections.words('stemStarts').length === stems + 1 &&
      sections.words('stemWords').length === sections.words('stemStarts')[stems]
    );
  } catch {
    return false;
  }
}
