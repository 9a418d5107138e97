import type { Expansion } from '../../src/index/plan.ts';
import type { FieldText } from './field-text.ts';
import type { FuzzyMatch } from './fuzzy.ts';
import { characters, LONGEST_COMPOUND, type QueryTerm } from './query-terms.ts';

const LONGEST_PREFIX = 12;
/** c of a synonym. */
const SYNONYM = 0.9;

/** A query term with its active expansions, and its fuzzy matches if that is one of them. */
export interface ExpandedTerm extends QueryTerm {
  readonly expansions: ReadonlySet<Expansion>;
  /** c of the exact expansion outside of \`id\`. */
  readonly exactWeight: number;
  readonly fuzzyMatches: readonly FuzzyMatch[];
}

/** An expansion that matches: its weight and term frequency. */
export interface Match {
  readonly c: number;
  readonly tf: number;
}

/** The expansions that match the text of a field; `id` has exact matches only. */
export function matchesIn(q: ExpandedTerm, text: FieldText, isId: boolean): Match[] {
  const whole = { c: isId ? 1 : q.exactWeight, tf: text.count(({ word }) => word === q.word) };
  const all: Match[] = isId
    ? [whole]
    : [...q.expansions].flatMap((expansion) =>
        expansion === 'exact' ? whole : EXPANSIONS[expansion](q, text),
      );
  if (!isId) all.push(...synonymMatches(q, text));
  return all.filter(({ tf }) => tf > 0);
}

/** Alternatives of one word together, and each of several words by its least frequent word. */
function synonymMatches({ alternatives }: QueryTerm, text: FieldText): Match[] {
  const single = alternatives.filter(({ size }) => size === 1).flatMap((stems) => [...stems]);
  return [
    { c: SYNONYM, tf: text.count(({ stem }) => single.includes(stem)) },
    ...alternatives
      .filter(({ size }) => size > 1)
      .map((stems) => ({ c: SYNONYM, tf: Math.min(...[...stems].map((one) => text.stems(one))) })),
  ];
}

const EXPANSIONS: Readonly<
  Record<Exclude<Expansion, 'exact'>, (q: ExpandedTerm, text: FieldText) => Match | Match[]>
> = {
  stem: (q, text) => ({ c: 0.95, tf: text.count(({ stem }) => stem === q.stem) }),
  compound: (q, text) => ({
    c: 0.75,
    tf:
      text.count(({ word }) => q.compounds.has(word)) + text.pairs().filter((pair) => makes(pair, q)).length,
  }),
  subtoken: (q, text) => {
    const forms = text.forms.filter((form) => form === q.stem).length;
    return { c: 0.4, tf: forms > 0 ? forms : hasAllParts(q, text) ? 1 : 0 };
  },
  prefix: (q, text) => ({ c: q.isLast ? 0.5 : 0.1, tf: text.count(({ word }) => begins(word, q)) }),
  fuzzy: (q, text) =>
    q.fuzzyMatches.map((match) => ({ c: match.c, tf: text.count(({ word }) => word === match.word) })),
};

/** Whether two words next to each other in a document are the query word when compounds. */
export const makes = ([left, right]: readonly [string, string], q: QueryTerm): boolean =>
  left + right === q.word && characters(q.word).length <= LONGEST_COMPOUND;

export const begins = (word: string, q: QueryTerm): boolean =>
  word.startsWith(q.word) && characters(q.word).length <= LONGEST_PREFIX;

/** Whether the field has all of the parts of a query word that has several. */
export const hasAllParts = (q: QueryTerm, text: FieldText): boolean =>
  q.partStems.length > 0 &&
  q.partStems.every((part) => text.forms.includes(part) || text.words.some(({ stem }) => stem === part));
