import { type Kysely, type RawBuilder, sql } from 'kysely';
import type {
  ClickedDocument,
  ClickedFilter,
  ClickFilter,
  DocumentCount,
  EventCount,
  Period,
  QueryCount,
  QueryFilter,
} from '../../event-port.ts';
import type { EventTables } from '../../event-tables.ts';
import type { PageRange } from '../../page.ts';
import { type PeriodPart, partsOf, tagged, tagSets, within } from './period.ts';

type Db = Kysely<EventTables>;

/** An empty result with the columns of the others: a period may have no parts. */
const NOTHING = sql`select 0 as id, 0 as queries, 0 as clicks where 1 = 0`;

const union = (selects: ReadonlyArray<RawBuilder<unknown>>): RawBuilder<unknown> =>
  sql.join([NOTHING, ...selects], sql` union all `);

/** One row per group of searches of a part: `id` of the term, `queries`, `clicks`. */
const searchRows = (
  engineId: number,
  part: PeriodPart,
  {
    tags,
    hasResults,
    termId,
  }: { tags: QueryFilter['tags']; hasResults?: boolean | undefined; termId?: number | undefined },
): RawBuilder<unknown> => {
  const [table, count] =
    part.unit === 'time'
      ? [sql.table('searches'), sql`1`]
      : [sql.table(`searches_by_${part.unit}`), sql`searches`];
  const results = hasResults === undefined ? sql`` : sql`and has_results = ${hasResults ? 1 : 0}`;
  return sql`select term_id as id, ${count} as queries, 0 as clicks from ${table}
    where engine_id = ${engineId} ${within(part)} ${tagged(tags)} ${results}
    ${termId === undefined ? sql`` : sql`and term_id = ${termId}`}`;
};

/** One row per group of clicks of a part; `id` is that of the term or the document. */
const clickRows = (
  engineId: number,
  part: PeriodPart,
  by: 'term' | 'document',
  tags: QueryFilter['tags'],
  id?: number,
): RawBuilder<unknown> => {
  const [table, count] =
    part.unit === 'time'
      ? [sql.table('clicks'), sql`1`]
      : [sql.table(`${by}_clicks_by_${part.unit}`), sql`clicks`];
  const column = sql.ref(`${by}_id`);
  return sql`select ${column} as id, 0 as queries, ${count} as clicks from ${table}
    where engine_id = ${engineId} ${within(part)} ${tagged(tags)}
    ${id === undefined ? sql`` : sql`and ${column} = ${id}`}`;
};

export async function topQueries(
  db: Db,
  engineId: number,
  filter: QueryFilter,
  { offset, limit }: PageRange,
): Promise<readonly QueryCount[]> {
  const parts = partsOf(filter);
  const { hasClicks, tags } = filter;
  const rows = union([
    ...parts.map((part) => searchRows(engineId, part, filter)),
    ...parts.map((part) => clickRows(engineId, part, 'term', tags)),
  ]);
  const having =
    hasClicks === undefined ? sql`` : hasClicks ? sql`and sum(clicks) > 0` : sql`and sum(clicks) = 0`;
  const { rows: found } = await sql<{ term: string; queries: number; clicks: number }>`
    ${tagSets(engineId, tags)}
    select term, queries, clicks from (
      select id, sum(queries) as queries, sum(clicks) as clicks from (${rows}) as event
      group by id having sum(queries) > 0 ${having}
      order by 2 desc, 1 limit ${limit} offset ${offset}
    ) as top inner join terms on terms.id = top.id order by queries desc, top.id`.execute(db);
  return found.map(({ term, queries, clicks }) => ({
    term,
    queries: Number(queries),
    clicks: Number(clicks),
  }));
}

export async function topClicks(
  db: Db,
  engineId: number,
  filter: ClickFilter,
  { offset, limit }: PageRange,
): Promise<readonly DocumentCount[]> {
  const ids = await idsOf(db, engineId, filter);
  if (ids === undefined) return [];
  const rows = union(
    ids.term === undefined
      ? partsOf(filter).map((part) => clickRows(engineId, part, 'document', filter.tags, ids.document))
      : [clicksOfTerm(engineId, ids.term, ids.document, filter, filter.tags)],
  );
  const { rows: found } = await sql<{ document: string; clicks: number }>`
    ${tagSets(engineId, filter.tags)}
    select document_id as document, clicks from (
      select id, sum(clicks) as clicks from (${rows}) as event
      group by id order by 2 desc, 1 limit ${limit} offset ${offset}
    ) as top inner join clicked_documents as clicked on clicked.id = top.id
    order by clicks desc, top.id`.execute(db);
  return found.map(({ document, clicks }) => ({ documentId: document, clicks: Number(clicks) }));
}

/** The clicks for one term, from the index over terms. */
const clicksOfTerm = (
  engineId: number,
  term: number,
  document: number | undefined,
  { from, to }: Period,
  tags: QueryFilter['tags'],
): RawBuilder<unknown> =>
  sql`select document_id as id, 0 as queries, 1 as clicks from clicks
    where engine_id = ${engineId} and term_id = ${term}
    ${document === undefined ? sql`` : sql`and document_id = ${document}`}
    and time >= ${from} and time < ${to} ${tagged(tags)}`;

export async function eventCounts(
  db: Db,
  engineId: number,
  filter: Omit<ClickFilter, keyof Period>,
  limits: readonly number[],
): Promise<readonly EventCount[]> {
  const ids = await idsOf(db, engineId, filter);
  const counts: EventCount[] = [];
  for (let i = 1; i < limits.length; i++) {
    const period = { from: limits[i - 1] as number, to: limits[i] as number };
    counts.push(ids === undefined ? NONE : await countOf(db, engineId, filter, ids, period));
  }
  return counts;
}

const NONE: EventCount = { queries: 0, clicks: 0 };

async function countOf(
  db: Db,
  engineId: number,
  { tags, documentId }: Omit<ClickFilter, keyof Period>,
  { term, document }: DictionaryIds,
  period: Period,
): Promise<EventCount> {
  const parts = partsOf(period);
  const searches =
    documentId === undefined ? parts.map((part) => searchRows(engineId, part, { tags, termId: term })) : [];
  const clicks =
    term !== undefined && document !== undefined
      ? [clicksOfTerm(engineId, term, document, period, tags)]
      : parts.map((part) =>
          document === undefined
            ? clickRows(engineId, part, 'term', tags, term)
            : clickRows(engineId, part, 'document', tags, document),
        );
  const { rows } = await sql<{ queries: number | null; clicks: number | null }>`
    ${tagSets(engineId, tags)}
    select sum(queries) as queries, sum(clicks) as clicks from (${union([...searches, ...clicks])}) as event`.execute(
    db,
  );
  return { queries: Number(rows[0]?.queries ?? 0), clicks: Number(rows[0]?.clicks ?? 0) };
}

interface DictionaryIds {
  readonly term: number | undefined;
  readonly document: number | undefined;
}

/** The numbers of the term and the document of a filter; undefined if one of them has no event. */
async function idsOf(
  db: Db,
  engineId: number,
  { term, documentId }: Pick<ClickFilter, 'term' | 'documentId'>,
): Promise<DictionaryIds | undefined> {
  const terms =
    term === undefined
      ? undefined
      : await db
          .selectFrom('terms')
          .select('id')
          .where('engine_id', '=', engineId)
          .where('term', '=', term)
          .executeTakeFirst();
  const documents =
    documentId === undefined
      ? undefined
      : await db
          .selectFrom('clicked_documents')
          .select('id')
          .where('engine_id', '=', engineId)
          .where('document_id', '=', documentId)
          .executeTakeFirst();
  if ((term !== undefined && terms === undefined) || (documentId !== undefined && documents === undefined)) {
    return undefined;
  }
  return { term: terms && Number(terms.id), document: documents && Number(documents.id) };
}

/** Streams the index over terms and documents in its order, so that nothing is sorted but the groups that remain. */
export async function clickedDocuments(
  db: Db,
  engineId: number,
  { from, to, minClicks, limit }: ClickedFilter,
): Promise<readonly ClickedDocument[]> {
  const period = sql`engine_id = ${engineId} and time >= ${from} and time < ${to}`;
  const { rows } = await sql<{
    term: string;
    document: string;
    clicks: number;
    position: number;
    own: number;
  }>`
    select terms.term as term, clicked.document_id as document, top.clicks as clicks, c.position as position,
      count(*) as own
    from (
      select term_id, document_id, count(*) as clicks from clicks where ${period}
      group by term_id, document_id having count(*) >= ${minClicks}
      order by clicks desc, term_id, document_id limit ${limit}
    ) as top
    inner join clicks as c on c.engine_id = ${engineId} and c.term_id = top.term_id
      and c.document_id = top.document_id and c.time >= ${from} and c.time < ${to}
    inner join terms on terms.id = top.term_id
    inner join clicked_documents as clicked on clicked.id = top.document_id
    group by top.term_id, top.document_id, c.position
    order by top.term_id, top.clicks desc, top.document_id, c.position`.execute(db);
  const documents = new Map<
    string,
    ClickedDocument & { positions: Array<ClickedDocument['positions'][number]> }
  >();
  for (const { term, document, clicks, position, own } of rows) {
    const key = JSON.stringify([term, document]);
    const known = documents.get(key) ?? { term, documentId: document, clicks: Number(clicks), positions: [] };
    known.positions.push({ position: Number(position) || null, clicks: Number(own) });
    documents.set(key, known);
  }
  return [...documents.values()];
}
