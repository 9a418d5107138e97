import type { ConversionError } from '../error-texts.ts';
import { PAGE } from '../indexing/generation-writer.ts';
import { limits } from '../limits.ts';
import type { DocumentReader, EngineRecord } from '../store/port.ts';
import { timeSlices } from '../threads/time-slice.ts';
import { losesDigits } from '../values/number-value.ts';
import { schemaToJson } from '../values/types.ts';
import { convertValue } from '../values/value.ts';
import type { SchemaChange } from './schema-change.ts';

interface Tally {
  converted: number;
  failed: number;
  /** Numbers with more digits than a double holds. */
  rounded: number;
  /** Documents without a value for the field. */
  empty: number;
  readonly reasons: Map<
    ConversionError,
    { count: number; samples: Array<{ document_id: string; value: string }> }
  >;
}

/** Converts every value that a schema change would touch and counts the outcomes; reads all documents, changes nothing. */
export async function dryRun(documents: DocumentReader, engine: EngineRecord, change: SchemaChange) {
  const tallies = new Map<string, Tally>(
    change.changed.map((field) => [
      field,
      { converted: 0, failed: 0, rounded: 0, empty: 0, reasons: new Map() },
    ]),
  );
  const yieldWhenDue = timeSlices();
  let examined = 0;
  for (let position = 0; tallies.size > 0; ) {
    const page = await documents.after(engine.id, position, PAGE);
    const last = page.at(-1);
    if (last === undefined) break;
    for (const { id, json } of page) {
      const body: Record<string, unknown> = JSON.parse(json);
      for (const [field, tally] of tallies) {
        count(tally, id, Object.hasOwn(body, field) ? body[field] : null, change, field);
      }
    }
    examined += page.length;
    position = last.position;
    await yieldWhenDue();
  }
  const changed = [...tallies].map(([field, { reasons, ...counts }]) => [
    field,
    {
      from: engine.schema.get(field),
      to: change.schema.get(field),
      ...counts,
      reasons: [...reasons].map(([reason, { count, samples }]) => ({ reason, count, samples })),
    },
  ]);
  return {
    dry_run: true,
    schema: schemaToJson(change.schema),
    added: change.added,
    changed: Object.fromEntries(changed),
    documents_examined: examined,
  };
}

function count(tally: Tally, id: string, value: unknown, change: SchemaChange, field: string): void {
  const type = change.schema.get(field);
  if (value === undefined || value === null || type === undefined) {
    tally.empty++;
    return;
  }
  const conversion = convertValue(value, type);
  if (conversion.ok) {
    tally.converted++;
    if (type === 'number' && isRounded(value)) tally.rounded++;
    return;
  }
  tally.failed++;
  const reason = tally.reasons.get(conversion.error) ?? { count: 0, samples: [] };
  tally.reasons.set(conversion.error, reason);
  reason.count++;
  if (reason.samples.length < limits.dryRunSamples) {
    reason.samples.push({ document_id: id, value: conversion.value });
  }
}

/** Whether a value, or one of an array, lost digits when it became a number. */
function isRounded(value: unknown): boolean {
  const items = Array.isArray(value) ? value : [value];
  return items.some((item) => typeof item === 'string' && losesDigits(item, Number(item)));
}
