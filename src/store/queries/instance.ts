import { type Kysely, sql } from 'kysely';
import type { InstanceReader, InstanceWriter } from '../port.ts';
import type { Tables } from '../tables.ts';

export const instanceQueries = (db: Kysely<Tables>): InstanceReader & InstanceWriter => ({
  async get(name) {
    const row = await db.selectFrom('instance').select('value').where('name', '=', name).executeTakeFirst();
    return row?.value;
  },
  async set(name, value) {
    await db
      .insertInto('instance')
      .values({ name, value })
      .onConflict((c) => c.column('name').doUpdateSet({ value: sql`excluded.value` }))
      .execute();
  },
});

/**
 * Takes numbers from a counter and gives the first of them; none is ever given out twice.
 *
 * The row of a counter stays locked until the transaction ends, so transactions that take numbers of one kind are serial
 * across all engines. For engines, jobs and audit lines that is harmless. Failures take many numbers: an adapter for
 * several processes should take theirs from a sequence of its database, as they need order, not gaplessness.
 */
export async function nextNumber(
  db: Kysely<Tables>,
  counter: 'engine' | 'job' | 'failure' | 'audit' | 'tuning' | 'revocation',
  count = 1,
): Promise<number> {
  const row = await db
    .updateTable('counters')
    .set((eb) => ({ value: eb('value', '+', count) }))
    .where('name', '=', counter)
    .returning('value')
    .executeTakeFirstOrThrow();
  return Number(row.value) - count + 1;
}
