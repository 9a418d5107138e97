import { textBytes } from '../../../../caching/bounded-cache.ts';
import { OwnedCaches } from '../../../../caching/owned-caches.ts';
import { PositionsCursor } from '../../segment/positions-cursor.ts';
import type { TextIndex } from '../../segment/text-index.ts';
import { FIELD_CACHE_BYTES, LOOKUPS_PAUSE } from '../tuning/thresholds.ts';
import type { SeekResult } from './dictionary-seek.ts';
import { listOf, type PostingList } from './posting-list.ts';

const cachedLists = new OwnedCaches<TextIndex, string, readonly PostingList[]>({
  bytes: FIELD_CACHE_BYTES,
  weigh: (word, lists) => lists.reduce((sum, { docs }) => sum + 256 + 8 * docs.length, textBytes(word)),
});

const NONE: readonly PostingList[] = [];

/**
 * The documents in which two adjacent words make up `word` (`web site` for `website`), a list per split, with the number
 * of such pairs as the frequency. `characters` are those of `word`; `prefixes` are the words of the field that are
 * prefixes of it.
 */
export function* splitLists(
  text: TextIndex,
  word: string,
  characters: readonly string[],
  prefixes: SeekResult['prefixes'],
): Generator<void, readonly PostingList[]> {
  if (prefixes.length === 0) return NONE;
  const cache = cachedLists.of(text);
  const known = cache.get(word);
  if (known !== undefined) return known;
  const lists = yield* adjacentPairs(text, characters, prefixes);
  cache.set(word, lists);
  return lists;
}

/** Intersects the positions of the two words of each split. It yields. */
function* adjacentPairs(
  text: TextIndex,
  characters: readonly string[],
  prefixes: SeekResult['prefixes'],
): Generator<void, PostingList[]> {
  const lists: PostingList[] = [];
  for (const { ordinal: left, characters: length } of prefixes) {
    const right = text.words.find(characters.slice(length).join(''));
    if (right < 0) continue;
    const docs: number[] = [];
    const counts: number[] = [];
    // The postings of the rarer word drive the intersection: one of the two words is often very frequent.
    const { df } = text.postings;
    const isLeftRarer = (df[left] as number) <= (df[right] as number);
    const [rarer, other] = isLeftRarer ? [left, right] : [right, left];
    const step = isLeftRarer ? 1 : -1;
    const rarerCursor = new PositionsCursor(text.postings, rarer);
    const otherCursor = new PositionsCursor(text.postings, other);
    let seen = 0;
    for (let doc = rarerCursor.seek(0); doc >= 0; ) {
      if (++seen % LOOKUPS_PAUSE === 0) yield;
      const next = otherCursor.seek(doc);
      if (next < 0) break;
      if (next === doc) {
        const positions = otherCursor.positions();
        const count = rarerCursor
          .positions()
          .filter((position) => positions.includes(position + step)).length;
        if (count > 0) {
          docs.push(doc);
          counts.push(count);
        }
      }
      doc = rarerCursor.seek(next === doc ? doc + 1 : next);
    }
    if (docs.length > 0) lists.push(listOf(docs, counts));
  }
  return lists;
}
