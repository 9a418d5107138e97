import { TermList } from '../../src/analysis/analyzer.ts';
import { analyzerFor } from '../../src/analysis/language.ts';
import { TermInterner } from '../../src/index/embedded/segment/term-interner.ts';

export interface FoundWord {
  readonly word: string;
  readonly start: number;
  readonly end: number;
}

/** The words of a text with their offsets. */
export function foundWords(text: string, language: string | null = null): FoundWord[] {
  const found: FoundWord[] = [];
  analyzerFor(language).words(text, (word, start, end) => found.push({ word, start, end }));
  return found;
}

export const wordsOf = (text: string, language: string | null = null): string[] =>
  foundWords(text, language).map(({ word }) => word);

/** The stems of the words of a text. */
export const stemsOf = (text: string, language: string | null = null): string[] =>
  wordsOf(text, language).map((word) => analyzerFor(language).stem(word));

/** The stems of the subtokens of a text, as in the index. */
export function subtokensOf(text: string, language: string | null = null): string[] {
  const { subtokens, stem } = analyzerFor(language);
  const stems: string[] = [];
  subtokens(text, (subtoken) => stems.push(stem(subtoken)));
  return stems;
}

/** The words of a text, their stems, and the stems of its subtokens, as a segment builder numbers them. */
export function numberedTerms(text: string, language: string | null = null) {
  const { number, numberStem } = analyzerFor(language);
  const interner = new TermInterner();
  const words = new TermList();
  const subtokens = new TermList();
  number(text, interner, words, subtokens);
  const stemNumberOf = (term: number): number => {
    const { bytes, offsets } = interner.texts;
    return numberStem(bytes, offsets[term] as number, offsets[term + 1] as number, term, interner);
  };
  const textsOf = (numbers: Iterable<number>): string[] => {
    const { bytes, offsets } = interner.texts;
    return Array.from(numbers, (term) =>
      Buffer.from(bytes.subarray(offsets[term], offsets[term + 1])).toString(),
    );
  };
  const listed = ({ numbers, size }: TermList): number[] => [...numbers.subarray(0, size)];
  return {
    words: textsOf(listed(words)),
    stems: textsOf(listed(words).map(stemNumberOf)),
    subtokens: textsOf(listed(subtokens).map(stemNumberOf)),
  };
}
