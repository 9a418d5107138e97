import { type Kysely, sql } from 'kysely';
import type { Tables } from '../tables.ts';
import { adaptiveStep } from './adaptive-relevance.ts';
import { builtGenerations } from './built-generations.ts';
import { dashboardStep } from './dashboard.ts';
import { documentChecksums } from './document-checksums.ts';
import { identityAndForgotten } from './identity-and-forgotten.ts';
import { jobLeases } from './job-leases.ts';
import { judgementStep } from './judgements.ts';
import { keyGrowth } from './key-growth.ts';
import { tuningStep } from './tuning.ts';

type Migration = (db: Kysely<Tables>) => Promise<void>;

/**
 * The steps from empty data to the current version. The version of a data folder is the number of steps applied to it;
 * a folder with more steps was written by a newer Findling and is refused. Steps are never changed, only added.
 */
const MIGRATIONS: readonly Migration[] = [
  async (db) => {
    const { schema } = db;
    await schema
      .createTable('instance')
      .addColumn('name', 'text', (c) => c.primaryKey())
      .addColumn('value', 'text', (c) => c.notNull())
      .execute();
    await schema
      .createTable('counters')
      .addColumn('name', 'text', (c) => c.primaryKey())
      .addColumn('value', 'bigint', (c) => c.notNull())
      .execute();
    await db
      .insertInto('counters')
      .values([
        { name: 'engine', value: 0 },
        { name: 'job', value: 0 },
        { name: 'failure', value: 0 },
      ])
      .execute();
    await schema
      .createTable('accounts')
      .addColumn('id', 'text', (c) => c.primaryKey())
      .addColumn('name', 'text', (c) => c.notNull().unique())
      .addColumn('host_identifier', 'text', (c) => c.notNull().unique())
      .addColumn('is_default', 'integer', (c) => c.notNull())
      .addColumn('created_at', 'bigint', (c) => c.notNull())
      .execute();
    await schema
      .createTable('keys')
      .addColumn('account_id', 'text', (c) => c.notNull())
      .addColumn('name', 'text', (c) => c.notNull())
      .addColumn('kind', 'text', (c) => c.notNull())
      .addColumn('can_read', 'integer')
      .addColumn('can_write', 'integer')
      .addColumn('access_all_engines', 'integer')
      .addColumn('engines', 'text')
      .addColumn('lookup', 'text', (c) => c.notNull())
      .addColumn('sealed', 'text', (c) => c.notNull())
      .addPrimaryKeyConstraint('keys_pk', ['account_id', 'name'])
      .addUniqueConstraint('keys_lookup', ['account_id', 'lookup'])
      .execute();
    await schema
      .createTable('engines')
      .addColumn('id', 'bigint', (c) => c.primaryKey())
      .addColumn('account_id', 'text', (c) => c.notNull())
      .addColumn('name', 'text', (c) => c.notNull())
      .addColumn('language', 'text')
      .addColumn('create_settings', 'text', (c) => c.notNull())
      .addColumn('field_types', 'text', (c) => c.notNull())
      .addColumn('document_count', 'bigint', (c) => c.notNull().defaultTo(0))
      .addColumn('sequence', 'bigint', (c) => c.notNull().defaultTo(0))
      .addColumn('running_job', 'bigint')
      .addColumn('created_at', 'bigint', (c) => c.notNull())
      .addColumn('deleted', 'bigint', (c) => c.notNull().defaultTo(0))
      .addUniqueConstraint('engines_name', ['account_id', 'name', 'deleted'])
      .execute();
    await schema
      .createTable('documents')
      .addColumn('engine_id', 'bigint', (c) => c.notNull())
      .addColumn('id', 'text', (c) => c.notNull())
      .addColumn('position', 'bigint', (c) => c.notNull())
      .addColumn('sequence', 'bigint', (c) => c.notNull())
      .addColumn('json', 'text', (c) => c.notNull())
      .addUniqueConstraint('documents_id', ['engine_id', 'id'])
      .addUniqueConstraint('documents_position', ['engine_id', 'position'])
      .addUniqueConstraint('documents_sequence', ['engine_id', 'sequence'])
      .execute();
    await schema
      .createTable('deletions')
      .addColumn('engine_id', 'bigint', (c) => c.notNull())
      .addColumn('sequence', 'bigint', (c) => c.notNull())
      .addColumn('document_id', 'text', (c) => c.notNull())
      .addPrimaryKeyConstraint('deletions_pk', ['engine_id', 'document_id'])
      .addUniqueConstraint('deletions_sequence', ['engine_id', 'sequence'])
      .execute();
    await schema
      .createTable('reindex_jobs')
      .addColumn('id', 'bigint', (c) => c.primaryKey())
      .addColumn('engine_id', 'bigint', (c) => c.notNull())
      .addColumn('state', 'text', (c) => c.notNull())
      .addColumn('before_types', 'text', (c) => c.notNull())
      .addColumn('after_types', 'text', (c) => c.notNull())
      .addColumn('changed', 'text', (c) => c.notNull())
      .addColumn('added', 'text', (c) => c.notNull())
      .addColumn('sequence', 'bigint', (c) => c.notNull())
      .addColumn('total', 'bigint', (c) => c.notNull())
      .addColumn('done', 'bigint', (c) => c.notNull().defaultTo(0))
      .addColumn('failures', 'bigint', (c) => c.notNull().defaultTo(0))
      .addColumn('started_at', 'bigint', (c) => c.notNull())
      .addColumn('finished_at', 'bigint')
      .execute();
    await schema.createIndex('reindex_jobs_engine').on('reindex_jobs').columns(['engine_id', 'id']).execute();
    await schema
      .createTable('reindex_failures')
      .addColumn('job_id', 'bigint', (c) => c.notNull())
      .addColumn('number', 'bigint', (c) => c.notNull())
      .addColumn('document_id', 'text', (c) => c.notNull())
      .addColumn('field', 'text', (c) => c.notNull())
      .addColumn('type', 'text', (c) => c.notNull())
      .addColumn('value', 'text', (c) => c.notNull())
      .addColumn('reason', 'text', (c) => c.notNull())
      .addPrimaryKeyConstraint('reindex_failures_pk', ['job_id', 'number'])
      .execute();
    await schema
      .createIndex('reindex_failures_document')
      .on('reindex_failures')
      .columns(['job_id', 'document_id'])
      .execute();
  },
  async (db) => {
    const { schema } = db;
    await db.insertInto('counters').values({ name: 'click', value: 0 }).execute();
    await schema
      .createTable('clicks')
      .addColumn('number', 'bigint', (c) => c.primaryKey())
      .addColumn('account_id', 'text', (c) => c.notNull())
      .addColumn('engine_id', 'bigint', (c) => c.notNull())
      .addColumn('query', 'text', (c) => c.notNull())
      .addColumn('document_id', 'text', (c) => c.notNull())
      .addColumn('request_id', 'text')
      .addColumn('tags', 'text', (c) => c.notNull())
      .addColumn('created_at', 'bigint', (c) => c.notNull())
      .execute();
    await schema.createIndex('clicks_engine').on('clicks').columns(['engine_id', 'number']).execute();
  },
  identityAndForgotten,
  dashboardStep,
  jobLeases,
  documentChecksums,
  tuningStep,
  keyGrowth,
  judgementStep,
  adaptiveStep,
  builtGenerations,
];

export const DATA_VERSION = MIGRATIONS.length;

/** Data cannot be opened; the message is for the person at the terminal. */
export class DataError extends Error {}

export type DatabaseKind = 'sqlite' | 'postgres';

/** Whether there is a table `instance`, in whatever schema unqualified names are looked up. */
const hasTables = async (db: Kysely<Tables>, database: DatabaseKind): Promise<boolean> => {
  const { rows } =
    database === 'sqlite'
      ? await sql<{
          found: number;
        }>`select count(*) as found from sqlite_master where name = 'instance'`.execute(db)
      : await sql<{ found: number }>`select count(to_regclass('instance')) as found`.execute(db);
  return Number(rows[0]?.found ?? 0) > 0;
};

const versionOf = async (db: Kysely<Tables>, database: DatabaseKind): Promise<number> => {
  if (!(await hasTables(db, database))) return 0;
  const row = await db
    .selectFrom('instance')
    .select('value')
    .where('name', '=', 'data_version')
    .executeTakeFirst();
  return Number(row?.value ?? 0);
};

/** Where other data can be found. */
const ELSEWHERE: Readonly<Record<DatabaseKind, string>> = {
  sqlite: 'FINDLING_DATA at another folder',
  postgres: 'FINDLING_DATABASE_URL at another database',
};

/** The version of the data, 0 if there is none; throws if it is newer than this program. */
export async function checkedVersion(db: Kysely<Tables>, database: DatabaseKind): Promise<number> {
  const version = await versionOf(db, database);
  if (version > DATA_VERSION) {
    throw new DataError(
      `The data was written by a newer Findling (data version ${version}; this one knows up to ${DATA_VERSION}). Please start that version, or point ${ELSEWHERE[database]}.`,
    );
  }
  return version;
}

/** Applies the missing steps in one transaction. */
export async function migrate(db: Kysely<Tables>, database: DatabaseKind): Promise<void> {
  const version = await checkedVersion(db, database);
  if (version === DATA_VERSION) return;
  await db.transaction().execute((tx) => applySteps(tx, version, DATA_VERSION));
}

/** Creates the tables of a version, this or an earlier one, where there are none, together with a fact. */
export async function createTables(
  db: Kysely<Tables>,
  version: number,
  fact: { readonly name: string; readonly value: string },
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await applySteps(tx, 0, version);
    await tx.insertInto('instance').values(fact).execute();
  });
}

async function applySteps(tx: Kysely<Tables>, from: number, to: number): Promise<void> {
  for (const step of MIGRATIONS.slice(from, to)) await step(tx);
  await tx
    .insertInto('instance')
    .values({ name: 'data_version', value: String(to) })
    .onConflict((c) => c.column('name').doUpdateSet({ value: sql`excluded.value` }))
    .execute();
}
