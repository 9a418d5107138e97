import type { Analyzer } from '../../src/analysis/analyzer.ts';
import type { FieldText } from './field-text.ts';
import type { Scores } from './plain-query.ts';
import { wordsOf } from './query-terms.ts';
import type { SearchedField } from './searched-field.ts';

/** All words in one field, the last one as the beginning of a word, with score 1: section 9. */
export function prefixScores(text: string, fields: readonly SearchedField[], analyzer: Analyzer): Scores {
  const scores: Scores = new Map();
  const words = wordsOf(text, analyzer);
  const last = words.pop();
  if (last === undefined) return scores;
  const matches = ({ isId }: SearchedField, { words: held }: FieldText): boolean =>
    words.every((word) => held.some((placed) => placed.word === word)) &&
    held.some(({ word }) => (isId ? word === last : word.startsWith(last)));
  for (const field of fields) {
    for (const [document, held] of field.texts) if (matches(field, held)) scores.set(document, 1);
  }
  return scores;
}
