import { textBytes } from '../../../../caching/bounded-cache.ts';
import { OwnedCaches } from '../../../../caching/owned-caches.ts';
import { PositionsCursor } from '../../segment/positions-cursor.ts';
import type { TextIndex } from '../../segment/text-index.ts';
import { FIELD_CACHE_BYTES } from '../tuning/thresholds.ts';
import type { Seek } from './dictionary-seek.ts';
import { listOf, type PostingList } from './posting-list.ts';

const cached = new OwnedCaches<TextIndex, string, readonly PostingList[]>({
  bytes: FIELD_CACHE_BYTES,
  weigh: (word, lists) => lists.reduce((sum, { docs }) => sum + 256 + 8 * docs.length, textBytes(word)),
});

const NONE: readonly PostingList[] = [];

/**
 * Where two words stand next to each other that make `word` when glued, by the expansions to cut it. `prefixes`: the words
 * of the field that it begins with.
 */
export function splitLists(
  text: TextIndex,
  word: string,
  letters: readonly string[],
  prefixes: Seek['prefixes'],
): readonly PostingList[] {
  if (prefixes.length === 0) return NONE;
  return cached.of(text).getOrMake(word, () => pairs(text, letters, prefixes));
}

/** Per split the documents in which its two words stand next to each other, with how often. */
function pairs(text: TextIndex, letters: readonly string[], prefixes: Seek['prefixes']): PostingList[] {
  const lists: PostingList[] = [];
  for (const { ordinal: a, characters } of prefixes) {
    const b = text.words.find(letters.slice(characters).join(''));
    if (b < 0) continue;
    const docs: number[] = [];
    const counts: number[] = [];
    // The postings of the rarer word are read, and the other is seeked: one of the two is often very frequent.
    const { df } = text.postings;
    const isLeftRarer = (df[a] as number) <= (df[b] as number);
    const [rarer, other] = isLeftRarer ? [a, b] : [b, a];
    const step = isLeftRarer ? 1 : -1;
    const ones = new PositionsCursor(text.postings, rarer);
    const others = new PositionsCursor(text.postings, other);
    for (let doc = ones.seek(0); doc >= 0; ) {
      const next = others.seek(doc);
      if (next < 0) break;
      if (next === doc) {
        const neighbours = others.positions();
        const count = ones.positions().filter((position) => neighbours.includes(position + step)).length;
        if (count > 0) {
          docs.push(doc);
          counts.push(count);
        }
      }
      doc = ones.seek(next === doc ? doc + 1 : next);
    }
    if (docs.length > 0) lists.push(listOf(docs, counts));
  }
  return lists;
}
