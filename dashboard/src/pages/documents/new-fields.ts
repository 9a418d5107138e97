import { routeOf } from '../../addresses.ts';
import { call } from '../../api/client.ts';
import { ApiError } from '../../api/errors.ts';
import type { Column } from '../../imports/column.ts';
import type { Preview } from '../../imports/preview.ts';
import type { Schema } from './browsing.ts';

const isNew = ({ target, imported }: Column, schema: Schema): boolean =>
  imported && target !== 'id' && !Object.hasOwn(schema, target);

/** Columns that become new fields of the engine. */
export const newFields = (columns: readonly Column[], schema: Schema): Column[] =>
  columns.filter((column) => isNew(column, schema));

/** Whether a document with this value adds the field; the server rejects objects. */
const addsField = (value: unknown): boolean =>
  value !== undefined &&
  value !== null &&
  value !== '' &&
  (typeof value !== 'object' || Array.isArray(value));

interface Import {
  readonly columns: readonly Column[];
  readonly preview: Preview;
  readonly schema: Schema;
  /** Whether the engine has no documents. */
  readonly isEmpty: boolean;
}

/**
 * The new fields to add before the first document, which would add them as text and unconfirmed. In an engine with
 * documents this starts a reindex, so there it is done only for the sake of another type. Columns without values are
 * left out, because fields cannot be removed.
 */
export function fieldsToAdd({ columns, preview, schema, isEmpty }: Import): Column[] {
  const fields = columns.filter(
    (column, at) => isNew(column, schema) && preview.fields[at]?.values.some(addsField),
  );
  return isEmpty || fields.some(({ type }) => type !== 'text') ? fields : [];
}

/** Retry interval and timeout while the engine is reindexing, in milliseconds. */
const BETWEEN = 1_000;
const TRIES = 120;

/**
 * Adds fields with their types, which also confirms them. The server accepts one schema change at a time, so this may
 * have to wait for another change.
 */
export async function addFields(
  account: string,
  engine: string,
  fields: readonly Column[],
  version?: string,
): Promise<void> {
  if (fields.length === 0) return;
  const body = Object.fromEntries(fields.map(({ target, type }) => [target, type]));
  for (let attempt = 1; ; attempt++) {
    try {
      await call('POST', routeOf.api(account, 'engines', engine, 'schema'), { body, ifMatch: version });
      return;
    } catch (error) {
      const isBusy = error instanceof ApiError && error.status === 400 && /reindexing/i.test(error.message);
      if (!isBusy || attempt === TRIES) throw error;
      await new Promise((resolve) => setTimeout(resolve, BETWEEN));
    }
  }
}
