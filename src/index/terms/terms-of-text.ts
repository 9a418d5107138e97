import type { Analyzer } from '../../analysis/analyzer.ts';
import type { TextView, TreeNode } from '../plan.ts';
import { MAX_COMPOUND_LENGTH } from './expansion-kinds.ts';
import { tokensOf } from './query-terms.ts';

/** The most distinct terms of a text; further ones are ignored, as in a plain query. */
export const MOST_TERMS = 64;

/** A term as a view of a text field has it: a word, a stem, or a compound. */
export interface Term {
  readonly view: TextView;
  readonly term: string;
}

/** The distinct terms that a text is searched by in a view; none if it is empty. */
export function termsOfText(
  analyzer: Analyzer,
  { view, text, isAnalyzed }: Pick<Extract<TreeNode, { kind: 'text' }>, 'view' | 'text' | 'isAnalyzed'>,
): Term[] {
  const terms = isAnalyzed ? analysed(analyzer, view, text) : [text];
  return [...new Set(terms)]
    .filter((term) => term !== '')
    .slice(0, MOST_TERMS)
    .map((term) => ({ view, term }));
}

function analysed(analyzer: Analyzer, view: TextView, text: string): readonly string[] {
  const words = tokensOf(analyzer, text).map(({ word }) => word);
  switch (view) {
    case 'word':
      return withoutStopWords(analyzer, words);
    case 'stem':
      return withoutStopWords(analyzer, words).map((word) => analyzer.stem(word));
    case 'prefix':
      return words;
    case 'joined':
      return [...words, ...compoundsOf(words)];
    case 'delimiter': {
      // A word that cannot be split has no subtokens.
      const subtokens = [...words];
      analyzer.subtokens(text, (subtoken) => subtokens.push(subtoken));
      return withoutStopWords(analyzer, subtokens).map((subtoken) => analyzer.stem(subtoken));
    }
  }
}

/** Stop words are ignored, unless there are no other words. */
export function withoutStopWords(analyzer: Analyzer, words: readonly string[]): readonly string[] {
  const others = words.filter((word) => !analyzer.isStopWord(word));
  return others.length === 0 ? words : others;
}

const compoundsOf = (words: readonly string[]): string[] =>
  words
    .slice(1)
    .map((word, i) => `${words[i]}${word}`)
    .filter((compound) => [...compound].length <= MAX_COMPOUND_LENGTH);
