import { routeOf } from '../../addresses.ts';
import { call } from '../../api/client.ts';
import { ApiError } from '../../api/errors.ts';
import type { Column } from '../../imports/column.ts';
import type { Schema } from './browsing.ts';

/** Columns that become new fields of the engine. */
export const newFields = (columns: readonly Column[], schema: Schema): Column[] =>
  columns.filter(({ target, imported }) => imported && target !== 'id' && !Object.hasOwn(schema, target));

/** Retry interval and timeout while the engine is reindexing, in milliseconds. */
const BETWEEN = 1_000;
const TRIES = 120;

/**
 * Adds new fields with their types before the first document would add them as text. The server accepts one schema change at
 * a time, so this may have to wait for another change.
 */
export async function addFields(
  account: string,
  engine: string,
  columns: readonly Column[],
  schema: Schema,
  version: string,
): Promise<void> {
  const chosen = newFields(columns, schema).filter(({ type }) => type !== 'text');
  if (chosen.length === 0) return;
  const body = Object.fromEntries(chosen.map(({ target, type }) => [target, type]));
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
