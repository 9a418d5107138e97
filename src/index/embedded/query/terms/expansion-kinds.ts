import type { Expansion, MatchRules } from '../../../plan.ts';

/** Weights and limits of expansions; docs/matching.md, section 2. */
export const WEIGHTS = { word: 1, stem: 0.95, joined: 0.75, delimiter: 0.4, prefix: 0.1, typo: 0.1 } as const;
export type ExpansionKind = keyof typeof WEIGHTS;

export const JOINED_LENGTH = 16;
export const MOST_VARIANTS = 50;

export interface Precision {
  /** What its terms are cached by: their expansions depend on nothing else. */
  readonly name: string;
  readonly expansions: ReadonlySet<ExpansionKind>;
  readonly needed: (words: number) => number;
  /** All needed words in one and the same field. */
  readonly inOneField: boolean;
  /** Whether stop words are among the words that count. */
  readonly countsStopWords: boolean;
  readonly mostWords: number;
  readonly longestPrefix: number;
}

const KIND_OF: Readonly<Record<Expansion, ExpansionKind>> = {
  exact: 'word',
  stem: 'stem',
  compound: 'joined',
  subtoken: 'delimiter',
  prefix: 'prefix',
  fuzzy: 'typo',
};

/** The rules of a plan, for the engine. */
export const precisionOf = (rules: MatchRules): Precision => ({
  name: rules.expansions.join(),
  expansions: new Set(rules.expansions.map((expansion) => KIND_OF[expansion])),
  needed: (words) => rules.needed[words] as number,
  inOneField: rules.inOneField,
  countsStopWords: rules.countsStopWords,
  mostWords: rules.needed.length - 1,
  longestPrefix: rules.longestPrefix,
});
