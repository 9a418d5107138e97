import { randomBytes } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Tables } from '../tables.ts';

/**
 * What a checkpoint of the index is compared with: the identity of its store, and the sequence number up to which records
 * of deletions may be gone. Before this step they were not kept, so for old engines it is the current number.
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
