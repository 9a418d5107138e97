import { randomBytes } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Tables } from '../tables.ts';

/**
 * What a checkpoint of the index is held against: whose store it was made from, and up to which change the records of
 * deletions are gone. Before this step they went as they came, so for old engines that is everything up to now.
 */
export async function identityAndForgotten(db: Kysely<Tables>): Promise<void> {
  await db
    .insertInto('instance')
    .values({ name: 'identity', value: randomBytes(16).toString('hex') })
    .execute();
  await db.schema
    .alterTable('engines')
    .addColumn('forgotten', 'bigint', (c) => c.notNull().defaultTo(0))
    .execute();
  await db
    .updateTable('engines')
    .set((eb) => ({ forgotten: eb.ref('sequence') }))
    .execute();
}
