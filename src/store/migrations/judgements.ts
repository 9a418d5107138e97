import type { Kysely } from 'kysely';
import type { Tables } from '../tables.ts';

/** Judgements about the documents that a query should find. */
export async function judgementStep(db: Kysely<Tables>): Promise<void> {
  await db.schema
    .createTable('judgements')
    .addColumn('engine_id', 'bigint', (c) => c.notNull())
    .addColumn('query_key', 'text', (c) => c.notNull())
    .addColumn('document_id', 'text', (c) => c.notNull())
    .addColumn('query', 'text', (c) => c.notNull())
    .addColumn('grade', 'integer', (c) => c.notNull())
    .addColumn('source', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('judgements_pk', ['engine_id', 'query_key', 'document_id'])
    .execute();
}
