import { readFileSync } from 'node:fs';
import type { Settings } from './settings.ts';

/** A query of queries.json. */
export interface Question {
  readonly terms: readonly string[];
  readonly op?: 'and' | 'or';
  /** Whether the last word is a prefix. */
  readonly prefix?: boolean;
  /** The edit distance within which every word matches, and the word without edits. */
  readonly fuzzy?: 1 | 2;
  readonly orig?: string;
  readonly filter?: { readonly section: readonly string[]; readonly size: readonly [number, number] };
  readonly facets?: readonly string[];
  readonly sort?: 'size';
  /** Latitude, longitude, kilometres. */
  readonly geo?: readonly [number, number, number];
}

/** A class of queries: the timed ones, and others of the same kind for the warm-up. */
export interface QuestionClass {
  readonly name: string;
  readonly measured: readonly Question[];
  readonly warm: readonly Question[];
}

const STOP_WORDS = new Set(
  'a an and are as at be but by for if in into is it no not of on or such that the their then there these they this to was will with'.split(
    ' ',
  ),
);

/** Classes without facets, filters, sorts and locations. */
export const WORD_CLASSES = ['single', 'and2', 'or2', 'or2cc', 'prefix', 'typo1', 'typo2'];
export const FACET_CLASSES = ['filtfacet', 'termfacet', 'allfacet'];

/**
 * Reads the classes. If engines drop stop words (on all levels but the kernel level), queries of stop words only are
 * left out: there is nothing to compare.
 */
export function readClasses(
  { queries, classes }: Pick<Settings, 'queries' | 'classes'>,
  { dropStopWords }: { dropStopWords: boolean },
): QuestionClass[] {
  const all: Record<string, Question[]> = JSON.parse(readFileSync(queries, 'utf8'));
  return Object.entries(all)
    .filter(([name]) => classes === undefined || classes.includes(name))
    .map(([name, list]) => {
      const asked = dropStopWords
        ? list.filter(({ terms }) => terms.length === 0 || terms.some((term) => !STOP_WORDS.has(term)))
        : list;
      const half = Math.floor(asked.length / 2);
      return { name, measured: asked.slice(0, half), warm: asked.slice(half) };
    });
}
