import { type Column, shownAt } from '../../src/index/embedded/segment/columns.ts';
import type { FrontCoded } from '../../src/index/embedded/segment/front-coded.ts';
import type { Postings } from '../../src/index/embedded/segment/postings.ts';
import type { Segment } from '../../src/index/embedded/segment/segment.ts';
import type { TextIndex } from '../../src/index/embedded/segment/text-index.ts';
import { readBack } from './postings-of.ts';

/**
 * The content of a segment as plain data to compare. A field without values equals a missing field: searches find
 * nothing in either.
 */
export function contentOf(segment: Segment, fields: Iterable<string>) {
  const docs = Array.from({ length: segment.docCount }, (_, doc) => doc);
  return {
    ids: docs.map((doc) => segment.id(doc)),
    found: docs.map((doc) => segment.docWithId(segment.id(doc))),
    sequences: [...segment.sequences],
    texts: ['id', ...fields].map((field) => [field, textContent(segment.text(field), segment.docCount)]),
    columns: Array.from(fields, (field) => [field, columnContent(segment.column(field), segment.docCount)]),
  };
}

const all = ({ size }: { readonly size: number }): number[] =>
  Array.from({ length: size }, (_, ordinal) => ordinal);

function textContent(text: TextIndex | undefined, docCount: number) {
  if (text === undefined)
    return { words: [], stems: [], subtokens: [], lengths: new Array(docCount).fill(0) };
  const { words, postings, stems, stemDf } = text;
  return {
    words: all(words).map((ordinal) => ({ word: words.text(ordinal), in: placed(postings, ordinal) })),
    stems: (stems === undefined ? [] : all(stems)).map((ordinal) => ({
      stem: stems?.text(ordinal),
      df: stemDf[ordinal],
      words: Array.from(text.wordsOfStem(stems?.text(ordinal) ?? ''), (word) => words.text(word)),
    })),
    subtokens: [
      ...subtokensIn(text.sharedSubtokens, text.sharedSubtokenPostings),
      ...subtokensIn(text.singleSubtokens, text.singleSubtokenPostings),
    ],
    lengths: [...text.lengths],
  };
}

const subtokensIn = (subtokens: FrontCoded | undefined, postings: Postings | undefined) =>
  subtokens === undefined || postings === undefined
    ? []
    : all(subtokens).map((ordinal) => ({
        subtoken: subtokens.text(ordinal),
        in: readBack(postings, ordinal),
      }));

/** The documents of a term with frequencies and positions; also checks the number of documents. */
function placed(postings: Postings, term: number) {
  const documents = readBack(postings, term).map((posting) => ({
    ...posting,
    places: postings.positionsIn(term, posting.doc),
  }));
  return { df: postings.df[term], documents };
}

function columnContent(column: Column | undefined, docCount: number) {
  return Array.from({ length: docCount }, (_, doc) => {
    if (column === undefined) return [];
    const from = column.starts[doc] as number;
    const to = column.starts[doc + 1] as number;
    return Array.from({ length: to - from }, (_, i) => valueAt(column, from + i));
  });
}

/** A value as it is shown; a long text as the hash that the segment stores. */
function valueAt(column: Column, at: number): string | number | bigint {
  if (column.type !== 'text') return shownAt(column, at);
  const number = (column.ordinals[at] as number) - column.dictionary.size;
  return number < 0 ? shownAt(column, at) : hashOf(column.long.hashes, number);
}

const hashOf = (hashes: Uint32Array, number: number): bigint =>
  (BigInt(hashes[2 * number + 1] as number) << 32n) | BigInt(hashes[2 * number] as number);
