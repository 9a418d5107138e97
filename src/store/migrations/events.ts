import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { EventTables } from '../event-tables.ts';
import { type DatabaseKind, DataError } from './migrations.ts';

type Migration = (db: Kysely<EventTables>, database: DatabaseKind) => Promise<void>;

/** In SQLite, a table without row numbers is stored in the order of its primary key. */
const clustered = (database: DatabaseKind): RawBuilder<unknown> =>
  database === 'sqlite' ? sql`without rowid` : sql``;

/** A table of integers, stored in the order of its primary key if the database can do so: the first columns. */
const integerTable = (
  db: Kysely<EventTables>,
  database: DatabaseKind,
  name: string,
  columns: readonly string[],
  keyLength: number,
) => {
  let table = db.schema.createTable(name);
  for (const column of columns) table = table.addColumn(column, 'bigint', (c) => c.notNull());
  return table
    .addPrimaryKeyConstraint(`${name}_pk`, columns.slice(0, keyLength) as never)
    .modifyEnd(clustered(database))
    .execute();
};

/** A dictionary of texts, and indexes over its counts. */
const dictionary = async (
  db: Kysely<EventTables>,
  database: DatabaseKind,
  name: string,
  text: string,
  counts: readonly string[],
): Promise<void> => {
  let table = db.schema
    .createTable(name)
    .addColumn('id', database === 'sqlite' ? 'integer' : 'bigserial', (c) =>
      database === 'sqlite' ? c.primaryKey().autoIncrement() : c.primaryKey(),
    )
    .addColumn('engine_id', 'bigint', (c) => c.notNull())
    .addColumn(text, 'text', (c) => c.notNull())
    .addColumn('last_day', 'bigint', (c) => c.notNull());
  for (const count of counts) table = table.addColumn(count, 'bigint', (c) => c.notNull().defaultTo(0));
  await table.addUniqueConstraint(`${name}_text`, ['engine_id', text as never]).execute();
  await db.schema.createIndex(`${name}_last_day`).on(name).columns(['engine_id', 'last_day']).execute();
};

/** The steps from an empty file to the current tables, as in migrations.ts. */
const MIGRATIONS: readonly Migration[] = [
  async (db, database) => {
    const { schema } = db;
    await dictionary(db, database, 'terms', 'term', ['last_click_day', 'searches', 'misses']);
    await dictionary(db, database, 'clicked_documents', 'document_id', ['clicks']);
    await dictionary(db, database, 'tag_sets', 'tags', []);
    // In the order of these indexes the first rows of a report on a long period are found soon.
    await schema
      .createIndex('terms_searches')
      .on('terms')
      .columns(['engine_id', 'searches', 'last_click_day'])
      .execute();
    await schema
      .createIndex('terms_misses')
      .on('terms')
      .columns(['engine_id', 'misses', 'last_click_day'])
      .where('misses' as never, '>', 0)
      .execute();
    await schema
      .createIndex('clicked_documents_clicks')
      .on('clicked_documents')
      .columns(['engine_id', 'clicks'])
      .execute();
    await schema
      .createTable('tag_set_members')
      .addColumn('engine_id', 'bigint', (c) => c.notNull())
      .addColumn('tag', 'text', (c) => c.notNull())
      .addColumn('tag_set_id', 'bigint', (c) => c.notNull())
      .addPrimaryKeyConstraint('tag_set_members_pk', ['engine_id', 'tag', 'tag_set_id'])
      .modifyEnd(clustered(database))
      .execute();
    const columns = ['engine_id', 'time', 'number', 'term_id', 'tag_set_id', 'has_results'];
    await integerTable(db, database, 'searches', columns, 3);
    const start = columns.slice(0, 4);
    await integerTable(db, database, 'clicks', [...start, 'document_id', 'tag_set_id', 'position'], 3);
    await schema
      .createIndex('clicks_term')
      .on('clicks')
      .columns(['engine_id', 'term_id', 'document_id', 'time', 'tag_set_id', 'position'])
      .execute();
    for (const unit of ['day', 'block']) await countTables(db, database, unit);
    await schema
      .createTable('result_pages')
      .addColumn('hour', 'bigint', (c) => c.notNull())
      .addColumn('engine_id', 'bigint', (c) => c.notNull())
      .addColumn('request_id', 'text', (c) => c.notNull())
      .addColumn('term_id', 'bigint', (c) => c.notNull())
      .addColumn('first_position', 'bigint', (c) => c.notNull())
      .addColumn('document_ids', 'text', (c) => c.notNull())
      .addPrimaryKeyConstraint('result_pages_pk', ['hour', 'engine_id', 'request_id', 'term_id'])
      .modifyEnd(clustered(database))
      .execute();
    await apiLogTable(db, database);
  },
  async ({ schema }) => {
    for (const column of ['key_name', 'key_kind']) {
      await schema
        .alterTable('api_log')
        .addColumn(column, 'text', (c) => c.notNull().defaultTo(''))
        .execute();
    }
    await schema
      .alterTable('api_log')
      .addColumn('duration', 'bigint', (c) => c.notNull().defaultTo(0))
      .execute();
    // With the key in the index, a filter by key reads only the rows that it finds.
    await schema.dropIndex('api_log_time').execute();
    await schema
      .createIndex('api_log_time')
      .on('api_log')
      .columns(['engine_id', 'time', 'number', 'status', 'method', 'key_name'])
      .execute();
  },
];

/** The counts of terms and documents by a unit of time: of all events, and for each set of tags. */
async function countTables(db: Kysely<EventTables>, database: DatabaseKind, unit: string): Promise<void> {
  for (const [by, counts] of [
    ['term', ['searches', 'misses', 'clicks']],
    ['document', ['clicks']],
  ] as const) {
    const key = ['engine_id', unit, `${by}_id`];
    const name = `${by}_counts_by_${unit}`;
    await integerTable(db, database, name, [...key, ...counts], 3);
    await integerTable(db, database, `tagged_${name}`, [...key, 'tag_set_id', ...counts], 4);
  }
}

async function apiLogTable({ schema }: Kysely<EventTables>, database: DatabaseKind): Promise<void> {
  // Bodies are the last columns: counting reads only the beginning of a row.
  await schema
    .createTable('api_log')
    // In SQLite only an "integer primary key" is the number of the row; in PostgreSQL it would have 32 bits.
    .addColumn('number', database === 'sqlite' ? 'integer' : 'bigint', (c) => c.primaryKey())
    .addColumn('engine_id', 'bigint', (c) => c.notNull())
    .addColumn('time', 'bigint', (c) => c.notNull())
    .addColumn('status', 'bigint', (c) => c.notNull())
    .addColumn('method', 'text', (c) => c.notNull())
    .addColumn('bytes', 'bigint', (c) => c.notNull())
    .addColumn('path', 'text', (c) => c.notNull())
    .addColumn('full_path', 'text', (c) => c.notNull())
    .addColumn('user_agent', 'text', (c) => c.notNull())
    .addColumn('request_body', 'text', (c) => c.notNull())
    .addColumn('response_body', 'text', (c) => c.notNull())
    .execute();
  await schema
    .createIndex('api_log_time')
    .on('api_log')
    .columns(['engine_id', 'time', 'number', 'status', 'method'])
    .execute();
}

export const EVENT_VERSION = MIGRATIONS.length;

/**
 * Refuses the tables of builds from before 0.1.0 that had other counts under version 1. Only SQLite files can have them,
 * and a file that is refused is put aside.
 */
async function refuseFirstTables(db: Kysely<EventTables>): Promise<void> {
  const { rows } = await sql`select 1 from pragma_table_info('terms') where name = 'searches'`.execute(db);
  if (rows.length === 0) throw new DataError('The events were written by a development build of Findling.');
}

/** Applies the missing steps, up to a version; throws if the tables are of a newer Findling. */
export async function migrateEvents(
  db: Kysely<EventTables>,
  database: DatabaseKind,
  upTo = EVENT_VERSION,
): Promise<void> {
  await db.schema
    .createTable('facts')
    .ifNotExists()
    .addColumn('name', 'text', (c) => c.primaryKey())
    .addColumn('value', 'bigint', (c) => c.notNull())
    .execute();
  const row = await db.selectFrom('facts').select('value').where('name', '=', 'version').executeTakeFirst();
  const version = Number(row?.value ?? 0);
  if (version > MIGRATIONS.length) throw new DataError('The events were written by a newer Findling.');
  if (version >= upTo) return;
  if (version === 1 && database === 'sqlite') await refuseFirstTables(db);
  await db.transaction().execute(async (tx) => {
    for (const step of MIGRATIONS.slice(version, upTo)) await step(tx, database);
    for (const [name, value] of [
      ['version', upTo],
      ['number', 0],
      ['mark', 0],
      ['api_log_bytes', 0],
    ] as const) {
      await tx
        .insertInto('facts')
        .values({ name, value })
        .onConflict((c) =>
          name === 'version'
            ? c.column('name').doUpdateSet({ value: sql`excluded.value` })
            : c.column('name').doNothing(),
        )
        .execute();
    }
  });
}
