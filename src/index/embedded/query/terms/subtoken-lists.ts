import type { TextIndex } from '../../segment/text-index.ts';
import { EMPTY_LIST, gathered, intersected, listOf, type PostingList } from './posting-list.ts';

/** Documents that have every part, as a delimiter form or as a word; each counts once. */
export function withAllParts(text: TextIndex, parts: readonly string[]): PostingList {
  const lists = parts.map((stem) => {
    const words = gathered(text.postings, text.wordsOfStem(stem));
    const form = text.subtoken(stem);
    const forms = form === undefined ? EMPTY_LIST : gathered(form.postings, Uint32Array.of(form.term));
    const docs = [...new Set([...words.docs, ...forms.docs])].sort((a, b) => a - b);
    return listOf(
      docs,
      docs.map(() => 1),
    );
  });
  const { docs } = intersected(lists);
  return listOf(
    docs,
    docs.map(() => 1),
  );
}
