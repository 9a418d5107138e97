import type { Column, TextColumn } from '../../segment/columns.ts';
import { countedUp } from '../../segment/constants.ts';
import { DocIdIterator } from '../../segment/doc-id-iterator.ts';
import type { SegmentReader } from '../../snapshot/segment-reader.ts';
import { TABLE_VALUES } from '../tuning/thresholds.ts';
import { countTexts } from './ordinal-counts.ts';

/** Memo on an immutable column: the counts over all its documents, live and deleted. */
const countsOfColumns = new WeakMap<TextColumn, Uint32Array>();
/** Memo on an immutable reader (a segment and its live docs): the counts over live documents, by column. */
const countsOfReaders = new WeakMap<SegmentReader, Map<TextColumn, Uint32Array>>();

/**
 * The number of live documents per value of a column, by ordinal; undefined if the column has too many values to cache.
 * All documents of a segment are counted once. After deletions only the deleted documents are counted, and subtracted.
 * This serves searches without a query and filters that ask for facets, such as the start page of a shop.
 */
export function precomputedCounts(reader: SegmentReader, column: TextColumn): Uint32Array | undefined {
  if (!hasPrecomputedCounts(column)) return undefined;
  const countsOfReader = countsOfReaders.get(reader) ?? new Map<TextColumn, Uint32Array>();
  countsOfReaders.set(reader, countsOfReader);
  const known = countsOfReader.get(column);
  if (known !== undefined) return known;
  const all = countsOfColumns.get(column) ?? countDocs(column, DocIdIterator.all(reader.segment.docCount));
  countsOfColumns.set(column, all);
  let live = all;
  if (reader.liveDocs !== null) {
    const deleted = countDocs(column, DocIdIterator.deletedDocs(reader.liveDocs, reader.segment.docCount));
    live = all.map((count, ordinal) => count - (deleted[ordinal] as number));
  }
  countsOfReader.set(column, live);
  return live;
}

/** Whether the counts of a column are cached. True for a segment without the column: its counts are all zero. */
export const hasPrecomputedCounts = (column: Column | undefined): boolean =>
  column === undefined ||
  (column.type === 'text' && column.dictionary.size + column.long.size <= TABLE_VALUES);

/** Whether this thread has already counted all documents of a column. */
export const isCounted = (column: Column | undefined): boolean =>
  column?.type !== 'text' || countsOfColumns.has(column);

function countDocs(column: TextColumn, documents: DocIdIterator): Uint32Array {
  const counts = new Uint32Array(column.dictionary.size + column.long.size);
  const count = countTexts(column, countedUp(counts.length), counts);
  while (documents.next()) count(documents.docs, documents.count);
  return counts;
}
