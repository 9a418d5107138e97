import type { Kysely } from 'kysely';
import type { Tables } from '../tables.ts';

/** Meta engines, search settings, synonym sets, curations and their versions. */
export async function tuningStep(db: Kysely<Tables>): Promise<void> {
  const { schema } = db;
  await db.insertInto('counters').values({ name: 'tuning', value: 0 }).execute();
  await schema
    .alterTable('engines')
    .addColumn('type', 'text', (c) => c.notNull().defaultTo('default'))
    .execute();
  await schema
    .alterTable('engines')
    .addColumn('sources', 'text', (c) => c.notNull().defaultTo('[]'))
    .execute();
  await schema
    .alterTable('engines')
    .addColumn('tuning_version', 'bigint', (c) => c.notNull().defaultTo(0))
    .execute();
  await schema
    .createTable('search_settings')
    .addColumn('engine_id', 'bigint', (c) => c.primaryKey())
    .addColumn('json', 'text', (c) => c.notNull())
    .execute();
  await schema
    .createTable('synonym_sets')
    .addColumn('engine_id', 'bigint', (c) => c.notNull())
    .addColumn('id', 'text', (c) => c.notNull())
    .addColumn('number', 'bigint', (c) => c.notNull())
    .addColumn('terms', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('synonym_sets_pk', ['engine_id', 'id'])
    .execute();
  await schema
    .createTable('curations')
    .addColumn('engine_id', 'bigint', (c) => c.notNull())
    .addColumn('id', 'text', (c) => c.notNull())
    .addColumn('number', 'bigint', (c) => c.notNull())
    .addColumn('queries', 'text', (c) => c.notNull())
    .addColumn('promoted', 'text', (c) => c.notNull())
    .addColumn('hidden', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('curations_pk', ['engine_id', 'id'])
    .execute();
  await schema
    .createTable('curation_queries')
    .addColumn('engine_id', 'bigint', (c) => c.notNull())
    .addColumn('query_key', 'text', (c) => c.notNull())
    .addColumn('curation_id', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('curation_queries_pk', ['engine_id', 'query_key'])
    .execute();
  await schema
    .createIndex('curation_queries_curation')
    .on('curation_queries')
    .columns(['engine_id', 'curation_id'])
    .execute();
  await schema
    .createTable('tuning_versions')
    .addColumn('engine_id', 'bigint', (c) => c.notNull())
    .addColumn('version', 'bigint', (c) => c.notNull())
    .addColumn('json', 'text', (c) => c.notNull())
    .addColumn('author', 'text', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('tuning_versions_pk', ['engine_id', 'version'])
    .execute();
}
