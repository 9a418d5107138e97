import type { TextIndex } from '../../segment/text-index.ts';
import { EMPTY_LIST, intersectLists, listOf, type PostingList, sumOfTerms } from './posting-list.ts';

/** The documents that have every subtoken, as a subtoken or as a word, each with frequency 1. */
export function withAllSubtokens(text: TextIndex, stems: readonly string[]): PostingList {
  const lists = stems.map((stem) => {
    const words = sumOfTerms(text.postings, text.wordsOfStem(stem));
    const subtoken = text.subtoken(stem);
    const subtokens =
      subtoken === undefined ? EMPTY_LIST : sumOfTerms(subtoken.postings, Uint32Array.of(subtoken.term));
    const docs = [...new Set([...words.docs, ...subtokens.docs])].sort((a, b) => a - b);
    return listOf(
      docs,
      docs.map(() => 1),
    );
  });
  const { docs } = intersectLists(lists);
  return listOf(
    docs,
    docs.map(() => 1),
  );
}
