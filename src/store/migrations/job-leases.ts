import type { Kysely } from 'kysely';
import type { Tables } from '../tables.ts';

/** Leases of reindex jobs. A job of an earlier version has none: the first process that claims it gets it. */
export async function jobLeases(db: Kysely<Tables>): Promise<void> {
  const { schema } = db;
  await schema.alterTable('reindex_jobs').addColumn('owner', 'text').execute();
  await schema
    .alterTable('reindex_jobs')
    .addColumn('lease_until', 'bigint', (c) => c.notNull().defaultTo(0))
    .execute();
  await schema
    .alterTable('reindex_jobs')
    .addColumn('fence', 'bigint', (c) => c.notNull().defaultTo(0))
    .execute();
}
