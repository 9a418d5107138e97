import type { FieldText } from './field-text.ts';
import { characters, LONGEST_GLUED, type QueryWord } from './query-words.ts';
import type { Variant } from './typos.ts';

export type Way = 'word' | 'stem' | 'joined' | 'delimiter' | 'prefix' | 'typo';

const LONGEST_PREFIX = 12;

/** A query word with the ways in which it may match in a text field, and its typo variants if that is one. */
export interface Seeker extends QueryWord {
  readonly ways: ReadonlySet<Way>;
  readonly variants: readonly Variant[];
}

/** A way that found something. */
export interface Match {
  readonly c: number;
  readonly tf: number;
}

/** The ways in which a word matches the text of a field; a text of `id` knows whole words only. */
export function matchesIn(q: Seeker, text: FieldText, isId: boolean): Match[] {
  const whole = { c: 1, tf: text.count(({ word }) => word === q.word) };
  const all: Match[] = isId
    ? [whole]
    : [...q.ways].flatMap((way) => (way === 'word' ? whole : WAYS[way](q, text)));
  return all.filter(({ tf }) => tf > 0);
}

const WAYS: Readonly<Record<Exclude<Way, 'word'>, (q: Seeker, text: FieldText) => Match | Match[]>> = {
  stem: (q, text) => ({ c: 0.95, tf: text.count(({ stem }) => stem === q.stem) }),
  joined: (q, text) => ({
    c: 0.75,
    tf: text.count(({ word }) => q.glued.has(word)) + text.pairs().filter((pair) => makes(pair, q)).length,
  }),
  delimiter: (q, text) => {
    const forms = text.forms.filter((form) => form === q.stem).length;
    return { c: 0.4, tf: forms > 0 ? forms : hasAllParts(q, text) ? 1 : 0 };
  },
  prefix: (q, text) => ({ c: 0.1, tf: text.count(({ word }) => begins(word, q)) }),
  typo: (q, text) =>
    q.variants.map((variant) => ({ c: variant.c, tf: text.count(({ word }) => word === variant.word) })),
};

/** Whether two words next to each other in a document are the query word when glued. */
export const makes = ([left, right]: readonly [string, string], q: QueryWord): boolean =>
  left + right === q.word && characters(q.word).length <= LONGEST_GLUED;

export const begins = (word: string, q: QueryWord): boolean =>
  word.startsWith(q.word) && characters(q.word).length <= LONGEST_PREFIX;

/** Whether the field has all of the parts of a query word that has several. */
export const hasAllParts = (q: QueryWord, text: FieldText): boolean =>
  q.partStems.length > 0 &&
  q.partStems.every((part) => text.forms.includes(part) || text.words.some(({ stem }) => stem === part));
