import type { FieldText } from './field-text.ts';
import type { SearchedField } from './searched-field.ts';
import { begins, hasAllParts, makes, type Seeker } from './ways.ts';

/** How much a word says that `df` of `n` documents have. */
export const rarityOf = (n: number, df: number): number => Math.log(1 + (n - df + 0.5) / (df + 0.5));

/** The one rarity that all ways of a word share in a field. */
export function rarity(field: SearchedField, q: Seeker): number {
  const withStem = field.documentsWith((text) => text.words.some(({ stem }) => stem === stemIn(field, q)));
  const df = withStem > 0 ? withStem : Math.min(field.documentCount, variantDocuments(field, q));
  return rarityOf(field.documentCount, df);
}

/** `id` knows no stems. */
const stemIn = (field: SearchedField, q: Seeker): string => (field.isId ? q.word : q.stem);

/** For a word whose stem the field does not have: the sum of the documents of all that stands in for it. */
function variantDocuments(field: SearchedField, q: Seeker): number {
  const texts = [...field.texts.values()];
  const words = new Set(
    texts.flatMap((text) => text.words.map(({ word }) => word)).filter((word) => standsFor(word, q)),
  );
  const tests: Array<(text: FieldText) => boolean> = [...words].map(
    (word) => (text) => text.words.some((placed) => placed.word === word),
  );
  if (q.ways.has('joined')) {
    const pairs = texts.flatMap((text) => text.pairs()).filter((pair) => makes(pair, q));
    for (const left of new Set(pairs.map(([left]) => left))) {
      tests.push((text) => text.pairs().some((pair) => makes(pair, q) && pair[0] === left));
    }
  }
  if (q.ways.has('delimiter')) {
    tests.push((text) => text.forms.includes(q.stem));
    tests.push((text) => hasAllParts(q, text));
  }
  return tests.reduce((sum, test) => sum + field.documentsWith(test), 0);
}

/** Whether a word of the field, taken alone, matches `q` by an active way other than word and stem. */
const standsFor = (word: string, q: Seeker): boolean =>
  (q.ways.has('joined') && q.glued.has(word)) ||
  (q.ways.has('prefix') && begins(word, q)) ||
  (q.ways.has('typo') && q.variants.some((variant) => variant.word === word));
