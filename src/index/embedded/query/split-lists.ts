import type { TextIndex } from '../segment/text-index.ts';
import { KeptFinds } from './kept-finds.ts';
import { type List, listOf } from './list.ts';
import type { Walked } from './word-walk.ts';

const kept = new KeptFinds<TextIndex, readonly List[]>();

const NONE: readonly List[] = [];

/**
 * Where two words stand next to each other that make `word` when glued, by the ways to cut it. `beginnings`: the words
 * of the field that it begins with.
 */
export function splitLists(
  text: TextIndex,
  word: string,
  letters: readonly string[],
  beginnings: Walked['beginnings'],
): readonly List[] {
  if (beginnings.length === 0) return NONE;
  return kept.of(text, word, () => pairs(text, letters, beginnings));
}

/** Per split the documents in which its two words stand next to each other, with how often. */
function pairs(text: TextIndex, letters: readonly string[], beginnings: Walked['beginnings']): List[] {
  const lists: List[] = [];
  for (const { ordinal: a, characters } of beginnings) {
    const b = text.words.find(letters.slice(characters).join(''));
    if (b < 0) continue;
    const docs: number[] = [];
    const counts: number[] = [];
    // The rarer word is gone through, and the other looked up: one of the two is often in every other document.
    const { df } = text.postings;
    const isLeftRarer = (df[a] as number) <= (df[b] as number);
    const [rarer, other] = isLeftRarer ? [a, b] : [b, a];
    const step = isLeftRarer ? 1 : -1;
    text.postings.eachWithPlaces(rarer, (doc, places) => {
      const beside = text.postings.placesIn(other, doc);
      if (beside === undefined) return;
      const count = places.filter((place) => beside.includes(place + step)).length;
      if (count === 0) return;
      docs.push(doc);
      counts.push(count);
    });
    if (docs.length > 0) lists.push(listOf(docs, counts));
  }
  return lists;
}
