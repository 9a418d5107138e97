import { type Kysely, sql } from 'kysely';
import type { Tables } from '../tables.ts';

/** The dashboard's tables (people, sessions, links, audit lines) and the figures that engine lists show. */
export async function dashboardStep(db: Kysely<Tables>): Promise<void> {
  const { schema } = db;
  await db.insertInto('counters').values({ name: 'audit', value: 0 }).execute();
  await schema
    .createTable('people')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('name_key', 'text', (c) => c.notNull().unique())
    .addColumn('email', 'text')
    .addColumn('email_key', 'text', (c) => c.unique())
    .addColumn('password', 'text', (c) => c.notNull())
    .addColumn('is_first', 'integer', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('seen_at', 'bigint')
    .execute();
  await schema
    .createTable('members')
    .addColumn('account_id', 'text', (c) => c.notNull())
    .addColumn('person_id', 'text', (c) => c.notNull())
    .addColumn('role', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('members_pk', ['account_id', 'person_id'])
    .execute();
  await schema.createIndex('members_person').on('members').column('person_id').execute();
  await schema
    .createTable('sessions')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('person_id', 'text', (c) => c.notNull())
    .addColumn('lookup', 'text', (c) => c.notNull().unique())
    .addColumn('user_agent', 'text', (c) => c.notNull())
    .addColumn('address', 'text', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('seen_at', 'bigint', (c) => c.notNull())
    .execute();
  await schema.createIndex('sessions_person').on('sessions').column('person_id').execute();
  await schema
    .createTable('links')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('purpose', 'text', (c) => c.notNull())
    .addColumn('lookup', 'text', (c) => c.notNull().unique())
    .addColumn('account_id', 'text')
    .addColumn('role', 'text')
    .addColumn('email', 'text')
    .addColumn('person_id', 'text')
    .addColumn('made_by', 'text', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('expires_at', 'bigint')
    .addColumn('used_at', 'bigint')
    .execute();
  await schema
    .createTable('audit')
    .addColumn('number', 'bigint', (c) => c.primaryKey())
    .addColumn('account_id', 'text')
    .addColumn('person_id', 'text')
    .addColumn('person', 'text', (c) => c.notNull())
    .addColumn('action', 'text', (c) => c.notNull())
    .addColumn('subject', 'text', (c) => c.notNull())
    .addColumn('detail', 'text', (c) => c.notNull())
    .addColumn('count', 'bigint', (c) => c.notNull())
    .addColumn('at', 'bigint', (c) => c.notNull())
    .execute();
  await schema.createIndex('audit_account').on('audit').columns(['account_id', 'number']).execute();
  await schema
    .createTable('unconfirmed_fields')
    .addColumn('engine_id', 'bigint', (c) => c.notNull())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('added_at', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('unconfirmed_fields_pk', ['engine_id', 'name'])
    .execute();
  await schema
    .alterTable('engines')
    .addColumn('document_bytes', 'bigint', (c) => c.notNull().defaultTo(0))
    .execute();
  await schema.alterTable('engines').addColumn('changed_at', 'bigint').execute();
  // Counted once; from now on every write updates it.
  await sql`update engines set document_bytes = coalesce(
    (select sum(octet_length(json)) from documents where engine_id = engines.id), 0)`.execute(db);
}
