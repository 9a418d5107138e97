import { textBytes } from '../../../../caching/bounded-cache.ts';
import { OwnedCaches } from '../../../../caching/owned-caches.ts';
import { Kernel, WINDOW } from '../../kernel/kernel.ts';
import type { TextIndex } from '../../segment/text-index.ts';
import { FIELD_CACHE_BYTES } from '../tuning/thresholds.ts';
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
 * prefixes of it. It yields.
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
  const lists: PostingList[] = [];
  for (const { ordinal: left, characters: length } of prefixes) {
    const right = text.words.find(characters.slice(length).join(''));
    if (right < 0) continue;
    const list = yield* pairsOf(text, left, right);
    if (list.docs.length > 0) lists.push(list);
  }
  cache.set(word, lists);
  return lists;
}

/** The documents of the rarer word are looked up in those of the other, which is often very frequent. */
function* pairsOf(
  { postings, lengths }: TextIndex,
  left: number,
  right: number,
): Generator<void, PostingList> {
  const { df } = postings;
  const isLeftRarer = (df[left] as number) <= (df[right] as number);
  const [rarer, other, step] = isLeftRarer ? [left, right, 1] : [right, left, -1];
  const docs: number[] = [];
  const counts: number[] = [];
  const kernel = Kernel.take(lengths.length);
  const [list, places, others, otherPlaces, entries] = kernel.positionedLists(postings, rarer, other);
  for (let from = 0; from < lengths.length; from += WINDOW) {
    kernel.run.setRange(from, from + WINDOW);
    const found = kernel.run.findPairs(list, places, others, otherPlaces, entries, step);
    for (let i = 0; i < found; i++) {
      docs.push(kernel.matches[i] as number);
      counts.push(kernel.scores[i] as number);
    }
    kernel.countReads();
    yield;
  }
  kernel.release();
  return listOf(docs, counts);
}
