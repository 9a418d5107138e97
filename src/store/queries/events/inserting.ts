import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { ApiLogEvent, ClickEvent, EventBatch, SearchEvent } from '../../event-port.ts';
import type { EventTables } from '../../event-tables.ts';
import { positionsOf } from './result-pages.ts';
import { BLOCK, DAY, HOUR } from './units.ts';

/** The columns of a table: 64-bit integers and texts. */
export type Columns = Readonly<Record<string, 'integer' | 'text'>>;

/** An insert of rows into a table. */
export interface RowInsert {
  readonly table: string;
  /** In the order of the values of a row. */
  readonly columns: Columns;
  /** Rows that exist are left as they are. */
  readonly keepsExisting?: true;
}

/** A transaction on the events. */
export interface EventTransaction {
  readonly db: Kysely<EventTables>;
  insertAll(insert: RowInsert, rows: ReadonlyArray<readonly unknown[]>): Promise<void>;
  /** Creates a temporary table if it is missing, with its first column as primary key, and empties it. */
  emptyTable(name: string, columns: Columns): Promise<void>;
}

/*
 * A batch first goes into a temporary table, where its texts are replaced by the numbers of the dictionaries. All other
 * tables are filled from there: a handful of statements, however many events there are.
 */
const BATCH: Columns = {
  number: 'integer',
  engine_id: 'integer',
  time: 'integer',
  term: 'text',
  tags: 'text',
  term_id: 'integer',
  tag_set_id: 'integer',
  has_results: 'integer',
  request_id: 'text',
  first_position: 'integer',
  document_ids: 'text',
  document: 'text',
  document_id: 'integer',
  position: 'integer',
};

/** An insert into some columns of the batch. */
const intoBatch = (names: readonly string[]): RowInsert => ({
  table: 'batch',
  columns: Object.fromEntries(names.map((name) => [name, BATCH[name] as Columns[string]])),
});
const EVENT = ['number', 'engine_id', 'time', 'term', 'tags'];
const SEARCH = intoBatch([...EVENT, 'has_results', 'request_id', 'first_position', 'document_ids']);
const CLICK = intoBatch([...EVENT, 'document', 'position']);
const REQUEST: RowInsert = {
  table: 'api_log',
  columns: {
    number: 'integer',
    engine_id: 'integer',
    time: 'integer',
    status: 'integer',
    method: 'text',
    bytes: 'integer',
    path: 'text',
    full_path: 'text',
    user_agent: 'text',
    request_body: 'text',
    response_body: 'text',
    key_name: 'text',
    key_kind: 'text',
    duration: 'integer',
  },
};
const TAG: RowInsert = {
  table: 'tag_set_members',
  columns: { engine_id: 'integer', tag: 'text', tag_set_id: 'integer' },
  keepsExisting: true,
};

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
  await tx.emptyTable('batch', BATCH);
  await tx.insertAll(
    SEARCH,
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
  await resolveTerms(tx, searches, SEARCHES);
  await sql`insert into searches select engine_id, time, number, term_id, tag_set_id, has_results from batch`.execute(
    db,
  );
  await count(db, 'term', sql`count(*), sum(1 - has_results), 0`, ['searches', 'misses', 'clicks']);
  // A statement may change a row only once, so of pages with one key it takes the last.
  const hour = sql`time / ${sql.lit(HOUR)}`;
  await sql`insert into result_pages select ${hour}, engine_id, request_id, term_id, first_position, document_ids
    from batch where number in (
      select max(number) from batch where request_id is not null group by ${hour}, engine_id, request_id, term_id)
    on conflict (hour, engine_id, request_id, term_id)
      do update set first_position = excluded.first_position, document_ids = excluded.document_ids`.execute(
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
  await tx.emptyTable('batch', BATCH);
  await tx.insertAll(
    CLICK,
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
  await resolveTerms(tx, clicks, [LAST_CLICK_DAY]);
  await resolve(db, DOCUMENTS, [CLICKS]);
  await sql`insert into clicks select engine_id, time, number, term_id, document_id, tag_set_id, position from batch`.execute(
    db,
  );
  await count(db, 'term', sql`0, 0, count(*)`, ['searches', 'misses', 'clicks']);
  await count(db, 'document', sql`count(*)`, ['clicks']);
}

async function insertRequests(
  tx: EventTransaction,
  requests: readonly ApiLogEvent[],
  first: number,
): Promise<void> {
  let bytes = 0;
  const rows = requests.map((request, i) => {
    const { engineId, time, status, method, path, fullPath, userAgent, requestBody, responseBody } = request;
    const { keyName, keyKind, duration } = request;
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
      keyName,
      keyKind,
      duration,
    ];
  });
  await tx.insertAll(REQUEST, rows);
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

/** Sets the numbers of terms and tag sets. */
async function resolveTerms(
  tx: EventTransaction,
  events: ReadonlyArray<SearchEvent | ClickEvent>,
  noted: readonly Noted[],
): Promise<void> {
  const { db } = tx;
  await resolve(db, TERMS, noted);
  if (events.some(({ tags }) => tags.length > 0)) {
    await resolve(db, TAG_SETS);
    const { rows: sets } = await sql<{ engine_id: number; tags: string; tag_set_id: number }>`
      select distinct engine_id, tags, tag_set_id from batch where tag_set_id is not null`.execute(db);
    await tx.insertAll(
      TAG,
      sets.flatMap(({ engine_id, tags, tag_set_id }) =>
        (JSON.parse(tags) as string[]).map((tag) => [engine_id, tag, tag_set_id]),
      ),
    );
  }
  await sql`update batch set tag_set_id = 0 where tags = ${EMPTY}`.execute(db);
}

/** A dictionary, its column of texts, that of the batch, and that of the batch for the numbers. */
interface Dictionary {
  readonly table: 'terms' | 'clicked_documents' | 'tag_sets';
  readonly text: string;
  readonly own: string;
  readonly id: string;
}
const TERMS: Dictionary = { table: 'terms', text: 'term', own: 'term', id: 'term_id' };
const DOCUMENTS: Dictionary = {
  table: 'clicked_documents',
  text: 'document_id',
  own: 'document',
  id: 'document_id',
};
const TAG_SETS: Dictionary = { table: 'tag_sets', text: 'tags', own: 'tags', id: 'tag_set_id' };

/** A column of a dictionary: its value for the events of a batch, and how that is merged with the stored one. */
type Noted = readonly [column: string, value: RawBuilder<unknown>, merge: 'add' | 'newer'];

const LAST_DAY: Noted = ['last_day', sql`max(time) / ${sql.lit(DAY)}`, 'newer'];
const LAST_CLICK_DAY: Noted = ['last_click_day', LAST_DAY[1], 'newer'];
const SEARCHES: readonly Noted[] = [
  ['searches', sql`count(*)`, 'add'],
  ['misses', sql`sum(1 - has_results)`, 'add'],
];
const CLICKS: Noted = ['clicks', sql`count(*)`, 'add'];

/** Adds missing texts to a dictionary, notes their counts and days, and sets their numbers in the batch. */
async function resolve(
  db: Kysely<EventTables>,
  dictionary: Dictionary,
  more: readonly Noted[] = [],
): Promise<void> {
  const table = sql.table(dictionary.table);
  const text = sql.ref(dictionary.text);
  const own = sql.ref(dictionary.own);
  const noted = [LAST_DAY, ...more];
  const columns = sql.join(noted.map(([column]) => sql.ref(column)));
  const values = sql.join(noted.map(([, value]) => value));
  const merged = sql.join(
    noted.map(([name, , merge]) => {
      const [stored, added] = [sql`${table}.${sql.ref(name)}`, sql`excluded.${sql.ref(name)}`];
      return merge === 'add'
        ? sql`${sql.ref(name)} = ${stored} + ${added}`
        : sql`${sql.ref(name)} = case when ${stored} < ${added} then ${added} else ${stored} end`;
    }),
  );
  const needed = dictionary === TAG_SETS ? sql`tags <> ${EMPTY}` : sql`true`;
  await sql`insert into ${table} (engine_id, ${text}, ${columns})
    select engine_id, ${own}, ${values} from batch where ${needed} group by 1, 2 order by min(number)
    on conflict (engine_id, ${text}) do update set ${merged}`.execute(db);
  await sql`update batch set ${sql.ref(dictionary.id)} =
    (select d.id from ${table} d where d.engine_id = batch.engine_id and d.${text} = batch.${own})`.execute(
    db,
  );
}

/** Adds the events of a batch to the counts by term or document: to those of all events, and to those of their tags. */
async function count(
  db: Kysely<EventTables>,
  by: 'term' | 'document',
  values: RawBuilder<unknown>,
  columns: readonly string[],
): Promise<void> {
  const id = sql.ref(`${by}_id`);
  /** Adds to the rows that exist. */
  const adding = (table: RawBuilder<unknown>): RawBuilder<unknown> =>
    sql.join(
      columns.map((name) => {
        const column = sql.ref(name);
        return sql`${column} = ${table}.${column} + excluded.${column}`;
      }),
    );
  for (const [name, length] of [
    ['day', DAY],
    ['block', DAY * BLOCK],
  ] as const) {
    const unit = sql`time / ${sql.lit(length)}`;
    const key = sql`engine_id, ${sql.ref(name)}, ${id}`;
    const all = sql.table(`${by}_counts_by_${name}`);
    await sql`insert into ${all} select engine_id, ${unit}, ${id}, ${values} from batch
      group by 1, 2, 3 on conflict (${key}) do update set ${adding(all)}`.execute(db);
    const tagged = sql.table(`tagged_${by}_counts_by_${name}`);
    await sql`insert into ${tagged} select engine_id, ${unit}, ${id}, tag_set_id, ${values} from batch
      where tag_set_id <> 0
      group by 1, 2, 3, 4 on conflict (${key}, tag_set_id) do update set ${adding(tagged)}`.execute(db);
  }
}
