import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Retention } from '../../event-port.ts';
import type { EventTables } from '../../event-tables.ts';
import { BLOCK, DAY, HOUR } from './units.ts';

type Db = Kysely<EventTables>;

/** Rows that one transaction removes of one table. */
const AT_ONCE = 1000;

/** The tables of events, with their primary keys. */
const KEYS: ReadonlyArray<readonly [table: keyof EventTables, key: readonly string[]]> = [
  ['searches', ['engine_id', 'time', 'number']],
  ['clicks', ['engine_id', 'time', 'number']],
  ['term_counts_by_day', ['engine_id', 'day', 'term_id']],
  ['term_counts_by_block', ['engine_id', 'block', 'term_id']],
  ['document_counts_by_day', ['engine_id', 'day', 'document_id']],
  ['document_counts_by_block', ['engine_id', 'block', 'document_id']],
  ['tagged_term_counts_by_day', ['engine_id', 'day', 'term_id', 'tag_set_id']],
  ['tagged_term_counts_by_block', ['engine_id', 'block', 'term_id', 'tag_set_id']],
  ['tagged_document_counts_by_day', ['engine_id', 'day', 'document_id', 'tag_set_id']],
  ['tagged_document_counts_by_block', ['engine_id', 'block', 'document_id', 'tag_set_id']],
];
const DICTIONARIES = ['terms', 'clicked_documents', 'tag_sets'] as const;

/** Removes up to `AT_ONCE` rows that match; true if there may be more. */
async function remove(
  db: Db,
  table: keyof EventTables,
  key: readonly string[],
  condition: RawBuilder<unknown>,
): Promise<boolean> {
  const columns = sql.join(key.map((column) => sql.ref(column)));
  const { numAffectedRows = 0n } = await sql`delete from ${sql.table(table)} where (${columns}) in
    (select ${columns} from ${sql.table(table)} where ${condition} limit ${AT_ONCE})`.execute(db);
  return numAffectedRows >= BigInt(AT_ONCE);
}

/** The engines in a table whose primary key begins with the engine: one lookup per engine. */
async function enginesIn(db: Db, table: keyof EventTables): Promise<number[]> {
  const ids: number[] = [];
  for (let last = -1; ; ) {
    const { rows } = await sql<{ id: number | null }>`
      select min(engine_id) as id from ${sql.table(table)} where engine_id > ${last}`.execute(db);
    const id = rows[0]?.id;
    if (id === null || id === undefined) return ids;
    ids.push(Number(id));
    last = Number(id);
  }
}

export async function engineIds(db: Db): Promise<readonly number[]> {
  const ids = new Set<number>();
  for (const table of ['terms', 'api_log'] as const) {
    for (const id of await enginesIn(db, table)) ids.add(id);
  }
  return [...ids];
}

/** One step of `EventStore.prune`. */
export async function pruneEvents(db: Db, engineId: number | null, retention: Retention): Promise<boolean> {
  if (engineId === null) {
    const hour = Math.floor(retention.pagesSince / HOUR);
    const pageKey = ['hour', 'engine_id', 'request_id', 'term_id'];
    const isMore = await remove(db, 'result_pages', pageKey, sql`hour < ${hour}`);
    return (await pruneBytes(db, retention.apiLogBytes)) || isMore;
  }
  const own = sql`engine_id = ${engineId}`;
  const day = Math.floor(retention.analyticsSince / DAY);
  const old: Readonly<Record<string, RawBuilder<unknown>>> = {
    time: sql`${own} and time < ${retention.analyticsSince}`,
    day: sql`${own} and day < ${day}`,
    block: sql`${own} and block < ${Math.floor(day / BLOCK)}`,
  };
  let isMore = await removeRequests(db, sql`${own} and time < ${retention.apiLogSince}`);
  for (const [table, key] of KEYS) {
    isMore = (await remove(db, table, key, old[key[1] as string] as RawBuilder<unknown>)) || isMore;
  }
  for (const table of DICTIONARIES) {
    isMore = (await removeWords(db, table, sql`${own} and last_day < ${day}`)) || isMore;
  }
  return isMore;
}

/** Removes rows of a dictionary, and the members of tag sets with them. */
async function removeWords(
  db: Db,
  table: (typeof DICTIONARIES)[number],
  condition: RawBuilder<unknown>,
): Promise<boolean> {
  const { rows } = await sql<{ id: number; tags?: string; engine_id: number }>`
    select * from ${sql.table(table)} where ${condition} limit ${AT_ONCE}`.execute(db);
  if (rows.length === 0) return false;
  for (const { id, tags, engine_id } of table === 'tag_sets' ? rows : []) {
    await db
      .deleteFrom('tag_set_members')
      .where('engine_id', '=', engine_id)
      .where('tag', 'in', JSON.parse(tags ?? '[]') as string[])
      .where('tag_set_id', '=', id)
      .execute();
  }
  await sql`delete from ${sql.table(table)} where id in (${sql.join(rows.map(({ id }) => id))})`.execute(db);
  return rows.length >= AT_ONCE;
}

/** Removes requests and counts their bytes. */
async function removeRequests(db: Db, condition: RawBuilder<unknown>): Promise<boolean> {
  const { rows } = await sql<{ number: number; bytes: number }>`
    select number, bytes from api_log where ${condition} limit ${AT_ONCE}`.execute(db);
  await removeNumbers(db, rows);
  return rows.length >= AT_ONCE;
}

async function removeNumbers(
  db: Db,
  rows: ReadonlyArray<{ readonly number: number; readonly bytes: number }>,
): Promise<void> {
  if (rows.length === 0) return;
  const bytes = rows.reduce((sum, row) => sum + Number(row.bytes), 0);
  await db
    .deleteFrom('api_log')
    .where(
      'number',
      'in',
      rows.map(({ number }) => number),
    )
    .execute();
  await db
    .updateTable('facts')
    .set((eb) => ({ value: eb('value', '-', bytes) }))
    .where('name', '=', 'api_log_bytes')
    .execute();
}

/** Removes the oldest requests while there are too many bytes. */
async function pruneBytes(db: Db, most: number): Promise<boolean> {
  const fact = await db
    .selectFrom('facts')
    .select('value')
    .where('name', '=', 'api_log_bytes')
    .executeTakeFirst();
  let excess = Number(fact?.value ?? 0) - most;
  if (excess <= 0) return false;
  const oldest = await db
    .selectFrom('api_log')
    .select(['number', 'bytes'])
    .orderBy('number')
    .limit(AT_ONCE)
    .execute();
  const removed = oldest.filter(({ bytes }) => {
    const isExcess = excess > 0;
    excess -= Number(bytes);
    return isExcess;
  });
  await removeNumbers(db, removed);
  return excess > 0 && oldest.length > 0;
}

/** One step of `EventStore.deleteEngine`. */
export async function deleteEngineEvents(db: Db, engineId: number): Promise<boolean> {
  const own = sql`engine_id = ${engineId}`;
  for (const [table, key] of KEYS) if (await remove(db, table, key, own)) return true;
  if (await removeRequests(db, own)) return true;
  for (const table of DICTIONARIES) if (await removeWords(db, table, own)) return true;
  return false;
}
