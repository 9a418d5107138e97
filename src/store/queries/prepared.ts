import type { CompiledQuery, Kysely } from 'kysely';
import { BoundedCache, textBytes } from '../../caching/bounded-cache.ts';
import type { Tables } from '../tables.ts';

/** A query that can be compiled: any that Kysely builds. */
interface Compilable<R> {
  compile(): CompiledQuery<R>;
}

/** The most bytes of compiled statements, per query. */
const CACHE_BYTES = 512 * 1024;

/**
 * A query of which only the values change, built once per number of values: to build it costs more than to run it.
 * `build` is given values, and must use all of them in their order and no others.
 */
export function prepared<R>(
  db: Kysely<Tables>,
  build: (values: readonly unknown[]) => Compilable<R>,
): (values: readonly unknown[]) => Promise<readonly R[]> {
  const compiled = new BoundedCache<number, CompiledQuery<R>>({
    bytes: CACHE_BYTES,
    weigh: (values, { sql }) => textBytes(sql) + 256 * values,
  });
  return async (values) => {
    let query = compiled.get(values.length);
    if (query === undefined) {
      query = build(values).compile();
      if (query.parameters.length !== values.length) throw new Error('a prepared query takes other values');
      compiled.set(values.length, query);
    }
    return (await db.executeQuery<R>({ ...query, parameters: values })).rows;
  };
}
