import type { Kysely } from 'kysely';
import type { Tables } from '../tables.ts';

/** Settings of adaptive relevance, and the curations that it suggests. */
export async function adaptiveStep(db: Kysely<Tables>): Promise<void> {
  const { schema } = db;
  await schema
    .createTable('adaptive_settings')
    .addColumn('engine_id', 'bigint', (c) => c.primaryKey())
    .addColumn('enabled', 'integer', (c) => c.notNull())
    .addColumn('json', 'text')
    .addColumn('last_run', 'bigint', (c) => c.notNull().defaultTo(0))
    .execute();
  await schema
    .createTable('curation_suggestions')
    .addColumn('engine_id', 'bigint', (c) => c.notNull())
    .addColumn('query', 'text', (c) => c.notNull())
    .addColumn('status', 'text', (c) => c.notNull())
    .addColumn('operation', 'text', (c) => c.notNull())
    .addColumn('promoted', 'text', (c) => c.notNull())
    .addColumn('curation_id', 'text')
    .addColumn('applied', 'text')
    .addColumn('overrides_manual', 'integer', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('updated_at', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('curation_suggestions_pk', ['engine_id', 'query'])
    .execute();
}
