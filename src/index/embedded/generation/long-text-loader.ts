import type { Schema } from '../../../values/types.ts';
import type { DocumentSource } from '../../capabilities.ts';
import type { SearchPlan } from '../../plan.ts';
import type { TextColumn } from '../segment/columns.ts';
import { isLong } from '../segment/long-texts.ts';
import { itemsOf } from '../segment/segment-builder.ts';
import type { SegmentReader } from '../snapshot/segment-reader.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';

/** Documents read at a time. */
const PAGE = 500;

/** Fields whose whole values a plan must see: those it sorts, counts or groups by. */
function fieldsInNeed({ sort, facets, group }: SearchPlan): Set<string> {
  const fields = new Set<string>();
  for (const key of [...sort, ...(group === null ? [] : [group.sort])]) {
    if (key.kind === 'field') fields.add(key.field);
  }
  for (const facet of facets) if (facet.kind === 'value') fields.add(facet.field);
  if (group !== null) fields.add(group.field);
  return fields;
}

/** Whether a plan needs long texts that no plan before it needed. */
export function needsLongTexts(view: Snapshot, plan: SearchPlan): boolean {
  for (const field of fieldsInNeed(plan)) {
    for (const { segment } of view.readers) {
      const column = segment.column(field);
      if (column?.type === 'text' && !column.long.isLoaded) return true;
    }
  }
  return false;
}

/**
 * Reads the long texts that a plan needs and that no plan before it needed. `counted` hears of the bytes they take, and
 * to which segment they belong.
 */
export async function loadLongTexts(
  view: Snapshot,
  engineId: number,
  plan: SearchPlan,
  schema: Schema,
  source: DocumentSource,
  counted: (key: number, bytes: number) => void,
): Promise<void> {
  for (const field of fieldsInNeed(plan)) {
    for (const reader of view.readers) {
      const column = reader.segment.column(field);
      if (column?.type !== 'text' || column.long.isLoaded) continue;
      const ids = idsWithLongTexts(reader, column);
      const texts = await longTextsOf(ids, field, engineId, schema, source);
      // Another search may have read them meanwhile.
      if (column.long.isLoaded) continue;
      column.long.load(texts);
      const { starts, blob } = column.long.image ?? {};
      counted(reader.key, (starts?.byteLength ?? 0) + (blob?.byteLength ?? 0));
    }
  }
}

function idsWithLongTexts(reader: SegmentReader, column: TextColumn): string[] {
  const ids: string[] = [];
  for (let doc = 0; doc < reader.segment.docCount; doc++) {
    const values = column.ordinals.subarray(column.starts[doc], column.starts[doc + 1]);
    if (values.some((ordinal) => ordinal >= column.dictionary.size)) ids.push(reader.segment.id(doc));
  }
  return ids;
}

async function longTextsOf(
  ids: readonly string[],
  field: string,
  engineId: number,
  schema: Schema,
  source: DocumentSource,
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
