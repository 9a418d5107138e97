import type { CompiledQuery, Kysely } from 'kysely';
import type { Tables } from '../tables.ts';

/** A query that can be compiled: any that Kysely builds. */
interface Compilable<R> {
  compile(): CompiledQuery<R>;
}

/** Statements that are kept, by how many values they take. */
const MOST_KEPT = 128;

/**
 * A query of which only the values change, built once per number of values: to build it costs more than to run it.
 * `build` is given values, and must use all of them in their order and no others.
 */
export function prepared<R>(
  db: Kysely<Tables>,
  build: (values: readonly unknown[]) => Compilable<R>,
): (values: readonly unknown[]) => Promise<readonly R[]> {
  const compiled = new Map<number, CompiledQuery<R>>();
  return async (values) => {
    let query = compiled.get(values.length);
    if (query === undefined) {
      query = build(values).compile();
      if (query.parameters.length !== values.length) throw new Error('a prepared query takes other values');
      if (values.length < MOST_KEPT) compiled.set(values.length, query);
    }
    return (await db.executeQuery<R>({ ...query, parameters: values })).rows;
  };
}
