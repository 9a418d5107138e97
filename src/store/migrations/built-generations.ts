import type { Kysely } from 'kysely';
import type { Tables } from '../tables.ts';

/** How far a reindex job has built a generation that all nodes share, so that another node can continue with it. */
export async function builtGenerations(db: Kysely<Tables>): Promise<void> {
  const { schema } = db;
  await schema.alterTable('reindex_jobs').addColumn('generation', 'text').execute();
  await schema.alterTable('reindex_jobs').addColumn('position', 'bigint').execute();
}
