import { analyzerFor } from '../../src/analysis/language.ts';
import type { Question } from '../questions.ts';
import { LANGUAGE } from './rows.ts';

/*
 * The queries of the kernel level. Findling runs the plan of an API request at precision 11, without highlighting. Its
 * rules, which the query of each peer repeats:
 *
 *   words       exactly as written, all of them in the same field; scores of fields summed with their weights
 *   stop words  dropped, unless the query has no other words
 *   the rest    filters, facets with their ten largest values, the first ten documents, the total up to 10,000
 *
 * All engines get the words of our analyzer. Only Findling does two more things: it adds a bonus for covering a field,
 * and a field with some of the words adds to the score of a document that matches in another.
 */

export const PRECISION = 11;

export const FIELDS = [
  { name: 'name', weight: 5 },
  { name: 'summary', weight: 3 },
  { name: 'body', weight: 1 },
] as const;

export const HITS = 10;
export const FACET_VALUES = 10;
/** The limit of the total, in Findling as in App Search. */
export const COUNTED = 10_000;

/** The part of a query that does not depend on its words. */
export interface Conditions {
  readonly filter?: Question['filter'];
  readonly geo?: Question['geo'];
  readonly facets?: readonly string[];
  readonly sort?: 'size';
}

export interface KernelQuestion extends Conditions {
  /** As a user types it. */
  readonly text: string;
  /** The words, for engines that get words; if empty, all documents match. */
  readonly words: readonly string[];
}

export interface KernelAnswer {
  readonly total: number;
  readonly ids: readonly string[];
  /** The sum of all facet counts: equal if engines count the same. */
  readonly counted: number;
}

const analyzer = analyzerFor(LANGUAGE);

export function kernelQuestion(question: Question): KernelQuestion {
  const { terms } = question;
  const others = terms.filter((word) => !analyzer.isStopWord(word));
  const words = [...new Set(others.length > 0 ? others : terms)];
  return { ...conditionsOf(question), text: terms.join(' '), words };
}

export const conditionsOf = ({ filter, geo, facets, sort }: Question): Conditions => ({
  ...(filter && { filter }),
  ...(geo && { geo }),
  ...(facets && { facets }),
  ...(sort && { sort }),
});

/**
 * Classes without an equivalent at precision 11: any of two words (`or2` and `and2` have the same words), prefixes and
 * fuzzy matches. The recipe level has them.
 */
const OTHERS = ['or2', 'prefix', 'typo1', 'typo2'];
/** Both words are required, as in every query at this precision. */
const NAMES: Readonly<Record<string, string>> = { or2cc: 'and2cc' };

/** The name of a class at this level; undefined if it is left out. */
export const kernelClass = (name: string): string | undefined =>
  OTHERS.includes(name) ? undefined : (NAMES[name] ?? name);
