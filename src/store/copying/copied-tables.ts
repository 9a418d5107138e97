import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { TableKeys } from './table-keys.ts';
import { type AnyTables, keyOf, rowsAfter, tablePages, withoutNul } from './table-pages.ts';

/** The table in which the target notes how far the copy is. It exists until all rows are there. */
const PROGRESS = 'copy_progress';

export const countOf = async (db: AnyTables, table: string): Promise<number> => {
  const { rows } = await sql<{ total: number }>`select count(*) as total from ${sql.table(table)}`.execute(
    db,
  );
  return Number(rows[0]?.total ?? 0);
};

/** Notes that a copy begins, and removes the rows that an empty database has. */
export async function beginCopy(target: AnyTables, tables: TableKeys): Promise<void> {
  await sql`create table if not exists ${sql.table(PROGRESS)}
    (name text primary key, last_key text not null, is_complete integer not null)`.execute(target);
  if ((await countOf(target, PROGRESS)) > 0) return;
  await target.transaction().execute(async (tx) => {
    for (const table of Object.keys(tables)) await sql`delete from ${sql.table(table)}`.execute(tx);
  });
}

/** Copies all rows, and tells how many. What an earlier, interrupted call has copied is only counted. */
export async function copyTables(
  source: AnyTables,
  target: AnyTables,
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
            Object.fromEntries(Object.entries(row).map(([name, value]) => [name, withoutNul(value)])),
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
async function fingerprint(db: AnyTables, table: string, key: readonly string[]): Promise<string> {
  let [count, sum] = [0, 0n];
  for await (const rows of tablePages(db, table, key)) {
    for (const row of rows) {
      const values = Object.keys(row)
        .sort()
        .map((name) => withoutNul(row[name]));
      const hash = createHash('sha256').update(JSON.stringify(values)).digest();
      sum = BigInt.asUintN(64, sum + hash.readBigUInt64BE());
    }
    count += rows.length;
  }
  return `${count} ${sum}`;
}

/** The tables whose rows differ. */
export async function differingTables(
  source: AnyTables,
  target: AnyTables,
  tables: TableKeys,
): Promise<string[]> {
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
export async function endCopy(target: AnyTables): Promise<void> {
  await sql`drop table ${sql.table(PROGRESS)}`.execute(target);
}
