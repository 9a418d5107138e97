import type { Expansion, MatchRules, QueryPlan } from '../index/plan.ts';

/** The most distinct terms of a query; further ones are ignored. */
const MOST_TERMS = 64;
/** The longest term, in characters, that matches as a prefix. */
const LONGEST_PREFIX = 12;
/** The number of documents with the stem of a term, in one field, that makes it an established term. */
const ESTABLISHED_DOCS = 100;

export const DEFAULT_PRECISION = 2;
/** The precision of a query with synonyms; it overrides the request's. */
const SYNONYM_PRECISION = 2;

interface Level {
  readonly expansions: readonly Expansion[];
  /** How many of `n` terms a document must match; stop words count as found. */
  readonly needed: (n: number) => number;
  readonly inOneField: boolean;
  /** The description in the dashboard. */
  readonly description: string;
}

const ALL: readonly Expansion[] = ['exact', 'stem', 'compound', 'subtoken', 'prefix', 'fuzzy'];
const all = (n: number): number => n;

const anywhere = { expansions: ALL, inOneField: false } as const;

/** The match rules of each precision from 1 to 11: the table in docs/matching.md, section 4. */
const LEVELS: readonly Level[] = [
  {
    ...anywhere,
    needed: (n) => Math.min(n, 1),
    description: 'At least one word must match. Typos are tolerated.',
  },
  {
    ...anywhere,
    needed: (n) => (n <= 2 ? Math.min(n, 1) : n === 3 ? 2 : Math.floor(0.49 * n)),
    description: 'About half of the words must match. Typos are tolerated. This is the default.',
  },
  {
    ...anywhere,
    needed: (n) => (n <= 2 ? n : Math.ceil(n / 2)),
    description: 'Both of two words, or half of more words, must match. Typos are tolerated.',
  },
  {
    ...anywhere,
    needed: (n) => (n <= 3 ? n : Math.floor(0.75 * n)),
    description: 'All of three words, or three quarters of more words, must match. Typos are tolerated.',
  },
  {
    ...anywhere,
    needed: (n) => (n <= 4 ? n : n - 1),
    description: 'All words must match; of five or more, one may be missing. Typos are tolerated.',
  },
  {
    ...anywhere,
    needed: all,
    description: 'All words must match, in any field. Typos are tolerated.',
  },
  {
    expansions: ALL,
    needed: all,
    inOneField: true,
    description: 'All words must match in one field. Typos are tolerated.',
  },
  {
    expansions: ['exact', 'stem', 'compound', 'subtoken', 'prefix'],
    needed: all,
    inOneField: true,
    description: 'All words must match in one field, without typos.',
  },
  {
    expansions: ['exact', 'stem', 'compound'],
    needed: all,
    inOneField: true,
    description: 'All words must match in one field: no typos, no prefix matches.',
  },
  {
    expansions: ['exact', 'stem'],
    needed: all,
    inOneField: true,
    description: 'All words must match in one field, exactly or by stem.',
  },
  {
    expansions: ['exact'],
    needed: all,
    inOneField: true,
    description: 'All words must match in one field, exactly as written.',
  },
];

export const HIGHEST_PRECISION = LEVELS.length;

/** By precision, starting with 1. */
export const PRECISION_DESCRIPTIONS: readonly string[] = LEVELS.map(({ description }) => description);

const RULES: readonly MatchRules[] = LEVELS.map(({ expansions, needed, inOneField }) => ({
  expansions,
  needed: Array.from({ length: MOST_TERMS + 1 }, (_, n) => needed(n)),
  inOneField,
  longestPrefix: LONGEST_PREFIX,
  establishedDocs: ESTABLISHED_DOCS,
}));

/** The match rules of a precision from 1 to 11. */
export function matchRules(precision: number): MatchRules {
  const rules = RULES[precision - 1];
  if (rules === undefined) throw new RangeError(`There is no precision ${precision}.`);
  return rules;
}

/** The rules of a query at the precision of its request. */
export const queryRules = (query: QueryPlan, precision: number): MatchRules =>
  matchRules(query.kind === 'plain' && query.synonyms.length > 0 ? SYNONYM_PRECISION : precision);
