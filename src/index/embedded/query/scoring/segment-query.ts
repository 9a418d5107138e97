import type { TextIndex } from '../../segment/text-index.ts';
import type { WordWays } from '../terms/term-expansions.ts';
import { FIRST_WORDS, OTHERS } from './accumulators.ts';
import type { Reading } from './term-loops.ts';

/*
 * How queries of words are carried out: segment by segment, in windows of documents. What
 * is looked for comes as clauses, each of them a word in a field of a segment.
 */

/** A word in a field of a segment. */
export type Clause =
  /** One term, scored by itself. */
  | { readonly kind: 'term'; readonly reading: Reading; readonly weight: number }
  /** Several ways, the best of which counts. */
  | { readonly kind: 'ways'; readonly ways: WordWays };

export interface WordClause {
  /** The number of the word in the query. */
  readonly word: number;
  readonly rarity: number;
  readonly clause: Clause;
}

/** What is looked for in one field of one segment. */
export interface FieldClauses {
  readonly text: TextIndex;
  /** By how much the length of the field counts: `K_SLOPE` over its average. */
  readonly slope: number;
  /** The weight of the field, which a document gets on the sum of its words, with a bonus for covering the field. */
  readonly weight: number;
  readonly words: readonly WordClause[];
}

/** Which words a document needs. */
export interface Need {
  /** The words that count, as bits: of the first words, and of the others. */
  readonly bits: number;
  readonly others: readonly [number, number];
  readonly count: number;
  readonly inOneField: boolean;
  /** Whether the query has more than the first words. */
  readonly hasOthers: boolean;
}

/** Needs `count` of the words whose numbers are listed, out of so many of the query. */
export function needOf(words: readonly number[], of: number, count: number, inOneField: boolean): Need {
  let bits = 0;
  const others: [number, number] = [0, 0];
  for (const word of words) {
    if (word < FIRST_WORDS) bits |= 1 << word;
    else {
      others[(word - FIRST_WORDS) >> 5 === 0 ? 0 : 1] |= 1 << ((word - FIRST_WORDS) & 31);
      bits |= OTHERS;
    }
  }
  // One word is always in one field.
  return { bits, others, count, inOneField: inOneField && count > 1, hasOthers: of > FIRST_WORDS };
}
