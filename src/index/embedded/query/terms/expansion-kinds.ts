/** Weights and limits of the ways of matching; docs/matching.md, section 2. */
export const WEIGHTS = { word: 1, stem: 0.95, joined: 0.75, delimiter: 0.4, prefix: 0.1, typo: 0.1 } as const;
export type Way = keyof typeof WEIGHTS;

export const JOINED_LENGTH = 16;
export const PREFIX_LENGTH = 12;
export const MOST_VARIANTS = 50;
export const MOST_WORDS = 64;

export interface Precision {
  readonly name: string;
  readonly ways: ReadonlySet<Way>;
  readonly needed: (words: number) => number;
  /** All needed words in one and the same field. */
  readonly inOneField: boolean;
  /** Whether stop words are among the words that count. */
  readonly countsStopWords: boolean;
}

const ALL: readonly Way[] = ['word', 'stem', 'joined', 'delimiter', 'prefix', 'typo'];
const WAYS: ReadonlyArray<readonly Way[]> = [
  ALL,
  ALL,
  ALL,
  ALL,
  ALL,
  ALL,
  ALL,
  ['word', 'stem', 'joined', 'delimiter', 'prefix'],
  ['word', 'stem', 'joined'],
  ['word', 'stem'],
  ['word'],
];
const NEEDED: ReadonlyArray<(n: number) => number> = [
  (n) => Math.min(n, 1),
  (n) => (n <= 2 ? Math.min(n, 1) : n === 3 ? 2 : Math.floor(0.49 * n)),
  (n) => (n <= 2 ? n : Math.ceil(n / 2)),
  (n) => (n <= 3 ? n : Math.floor(0.75 * n)),
  (n) => (n <= 4 ? n : n - 1),
];

const PRECISIONS: readonly Precision[] = WAYS.map((ways, i) => ({
  name: String(i + 1),
  ways: new Set(ways),
  needed: NEEDED[i] ?? ((n) => n),
  inOneField: i + 1 >= 7,
  countsStopWords: i + 1 <= 8,
}));

/** What a precision from 1 to 11 means. */
export function precisionOf(precision: number): Precision {
  const known = PRECISIONS[precision - 1];
  if (known === undefined) throw new RangeError(`There is no precision ${precision}.`);
  return known;
}
