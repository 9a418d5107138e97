import { begins, type ExpandedTerm, hasAllParts, makes } from './expansions.ts';
import type { FieldText } from './field-text.ts';
import type { SearchedField } from './searched-field.ts';

/** How much a word says that `df` of `n` documents have. */
export const idfOf = (n: number, df: number): number => Math.log(1 + (n - df + 0.5) / (df + 0.5));

/** The one idf that all expansions of a word share in a field. */
export function idf(field: SearchedField, q: ExpandedTerm): number {
  const withStem = field.documentsWith((text) => text.words.some(({ stem }) => stem === stemIn(field, q)));
  const own = withStem > 0 ? withStem : Math.min(field.documentCount, expansionDocuments(field, q));
  return idfOf(field.documentCount, Math.max(own, ...alternativeDocuments(field, q)));
}

/** The documents of each alternative of one word, and those of all others; `id` knows no synonyms. */
function alternativeDocuments(field: SearchedField, { alternatives }: ExpandedTerm): number[] {
  if (field.isId) return [];
  const has = (text: FieldText, stems: ReadonlySet<string>): boolean =>
    [...stems].every((stem) => text.stems(stem) > 0);
  const several = alternatives.filter(({ size }) => size > 1);
  return [
    ...alternatives
      .filter(({ size }) => size === 1)
      .map((stems) => field.documentsWith((text) => has(text, stems))),
    field.documentsWith((text) => several.some((stems) => has(text, stems))),
  ];
}

/** `id` knows no stems. */
const stemIn = (field: SearchedField, q: ExpandedTerm): string => (field.isId ? q.word : q.stem);

/** For a word whose stem the field does not have: the sum of the documents of all that stands in for it. */
function expansionDocuments(field: SearchedField, q: ExpandedTerm): number {
  const texts = [...field.texts.values()];
  const words = new Set(
    texts.flatMap((text) => text.words.map(({ word }) => word)).filter((word) => standsFor(word, q)),
  );
  const tests: Array<(text: FieldText) => boolean> = [...words].map(
    (word) => (text) => text.words.some((placed) => placed.word === word),
  );
  if (q.expansions.has('compound')) {
    const pairs = texts.flatMap((text) => text.pairs()).filter((pair) => makes(pair, q));
    for (const left of new Set(pairs.map(([left]) => left))) {
      tests.push((text) => text.pairs().some((pair) => makes(pair, q) && pair[0] === left));
    }
  }
  if (q.expansions.has('subtoken')) {
    tests.push((text) => text.forms.includes(q.stem));
    tests.push((text) => hasAllParts(q, text));
  }
  return tests.reduce((sum, test) => sum + field.documentsWith(test), 0);
}

/** Whether a word of the field, taken alone, matches `q` by an active expansion other than exact and stem. */
const standsFor = (word: string, q: ExpandedTerm): boolean =>
  (q.expansions.has('compound') && q.compounds.has(word)) ||
  (q.expansions.has('prefix') && begins(word, q)) ||
  (q.expansions.has('fuzzy') && q.fuzzyMatches.some((match) => match.word === word));
