import { createHash } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import type { TableKeys } from './table-keys.ts';

// biome-ignore lint/suspicious/noExplicitAny: tables are copied without regard to their columns.
type Db = Kysely<any>;
type CopiedRow = Readonly<Record<string, unknown>>;

/** Rows that are read and written at once: of documents, which may have 100 KB each, and of other tables. */
const DOCUMENTS_AT_ONCE = 100;
const ROWS_AT_ONCE = 500;

/** The table in which the target notes how far the copy is. It exists until all rows are there. */
const PROGRESS = 'copy_progress';

/** A value as both databases can store it: PostgreSQL has no NUL in texts. */
const storable = (value: unknown): unknown =>
  typeof value === 'string' && value.includes('\0') ? value.replaceAll('\0', '\ufffd') : value;

export const countOf = async (db: Db, table: string): Promise<number> => {
  const { rows } = await sql<{ total: number }>`select count(*) as total from ${sql.table(table)}`.execute(
    db,
  );
  return Number(rows[0]?.total ?? 0);
};

/** The next rows of a table in the order of its key. */
async function rowsAfter(
  db: Db,
  table: string,
  key: readonly string[],
  last: readonly unknown[] | undefined,
): Promise<readonly CopiedRow[]> {
  const columns = sql.join(key.map((column) => sql.ref(column)));
  const after = last === undefined ? sql`` : sql`where (${columns}) > (${sql.join(last)})`;
  const limit = table === 'documents' ? DOCUMENTS_AT_ONCE : ROWS_AT_ONCE;
  const { rows } = await sql<CopiedRow>`
    select * from ${sql.table(table)} ${after} order by ${columns} limit ${sql.lit(limit)}`.execute(db);
  return rows;
}

const keyOf = (row: CopiedRow | undefined, key: readonly string[]): readonly unknown[] | undefined =>
  row && key.map((column) => row[column]);

/** Notes that a copy begins, and removes the rows that an empty database has. */
export async function beginCopy(target: Db, tables: TableKeys): Promise<void> {
  await sql`create table if not exists ${sql.table(PROGRESS)}
    (name text primary key, last_key text not null, is_complete integer not null)`.execute(target);
  if ((await countOf(target, PROGRESS)) > 0) return;
  await target.transaction().execute(async (tx) => {
    for (const table of Object.keys(tables)) await sql`delete from ${sql.table(table)}`.execute(tx);
  });
}

/** Copies all rows, and tells how many. What an earlier, interrupted call has copied is only counted. */
export async function copyTables(
  source: Db,
  target: Db,
  tables: TableKeys,
  copied: (table: string, rows: number) => void,
): Promise<void> {
  for (const [table, key] of Object.entries(tables)) {
    const { rows: known } = await sql<{ last_key: string; is_complete: number }>`
      select last_key, is_complete from ${sql.table(PROGRESS)} where name = ${table}`.execute(target);
    let last = known[0] && (JSON.parse(known[0].last_key) as readonly unknown[]);
    copied(table, known[0] === undefined ? 0 : await countOf(target, table));
    if (Number(known[0]?.is_complete ?? 0) === 1) continue;
    for (;;) {
      const rows = await rowsAfter(source, table, key, last);
      last = keyOf(rows.at(-1), key) ?? last;
      await target.transaction().execute(async (tx) => {
        if (rows.length > 0) {
          const values = rows.map((row) =>
            Object.fromEntries(Object.entries(row).map(([name, value]) => [name, storable(value)])),
          );
          await tx.insertInto(table).values(values).execute();
        }
        const lastKey = JSON.stringify(last ?? []);
        const isComplete = rows.length === 0 ? 1 : 0;
        await sql`insert into ${sql.table(PROGRESS)} values (${table}, ${lastKey}, ${isComplete})
          on conflict (name) do update set last_key = excluded.last_key, is_complete = excluded.is_complete`.execute(
          tx,
        );
      });
      copied(table, rows.length);
      if (rows.length === 0) break;
    }
  }
}

/** The number of rows and the sum of their hashes, whatever their order is. */
async function fingerprint(db: Db, table: string, key: readonly string[]): Promise<string> {
  let [count, sum] = [0, 0n];
  for (let last: readonly unknown[] | undefined; ; ) {
    const rows = await rowsAfter(db, table, key, last);
    if (rows.length === 0) return `${count} ${sum}`;
    for (const row of rows) {
      const values = Object.keys(row)
        .sort()
        .map((name) => storable(row[name]));
      const hash = createHash('sha256').update(JSON.stringify(values)).digest();
      sum = BigInt.asUintN(64, sum + hash.readBigUInt64BE());
    }
    count += rows.length;
    last = keyOf(rows.at(-1), key);
  }
}

/** The tables whose rows differ. */
export async function differingTables(source: Db, target: Db, tables: TableKeys): Promise<string[]> {
  const differing: string[] = [];
  for (const [table, key] of Object.entries(tables)) {
    const [here, there] = await Promise.all([
      fingerprint(source, table, key),
      fingerprint(target, table, key),
    ]);
    if (here !== there) differing.push(table);
  }
  return differing;
}

/** Forgets the progress. */
export async function endCopy(target: Db): Promise<void> {
  await sql`drop table ${sql.table(PROGRESS)}`.execute(target);
}
