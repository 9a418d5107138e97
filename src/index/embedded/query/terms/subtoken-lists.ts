import type { TextIndex } from '../../segment/text-index.ts';
import {
  intersectLists,
  listOf,
  mergeLists,
  type PostingList,
  sumOfTerms,
  termList,
} from './posting-list.ts';

/** The documents that have every subtoken, as a subtoken or as a word, each with frequency 1. It yields. */
export function* withAllSubtokens(text: TextIndex, stems: readonly string[]): Generator<void, PostingList> {
  const docCount = text.lengths.length;
  const lists: PostingList[] = [];
  for (const stem of stems) {
    const subtoken = text.subtoken(stem);
    const words = yield* sumOfTerms(text.postings, text.wordsOfStem(stem), docCount);
    lists.push(
      subtoken === undefined ? words : mergeLists(words, termList(subtoken.postings, subtoken.term)),
    );
    yield;
  }
  const { docs } = yield* intersectLists(lists);
  return listOf(
    docs,
    docs.map(() => 1),
  );
}
