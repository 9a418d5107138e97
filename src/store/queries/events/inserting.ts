import { type Kysely, sql } from 'kysely';
import type { ApiLogEvent, ClickEvent, EventBatch, SearchEvent } from '../../event-port.ts';
import type { EventTables } from '../../event-tables.ts';
import { positionsOf } from './result-pages.ts';
import { BLOCK, DAY, HOUR } from './units.ts';

/** A transaction on the events. */
export interface EventTransaction {
  readonly db: Kysely<EventTables>;
  /** Runs one statement for each of many rows of values. */
  runAll(statement: string, rows: ReadonlyArray<readonly unknown[]>): Promise<void>;
}

/*
 * A batch first goes into a temporary table, where its texts are replaced by the numbers of the dictionaries. All other
 * tables are filled from there: a handful of statements, however many events there are.
 */
const BATCH = sql`create temp table if not exists batch (
  number integer primary key, engine_id integer, time integer, term text, tags text, term_id integer, tag_set_id integer,
  has_results integer, request_id text, first_position integer, document_ids text,
  document text, document_id integer, position integer)`;

const INSERT_SEARCH = `insert into batch (number, engine_id, time, term, tags, has_results, request_id, first_position,
  document_ids) values (?, ?, ?, ?, ?, ?, ?, ?, ?)`;
const INSERT_CLICK = `insert into batch (number, engine_id, time, term, tags, document, position)
  values (?, ?, ?, ?, ?, ?, ?)`;
const INSERT_REQUEST = `insert into api_log (number, engine_id, time, status, method, bytes, path, full_path, user_agent,
  request_body, response_body) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`;
const INSERT_TAG_SET =
  'insert into tag_sets (engine_id, tags, last_day) values (?, ?, 0) on conflict (engine_id, tags) do nothing';
const INSERT_TAG = `insert into tag_set_members (engine_id, tag, tag_set_id)
  select engine_id, ?, id from tag_sets where engine_id = ? and tags = ? on conflict do nothing`;

const EMPTY = '[]';
const tagsOf = (tags: readonly string[]): string =>
  tags.length === 0 ? EMPTY : JSON.stringify(tags.toSorted());

/** Stores a batch and counts it. */
export async function insertBatch(tx: EventTransaction, batch: EventBatch): Promise<void> {
  const { searches, clicks, requests, mark } = batch;
  const count = searches.length + clicks.length + requests.length;
  const { value } = await tx.db
    .updateTable('facts')
    .set((eb) => ({ value: eb('value', '+', count) }))
    .where('name', '=', 'number')
    .returning('value')
    .executeTakeFirstOrThrow();
  const first = Number(value) - count + 1;
  if (searches.length > 0) await insertSearches(tx, searches, first);
  if (clicks.length > 0) await insertClicks(tx, clicks, first + searches.length);
  if (requests.length > 0) await insertRequests(tx, requests, first + searches.length + clicks.length);
  if (mark !== undefined) {
    await tx.db.updateTable('facts').set({ value: mark }).where('name', '=', 'mark').execute();
  }
}

async function insertSearches(
  tx: EventTransaction,
  searches: readonly SearchEvent[],
  first: number,
): Promise<void> {
  const { db } = tx;
  await startBatch(db);
  await tx.runAll(
    INSERT_SEARCH,
    searches.map(({ engineId, time, term, tags, hasResults, page }, i) => [
      first + i,
      engineId,
      time,
      term,
      tagsOf(tags),
      hasResults ? 1 : 0,
      page?.requestId ?? null,
      page?.first ?? null,
      page === null ? null : JSON.stringify(page.documentIds),
    ]),
  );
  await resolveTerms(tx, searches);
  await sql`insert into searches select engine_id, time, number, term_id, tag_set_id, has_results from batch`.execute(
    db,
  );
  for (const [table, unit] of units('searches_by')) {
    await sql`insert into ${table} select engine_id, ${unit}, term_id, tag_set_id, has_results, count(*) from batch
      group by 1, 2, 3, 4, 5
      on conflict do update set searches = searches + excluded.searches`.execute(db);
  }
  await sql`insert into result_pages select time / ${sql.lit(HOUR)}, engine_id, request_id, term_id, first_position,
    document_ids from batch where request_id is not null order by number
    on conflict do update set first_position = excluded.first_position, document_ids = excluded.document_ids`.execute(
    db,
  );
}

async function insertClicks(
  tx: EventTransaction,
  clicks: readonly ClickEvent[],
  first: number,
): Promise<void> {
  const { db } = tx;
  const positions = await positionsOf(db, clicks);
  await startBatch(db);
  await tx.runAll(
    INSERT_CLICK,
    clicks.map((click, i) => [
      first + i,
      click.engineId,
      click.time,
      click.term,
      tagsOf(click.tags),
      click.documentId,
      positions.get(click) ?? 0,
    ]),
  );
  await resolveTerms(tx, clicks);
  await resolve(db, 'clicked_documents', 'document_id', 'document', 'document_id');
  await sql`insert into clicks select engine_id, time, number, term_id, document_id, tag_set_id, position from batch`.execute(
    db,
  );
  for (const column of ['term', 'document']) {
    for (const [table, unit] of units(`${column}_clicks_by`)) {
      await sql`insert into ${table} select engine_id, ${unit}, ${sql.ref(`${column}_id`)}, tag_set_id, count(*)
        from batch group by 1, 2, 3, 4
        on conflict do update set clicks = clicks + excluded.clicks`.execute(db);
    }
  }
}

async function insertRequests(
  tx: EventTransaction,
  requests: readonly ApiLogEvent[],
  first: number,
): Promise<void> {
  let bytes = 0;
  const rows = requests.map((request, i) => {
    const { engineId, time, status, method, path, fullPath, userAgent, requestBody, responseBody } = request;
    const own = bytesOf(request);
    bytes += own;
    return [
      first + i,
      engineId,
      time,
      status,
      method,
      own,
      path,
      fullPath,
      userAgent,
      requestBody,
      responseBody,
    ];
  });
  await tx.runAll(INSERT_REQUEST, rows);
  await tx.db
    .updateTable('facts')
    .set((eb) => ({ value: eb('value', '+', bytes) }))
    .where('name', '=', 'api_log_bytes')
    .execute();
}

/** What a row takes besides its texts, roughly. */
const ROW_BYTES = 100;

/** Bytes of a request, roughly. */
export const bytesOf = ({ path, fullPath, userAgent, requestBody, responseBody }: ApiLogEvent): number =>
  ROW_BYTES + path.length + fullPath.length + userAgent.length + requestBody.length + responseBody.length;

async function startBatch(db: Kysely<EventTables>): Promise<void> {
  await BATCH.execute(db);
  await sql`delete from batch`.execute(db);
}

/** Sets the numbers of terms and tag sets. */
async function resolveTerms(
  tx: EventTransaction,
  events: ReadonlyArray<SearchEvent | ClickEvent>,
): Promise<void> {
  const { db } = tx;
  await resolve(db, 'terms', 'term', 'term', 'term_id');
  const sets = new Map<string, readonly [engineId: number, tags: string, list: readonly string[]]>();
  for (const { engineId, tags: list } of events) {
    if (list.length === 0) continue;
    const tags = tagsOf(list);
    sets.set(`${engineId} ${tags}`, [engineId, tags, list]);
  }
  if (sets.size > 0) {
    await tx.runAll(
      INSERT_TAG_SET,
      [...sets.values()].map(([engineId, tags]) => [engineId, tags]),
    );
    await tx.runAll(
      INSERT_TAG,
      [...sets.values()].flatMap(([engineId, tags, list]) => list.map((tag) => [tag, engineId, tags])),
    );
    await resolve(db, 'tag_sets', 'tags', 'tags', 'tag_set_id');
  }
  await sql`update batch set tag_set_id = 0 where tags = ${EMPTY}`.execute(db);
}

/** Adds missing texts to a dictionary, sets their numbers in the batch, and notes the day. */
async function resolve(
  db: Kysely<EventTables>,
  dictionary: 'terms' | 'clicked_documents' | 'tag_sets',
  column: string,
  batchColumn: string,
  id: string,
): Promise<void> {
  const [table, text, own, number] = [
    sql.table(dictionary),
    sql.ref(column),
    sql.ref(batchColumn),
    sql.ref(id),
  ];
  const day = sql.lit(DAY);
  const needed = dictionary === 'tag_sets' ? sql`tags <> ${EMPTY}` : sql`true`;
  // A newer day is noted; the condition leaves most rows alone.
  await sql`insert into ${table} (engine_id, ${text}, last_day)
    select engine_id, ${own}, max(time) / ${day} from batch where ${needed}
    group by 1, 2 order by min(number)
    on conflict (engine_id, ${text}) do update set last_day = excluded.last_day where last_day < excluded.last_day`.execute(
    db,
  );
  await sql`update batch set ${number} =
    (select d.id from ${table} d where d.engine_id = batch.engine_id and d.${text} = batch.${own})`.execute(
    db,
  );
}

/** The tables of a kind of count, with the expression for their unit of time. */
const units = (prefix: string) =>
  [
    [sql.table(`${prefix}_day`), sql`time / ${sql.lit(DAY)}`],
    [sql.table(`${prefix}_block`), sql`time / ${sql.lit(DAY * BLOCK)}`],
  ] as const;
