import { type Kysely, sql } from 'kysely';

// biome-ignore lint/suspicious/noExplicitAny: tables are copied without regard to their columns.
export type AnyTables = Kysely<any>;
export type CopiedRow = Readonly<Record<string, unknown>>;

/** Rows that are read and written at once. Rows of the named tables may be large, up to a megabyte. */
const PAGE_ROWS = 500;
const PAGE_ROWS_OF: Readonly<Record<string, number>> = {
  api_log: 100,
  curations: 100,
  documents: 50,
  engines: 100,
  instance: 16,
  reindex_jobs: 100,
  search_settings: 16,
  tuning_versions: 16,
};

/** The next rows of a table in the order of its key. */
export async function rowsAfter(
  db: AnyTables,
  table: string,
  key: readonly string[],
  last: readonly unknown[] | undefined,
): Promise<readonly CopiedRow[]> {
  const columns = sql.join(key.map((column) => sql.ref(column)));
  const after = last === undefined ? sql`` : sql`where (${columns}) > (${sql.join(last)})`;
  const limit = PAGE_ROWS_OF[table] ?? PAGE_ROWS;
  const { rows } = await sql<CopiedRow>`
    select * from ${sql.table(table)} ${after} order by ${columns} limit ${sql.lit(limit)}`.execute(db);
  return rows;
}

export const keyOf = (row: CopiedRow | undefined, key: readonly string[]): readonly unknown[] | undefined =>
  row && key.map((column) => row[column]);

/** All rows of a table in the order of its key, page by page. */
export async function* tablePages(
  db: AnyTables,
  table: string,
  key: readonly string[],
): AsyncGenerator<readonly CopiedRow[]> {
  for (let last: readonly unknown[] | undefined; ; ) {
    const rows = await rowsAfter(db, table, key, last);
    if (rows.length === 0) return;
    yield rows;
    last = keyOf(rows.at(-1), key);
  }
}

/** A value as PostgreSQL can store it: it has no NUL in texts. */
export const withoutNul = (value: unknown): unknown =>
  typeof value === 'string' && value.includes('\0') ? value.replaceAll('\0', '\ufffd') : value;
