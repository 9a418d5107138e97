import type { Way } from './ways.ts';

/** What a precision asks of a plain query: section 4, the table. */
export interface Precision {
  /** How many of `n` words a document needs. */
  readonly needed: (n: number) => number;
  readonly ways: ReadonlySet<Way>;
  /** Whether all needed words must be found in one and the same field. */
  readonly inOneField: boolean;
  /** Whether stop words are among the words that count. */
  readonly countsStopWords: boolean;
}

const ALL: readonly Way[] = ['word', 'stem', 'joined', 'delimiter', 'prefix', 'typo'];
const without = (...left: Way[]): ReadonlySet<Way> => new Set(ALL.filter((way) => !left.includes(way)));
const all = (n: number): number => n;

const anywhere = (needed: (n: number) => number): Precision => ({
  needed,
  ways: without(),
  inOneField: false,
  countsStopWords: true,
});
const inOneField = (ways: ReadonlySet<Way>, countsStopWords: boolean): Precision => ({
  needed: all,
  ways,
  inOneField: true,
  countsStopWords,
});

const PRECISIONS: Readonly<Record<number, Precision>> = {
  1: anywhere(() => 1),
  2: anywhere((n) => (n <= 2 ? 1 : n === 3 ? 2 : Math.floor((49 * n) / 100))),
  3: anywhere((n) => (n <= 2 ? n : Math.ceil(n / 2))),
  4: anywhere((n) => (n <= 3 ? n : Math.floor((75 * n) / 100))),
  5: anywhere((n) => (n <= 4 ? n : n - 1)),
  6: anywhere(all),
  7: inOneField(without(), true),
  8: inOneField(without('typo'), true),
  9: inOneField(without('typo', 'prefix', 'delimiter'), false),
  10: inOneField(new Set(['word', 'stem']), false),
  11: inOneField(new Set(['word']), false),
};

export function precisionOf(level: number): Precision {
  const precision = PRECISIONS[level];
  if (precision === undefined) throw new RangeError(`no precision ${level}`);
  return precision;
}
