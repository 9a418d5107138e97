import { CompiledQuery, type DialectAdapter, type Kysely } from 'kysely';
import { textBytes } from '../../caching/bounded-cache.ts';
import { OwnedCaches } from '../../caching/owned-caches.ts';
import type { Tables } from '../tables.ts';

/** Bytes of the statements kept of one query and one database. */
const BYTES = 512 * 1024;

/**
 * A query of which only the values change, compiled once per number of values and database: compiling takes longer than
 * running it. `build` is given values, and must use all of them in their order and no others.
 */
export function prepared<R>(
  build: (db: Kysely<Tables>, values: readonly unknown[]) => CompiledQuery<R>,
): (db: Kysely<Tables>, values: readonly unknown[]) => Promise<readonly R[]> {
  const statements = new OwnedCaches<DialectAdapter, number, string>({
    bytes: BYTES,
    weigh: (_, text) => textBytes(text),
  });
  return async (db, values) => {
    // Transactions of a database have its adapter.
    const statement = statements.of(db.getExecutor().adapter).getOrMake(values.length, () => {
      const { sql, parameters } = build(db, values);
      if (parameters.length !== values.length) throw new Error('a prepared query takes other values');
      return sql;
    });
    return (await db.executeQuery<R>(CompiledQuery.raw(statement, values as unknown[]))).rows;
  };
}
