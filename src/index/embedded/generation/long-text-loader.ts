import type { Schema } from '../../../values/types.ts';
import type { DocumentSource } from '../../capabilities.ts';
import type { SearchPlan } from '../../plan.ts';
import { nodesOf } from '../query/tree/tree-size.ts';
import type { TextColumn } from '../segment/columns.ts';
import { isLong } from '../segment/long-texts.ts';
import { itemsOf } from '../segment/segment-builder.ts';
import type { SegmentReader } from '../snapshot/segment-reader.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';

/** Documents read at a time. */
const PAGE = 500;

/** Where long texts are read from, and who counts the memory they take. */
export interface LongTextSource {
  readonly engineId: number;
  readonly schema: Schema;
  readonly source: DocumentSource;
  /** Called with the key of a segment and the bytes that its long texts take. */
  readonly onLoaded: (key: number, bytes: number) => void;
}

/** Fields of which a plan needs whole values: those that it sorts, counts or groups by, or whose beginning it compares. */
function fieldsOfWholeValues({ query, sort, facets, group }: SearchPlan): Set<string> {
  const fields = new Set<string>();
  for (const key of [...sort, ...(group === null ? [] : [group.sort])]) {
    if (key.kind === 'field') fields.add(key.field);
  }
  for (const facet of facets) if (facet.kind === 'value') fields.add(facet.field);
  if (group !== null) fields.add(group.field);
  if (query.kind === 'tree') {
    for (const node of nodesOf(query.root)) {
      if (node.kind === 'beginning' && node.isWhole) fields.add(node.field);
    }
  }
  return fields;
}

/** Whether a plan needs long texts that are not loaded yet. */
export function needsLongTexts(snapshot: Snapshot, plan: SearchPlan): boolean {
  for (const field of fieldsOfWholeValues(plan)) {
    for (const { segment } of snapshot.readers) {
      const column = segment.column(field);
      if (column?.type === 'text' && !column.long.isLoaded) return true;
    }
  }
  return false;
}

/** Loads the long texts that a plan needs and that no earlier plan has loaded. */
export async function loadLongTexts(
  snapshot: Snapshot,
  plan: SearchPlan,
  from: LongTextSource,
): Promise<void> {
  for (const field of fieldsOfWholeValues(plan)) {
    for (const reader of snapshot.readers) {
      const column = reader.segment.column(field);
      if (column?.type !== 'text' || column.long.isLoaded) continue;
      const texts = await longTextsOf(idsWithLongTexts(reader, column), field, from);
      // Another search may have loaded them meanwhile.
      if (column.long.isLoaded) continue;
      column.long.load(texts);
      const { starts, blob } = column.long.image ?? {};
      from.onLoaded(reader.key, (starts?.byteLength ?? 0) + (blob?.byteLength ?? 0));
    }
  }
}

function idsWithLongTexts({ segment }: SegmentReader, column: TextColumn): string[] {
  const ids: string[] = [];
  for (let doc = 0; doc < segment.docCount; doc++) {
    const values = column.ordinals.subarray(column.starts[doc], column.starts[doc + 1]);
    if (values.some((ordinal) => ordinal >= column.dictionary.size)) ids.push(segment.id(doc));
  }
  return ids;
}

async function longTextsOf(
  ids: readonly string[],
  field: string,
  { engineId, schema, source }: LongTextSource,
): Promise<Set<string>> {
  const texts = new Set<string>();
  for (let from = 0; from < ids.length; from += PAGE) {
    const documents = await source(engineId, ids.slice(from, from + PAGE), schema);
    for (const fields of documents.values()) {
      for (const item of itemsOf(fields.get(field) ?? null)) {
        if (typeof item === 'string' && isLong(item)) texts.add(item);
      }
    }
  }
  return texts;
}
