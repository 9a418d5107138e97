import type { Expansion, MatchRules } from '../../src/index/plan.ts';

/** What a precision asks of a plain query: section 4, the table. */
export interface Precision {
  /** How many of `n` words a document needs, stop words counting as found. */
  readonly needed: (n: number) => number;
  readonly expansions: ReadonlySet<Expansion>;
  /** Whether all needed words must be found in one and the same field. */
  readonly inOneField: boolean;
  /** The documents with its stem that make a term established. */
  readonly establishedDocs: number;
}

const ESTABLISHED_DOCS = 100;

const ALL: readonly Expansion[] = ['exact', 'stem', 'compound', 'subtoken', 'prefix', 'fuzzy'];
const without = (...left: Expansion[]): ReadonlySet<Expansion> =>
  new Set(ALL.filter((expansion) => !left.includes(expansion)));
const all = (n: number): number => n;

const anywhere = (needed: (n: number) => number): Precision => ({
  needed,
  expansions: without(),
  inOneField: false,
  establishedDocs: ESTABLISHED_DOCS,
});
const inOneField = (expansions: ReadonlySet<Expansion>): Precision => ({
  needed: all,
  expansions,
  inOneField: true,
  establishedDocs: ESTABLISHED_DOCS,
});

const PRECISIONS: Readonly<Record<number, Precision>> = {
  1: anywhere(() => 1),
  2: anywhere((n) => (n <= 2 ? 1 : n === 3 ? 2 : Math.floor((49 * n) / 100))),
  3: anywhere((n) => (n <= 2 ? n : Math.ceil(n / 2))),
  4: anywhere((n) => (n <= 3 ? n : Math.floor((75 * n) / 100))),
  5: anywhere((n) => (n <= 4 ? n : n - 1)),
  6: anywhere(all),
  7: inOneField(without()),
  8: inOneField(without('fuzzy')),
  9: inOneField(without('fuzzy', 'prefix', 'subtoken')),
  10: inOneField(new Set(['exact', 'stem'])),
  11: inOneField(new Set(['exact'])),
};

/** The specification's table, which `src/search/precision.ts` is compared with. */
export function precisionOf(level: number): Precision {
  const precision = PRECISIONS[level];
  if (precision === undefined) throw new RangeError(`no precision ${level}`);
  return precision;
}

/** The rules of a plan in the oracle's form. */
export const precisionIn = ({ expansions, needed, ...rest }: MatchRules): Precision => ({
  needed: (n) => needed[n] ?? Number.NaN,
  expansions: new Set(expansions),
  inOneField: rest.inOneField,
  establishedDocs: rest.establishedDocs,
});
