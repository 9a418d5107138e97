import { routeOf } from '../../addresses.ts';
import { call } from '../../api/client.ts';
import { ApiError } from '../../api/errors.ts';
import type { Column } from '../../imports/column.ts';
import type { Schema } from './browsing.ts';

/** Columns that become fields which the engine does not have yet. */
export const newFields = (columns: readonly Column[], schema: Schema): Column[] =>
  columns.filter(({ target, imported }) => imported && target !== 'id' && !Object.hasOwn(schema, target));

/** How often, in milliseconds, and for how long an engine is asked that is still busy with a change before. */
const BETWEEN = 1_000;
const TRIES = 120;

/**
 * Gives new fields the types that were chosen, before the first document brings them as text. The server takes one
 * change of a schema at a time, so that this may have to wait for another one.
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
