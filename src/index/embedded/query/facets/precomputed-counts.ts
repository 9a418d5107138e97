import type { Column, TextColumn } from '../../segment/columns.ts';
import { countedUp } from '../../segment/constants.ts';
import { DocIdIterator } from '../../segment/doc-id-iterator.ts';
import type { SegmentReader } from '../../snapshot/segment-reader.ts';
import { TABLE_VALUES } from '../tuning/thresholds.ts';
import { countTexts } from './ordinal-counts.ts';

/** Of all documents of a column, whether they live or not. */
const ofColumns = new WeakMap<TextColumn, Uint32Array>();
const ofStates = new WeakMap<SegmentReader, Map<TextColumn, Uint32Array>>();

/**
 * How many living documents have each value of a column, by ordinal; undefined if there are too many values to keep.
 * Segments never change, so what was counted once stays true: after deletions only the dead are counted, and taken off.
 * This is what the first page of a shop asks for: everything, with facets.
 */
export function precomputedCounts(state: SegmentReader, column: TextColumn): Uint32Array | undefined {
  if (!hasKnownCounts(column)) return undefined;
  const ofState = ofStates.get(state) ?? new Map<TextColumn, Uint32Array>();
  ofStates.set(state, ofState);
  const known = ofState.get(column);
  if (known !== undefined) return known;
  const all = ofColumns.get(column) ?? counted(column, DocIdIterator.all(state.segment.docCount));
  ofColumns.set(column, all);
  let living = all;
  if (state.liveDocs !== null) {
    const dead = counted(column, DocIdIterator.dead(state.liveDocs, state.segment.docCount));
    living = all.map((count, ordinal) => count - (dead[ordinal] as number));
  }
  ofState.set(column, living);
  return living;
}

/** Whether the counts of a column are kept; a segment without the column has none to keep. */
export const hasKnownCounts = (column: Column | undefined): boolean =>
  column === undefined ||
  (column.type === 'text' && column.dictionary.size + column.long.size <= TABLE_VALUES);

/** Whether all documents of a column have been counted here already. */
export const isCounted = (column: Column | undefined): boolean =>
  column?.type !== 'text' || ofColumns.has(column);

function counted(column: TextColumn, documents: DocIdIterator): Uint32Array {
  const counts = new Uint32Array(column.dictionary.size + column.long.size);
  const count = countTexts(column, countedUp(counts.length), counts);
  while (documents.next()) count(documents.docs, documents.count);
  return counts;
}
