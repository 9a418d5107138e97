import { type Kysely, type RawBuilder, sql } from 'kysely';
import type {
  ClickedDocument,
  ClickedFilter,
  ClickFilter,
  DocumentCount,
  Period,
  PeriodCount,
  QueryCount,
  QueryFilter,
} from '../../event-port.ts';
import type { EventTables } from '../../event-tables.ts';
import type { PageRange } from '../../page.ts';
import { documentRows, type IdCondition, termRows, unionOf } from './counted-rows.ts';
import { partsOf, tagged, tagSets, within } from './period.ts';
import { type Ranking, type Sums, topByThreshold } from './threshold.ts';

type Db = Kysely<EventTables>;

export async function topQueries(
  db: Db,
  engineId: number,
  filter: QueryFilter,
  { offset, limit }: PageRange,
): Promise<readonly QueryCount[]> {
  const parts = partsOf(filter);
  const { hasClicks, hasResults, tags } = filter;
  const ranking = queryRanking(filter);
  const sums = await topByThreshold(db, { engineId, tags }, filter, ranking, offset + limit);
  if (sums !== undefined) {
    const page = pageOf(sums, ranking, offset, limit);
    const terms = await textsOf(db, 'terms', 'term', page);
    return page.map((own) => ({
      term: terms.get(own.id) ?? '',
      queries: ranking.rankOf(own),
      clicks: own.clicks,
    }));
  }
  const rows = unionOf(parts.flatMap((part) => termRows({ engineId, tags }, part, within(part))));
  const queries =
    hasResults === undefined
      ? sql`sum(searches)`
      : hasResults
        ? sql`sum(searches) - sum(misses)`
        : sql`sum(misses)`;
  const having =
    hasClicks === undefined ? sql`` : hasClicks ? sql`and sum(clicks) > 0` : sql`and sum(clicks) = 0`;
  const { rows: found } = await sql<{ term: string; queries: number; clicks: number }>`
    ${tagSets(engineId, tags)}
    select term, queries, clicks from (
      select id, ${queries} as queries, sum(clicks) as clicks from (${rows}) as event
      group by id having ${queries} > 0 ${having}
      order by 2 desc, 1 limit ${limit} offset ${offset}
    ) as top inner join terms on terms.id = top.id order by queries desc, top.id`.execute(db);
  return found.map(({ term, queries, clicks }) => ({
    term,
    queries: Number(queries),
    clicks: Number(clicks),
  }));
}

const queryRanking = ({ hasResults, hasClicks, tags }: QueryFilter): Ranking => {
  const rankOf = ({ searches, misses }: Sums): number =>
    hasResults === undefined ? searches : hasResults ? searches - misses : misses;
  return {
    by: 'term',
    column: hasResults === false ? 'misses' : 'searches',
    // With tags, a term may have clicks that do not count.
    isUnclicked: hasClicks === false && tags.length === 0,
    rankOf,
    isKept: (sums) => rankOf(sums) > 0 && (hasClicks === undefined || sums.clicks > 0 === hasClicks),
  };
};

const CLICK_RANKING: Ranking = {
  by: 'document',
  column: 'clicks',
  isUnclicked: false,
  rankOf: ({ clicks }) => clicks,
  isKept: ({ clicks }) => clicks > 0,
};

/** A page of the ranks; equal ones in the order of their ids, as in the other statements. */
const pageOf = (sums: readonly Sums[], { rankOf }: Ranking, offset: number, limit: number): readonly Sums[] =>
  sums.toSorted((a, b) => rankOf(b) - rankOf(a) || a.id - b.id).slice(offset, offset + limit);

/** Texts of a dictionary by their numbers. */
async function textsOf(
  db: Db,
  dictionary: 'terms' | 'clicked_documents',
  column: string,
  rows: readonly Sums[],
): Promise<ReadonlyMap<number, string>> {
  if (rows.length === 0) return new Map();
  const ids = sql.join(rows.map(({ id }) => sql.lit(id)));
  const { rows: texts } = await sql<{ id: number; text: string }>`
    select id, ${sql.ref(column)} as text from ${sql.table(dictionary)} where id in (${ids})`.execute(db);
  return new Map(texts.map(({ id, text }) => [Number(id), text]));
}

export async function topClicks(
  db: Db,
  engineId: number,
  filter: ClickFilter,
  { offset, limit }: PageRange,
): Promise<readonly DocumentCount[]> {
  const ids = await idsOf(db, engineId, filter);
  if (ids === undefined) return [];
  const { tags } = filter;
  const parts = partsOf(filter);
  if (ids.term === undefined && ids.document === undefined) {
    const sums = await topByThreshold(db, { engineId, tags }, filter, CLICK_RANKING, offset + limit);
    if (sums !== undefined) {
      const page = pageOf(sums, CLICK_RANKING, offset, limit);
      const documents = await textsOf(db, 'clicked_documents', 'document_id', page);
      return page.map(({ id, clicks }) => ({ documentId: documents.get(id) ?? '', clicks }));
    }
  }
  const rows = unionOf(
    ids.term === undefined
      ? parts.flatMap((part) => documentRows({ engineId, tags }, part, within(part), equalTo(ids.document)))
      : [clicksOfTerm(engineId, ids.term, ids.document, filter, tags)],
  );
  const { rows: found } = await sql<{ document: string; clicks: number }>`
    ${tagSets(engineId, tags)}
    select document_id as document, top.clicks as clicks from (
      select id, sum(clicks) as clicks from (${rows}) as event
      group by id order by 2 desc, 1 limit ${limit} offset ${offset}
    ) as top inner join clicked_documents as clicked on clicked.id = top.id
    order by top.clicks desc, top.id`.execute(db);
  return found.map(({ document, clicks }) => ({ documentId: document, clicks: Number(clicks) }));
}

const equalTo =
  (id: number | undefined): IdCondition =>
  (column) =>
    id === undefined ? sql`` : sql`and ${column} = ${id}`;

/** The clicks for one term, from the index over terms. */
const clicksOfTerm = (
  engineId: number,
  term: number,
  document: number | undefined,
  { from, to }: Period,
  tags: QueryFilter['tags'],
): RawBuilder<unknown> =>
  sql`select document_id as id, 0 as searches, 0 as misses, 1 as clicks from clicks
    where engine_id = ${engineId} and term_id = ${term} ${equalTo(document)(sql.ref('document_id'))}
    and time >= ${from} and time < ${to} ${tagged(tags)}`;

export async function eventCounts(
  db: Db,
  engineId: number,
  filter: Omit<ClickFilter, keyof Period>,
  limits: readonly number[],
): Promise<readonly PeriodCount[]> {
  const ids = await idsOf(db, engineId, filter);
  const counts: PeriodCount[] = [];
  for (let i = 1; i < limits.length; i++) {
    const period = { from: limits[i - 1] as number, to: limits[i] as number };
    counts.push(ids === undefined ? NONE : await countOf(db, engineId, filter, ids, period));
  }
  return counts;
}

const NONE: PeriodCount = { queries: 0, misses: 0, clicks: 0 };

async function countOf(
  db: Db,
  engineId: number,
  { tags }: Omit<ClickFilter, keyof Period>,
  { term, document }: DictionaryIds,
  period: Period,
): Promise<PeriodCount> {
  const counted = { engineId, tags };
  const selects =
    term !== undefined && document !== undefined
      ? [clicksOfTerm(engineId, term, document, period, tags)]
      : partsOf(period).flatMap((part) =>
          document === undefined
            ? termRows(counted, part, within(part), equalTo(term))
            : documentRows(counted, part, within(part), equalTo(document)),
        );
  const { rows } = await sql<{ [name in keyof PeriodCount]: number | null }>`
    ${tagSets(engineId, tags)}
    select sum(searches) as queries, sum(misses) as misses, sum(clicks) as clicks
    from (${unionOf(selects)}) as event`.execute(db);
  const { queries, misses, clicks } = rows[0] ?? NONE;
  return { queries: Number(queries ?? 0), misses: Number(misses ?? 0), clicks: Number(clicks ?? 0) };
}

/** One lookup per tag: a tag may be in very many sets. */
export async function tagsOf(db: Db, engineId: number, limit: number): Promise<readonly string[]> {
  const tags: string[] = [];
  while (tags.length < limit) {
    const last = tags.at(-1);
    const after = last === undefined ? sql`` : sql`and tag > ${last}`;
    const { rows } = await sql<{ tag: string | null }>`
      select min(tag) as tag from tag_set_members where engine_id = ${engineId} ${after}`.execute(db);
    const tag = rows[0]?.tag;
    if (tag === null || tag === undefined) break;
    tags.push(tag);
  }
  return tags;
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
    group by top.term_id, top.document_id, c.position, terms.term, clicked.document_id, top.clicks
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
