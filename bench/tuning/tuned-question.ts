import type { Question } from '../questions.ts';

/**
 * What is added to a query. The alternative of its first word is rare, or two rare words, or the first word of another
 * query of the class; the query of both words is what the last one is compared with, since it reads and finds as much.
 */
export type Variant =
  | 'plain'
  | 'curated'
  | 'synonym'
  | 'synonym of two words'
  | 'frequent synonym'
  | 'both words'
  | 'meta engine';

export interface TunedQuestion extends Question {
  readonly variant: Variant;
  readonly rare: readonly string[];
  readonly frequent: string;
}

export type UntunedQuestion = Omit<TunedQuestion, 'variant'>;

/** The queries of a class, each with words for its synonyms. */
export const tunedQuestions = (
  questions: readonly Question[],
  others: readonly Question[],
  rare: readonly string[],
): UntunedQuestion[] =>
  questions.map((question, i) => ({
    ...question,
    rare: [i, i + 1].map((at) => rare[at % rare.length] ?? ''),
    frequent: others[i % others.length]?.terms[0] ?? '',
  }));
