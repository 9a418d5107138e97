import type { Column } from '../segment/columns.ts';
import type { Segment } from '../segment/segment.ts';
import type { TextIndex } from '../segment/text-index.ts';

/**
 * The first part of a segment whose arrays are inconsistent, undefined if there is none. Checksums have shown that the
 * bytes are those that were written; this finds what should never have been written.
 * Cost: compares lengths, does not read the arrays.
 */
export function inconsistencyIn(segment: Segment): string | undefined {
  const { docCount, ids, docOfId, idOf } = segment;
  if (ids.size !== docCount || docOfId.length !== docCount || idOf.length !== docCount) return 'ids';
  // A lookup in a table without a free slot would never end.
  if (segment.sections.words('idSlots').length <= docCount) return 'table of ids';
  for (const [field, text] of segment.texts) {
    if (!isTextPlausible(text, docCount)) return `text of field ${field}`;
  }
  for (const field of segment.schema.keys()) {
    const column = segment.column(field);
    if (column !== undefined && !isColumnPlausible(column, docCount)) return `column of field ${field}`;
  }
  return undefined;
}

function isTextPlausible(text: TextIndex, docCount: number): boolean {
  const { words, postings, lengths, stems, stemStarts, stemWords, stemDf } = text;
  const { sharedSubtokens, sharedSubtokenPostings, singleSubtokens, singleSubtokenPostings } = text;
  return (
    lengths.length === docCount &&
    postings.df.length === words.size &&
    postings.firstBlock.length === words.size + 1 &&
    (stems === undefined ||
      (stemStarts.length === stems.size + 1 &&
        stemDf.length === stems.size &&
        stemWords.length === words.size &&
        sharedSubtokens?.isPlausible === true &&
        singleSubtokens?.isPlausible === true &&
        sharedSubtokenPostings?.df.length === sharedSubtokens.size &&
        singleSubtokenPostings?.size === singleSubtokens.size))
  );
}

function isColumnPlausible(column: Column, docCount: number): boolean {
  const { starts } = column;
  return (
    starts.length === docCount + 1 &&
    arraysOf(column).every(({ length }) => length === starts[docCount]) &&
    (column.type !== 'text' || column.dictionary.isPlausible)
  );
}

/** The arrays with one element per value. */
function arraysOf(column: Column): ReadonlyArray<{ readonly length: number }> {
  switch (column.type) {
    case 'number':
      return [column.values];
    case 'date':
      return column.nanos === undefined ? [column.values] : [column.values, column.nanos];
    case 'geolocation':
      return [column.lats, column.lons];
    case 'text':
      return [column.ordinals];
  }
}
