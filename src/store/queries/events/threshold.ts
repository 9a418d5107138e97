import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Period } from '../../event-port.ts';
import type { EventTables } from '../../event-tables.ts';
import { type Counted, documentRows, termRows, unionOf } from './counted-rows.ts';
import { type PeriodPart, partsOf, tagSets, within } from './period.ts';
import { DAY } from './units.ts';

/*
 * The first rows of a report on a long period without adding up everything: a threshold algorithm (Fagin, Lotem and Naor,
 * 2001) with one list. The dictionary has terms and documents in the order of all their events, of which a period can
 * only have a part. Their exact sums are looked up in this order, until enough of them are at least as high as what the
 * next one has in total. If that takes too long, as when all are equally rare, everything is added up.
 */

/** Shorter periods are added up at once. */
const FEWEST_UNITS = 10;
/** More units would make a statement too long; retention allows fewer. */
const MOST_UNITS = 2000;
/** The most rows of a report, up to which this is tried. */
const MOST_NEEDED = 1000;
/** Terms or documents that are looked up with one statement, and in total. */
const AT_ONCE = 500;
const MOST = 8000;

/** The sums of a term or document. */
export interface Sums {
  readonly id: number;
  readonly searches: number;
  readonly misses: number;
  readonly clicks: number;
}

export interface Ranking {
  readonly by: 'term' | 'document';
  /** The count of the dictionary that is never smaller than the rank. */
  readonly column: 'searches' | 'misses' | 'clicks';
  /** Whether only terms without clicks are wanted. */
  readonly isUnclicked: boolean;
  readonly rankOf: (sums: Sums) => number;
  readonly isKept: (sums: Sums) => boolean;
}

/** The sums of the `needed` highest ranks, or more, in no order; undefined if all have to be added up. */
export async function topByThreshold(
  db: Kysely<EventTables>,
  counted: Counted,
  period: Period,
  ranking: Ranking,
  needed: number,
): Promise<readonly Sums[] | undefined> {
  const parts = partsOf(await untilNewest(db, counted.engineId, period));
  const units = parts.reduce((sum, { unit, range }) => sum + (unit === 'time' ? 1 : range[1] - range[0]), 0);
  if (units < FEWEST_UNITS || units > MOST_UNITS || needed > MOST_NEEDED) return undefined;
  const kept: Sums[] = [];
  // A batch may be stored between two statements and change the order.
  const seen = new Set<number>();
  for (let looked = 0; looked < MOST; looked += AT_ONCE) {
    const list = await listOf(db, counted.engineId, period, ranking, looked);
    const ids = list.map(({ id }) => Number(id)).filter((id) => !seen.has(id));
    for (const id of ids) seen.add(id);
    for (const sums of await sumsOf(db, counted, parts, ranking.by, ids)) {
      if (ranking.isKept(sums)) kept.push(sums);
    }
    const bound = Number(list.at(-1)?.count ?? 0);
    const isComplete = list.length < AT_ONCE;
    if (isComplete || kept.filter((sums) => ranking.rankOf(sums) >= bound).length >= needed) return kept;
  }
  return undefined;
}

/** The part of a period up to the newest event: the end of a period may be centuries away. */
async function untilNewest(db: Kysely<EventTables>, engineId: number, { from, to }: Period): Promise<Period> {
  const { day } = await db
    .selectFrom('terms')
    .select((eb) => eb.fn.max('last_day').as('day'))
    .where('engine_id', '=', engineId)
    .executeTakeFirstOrThrow();
  return { from, to: Math.min(to, (Number(day ?? 0) + 1) * DAY) };
}

/** The next terms or documents by all their events. */
async function listOf(
  db: Kysely<EventTables>,
  engineId: number,
  period: Period,
  { by, column, isUnclicked }: Ranking,
  offset: number,
): Promise<ReadonlyArray<{ readonly id: number; readonly count: number }>> {
  const count = sql.ref(column);
  const { rows } = await sql<{ id: number; count: number }>`
    select id, ${count} as count from ${sql.table(by === 'term' ? 'terms' : 'clicked_documents')}
    where engine_id = ${engineId} and ${count} > 0 ${isUnclicked ? perhapsUnclicked(period) : sql``}
    order by ${count} desc limit ${AT_ONCE} offset ${offset}`.execute(db);
  return rows;
}

/** Leaves out terms whose last click was certainly within the period. */
const perhapsUnclicked = ({ from, to }: Period): RawBuilder<unknown> =>
  sql`and (last_click_day = 0 or last_click_day < ${Math.ceil(from / DAY)}
    or last_click_day >= ${Math.floor(to / DAY)})`;

/** The sums of some terms or documents, looked up one by one. */
async function sumsOf(
  db: Kysely<EventTables>,
  counted: Counted,
  parts: readonly PeriodPart[],
  by: Ranking['by'],
  ids: readonly number[],
): Promise<Sums[]> {
  if (ids.length === 0) return [];
  const rowsOf = by === 'term' ? termRows : documentRows;
  const some = sql.join(ids.map((id) => sql.lit(id)));
  const rows = unionOf(
    parts.flatMap((part) => rowsOf(counted, part, eachOf(part), (column) => sql`and ${column} in (${some})`)),
  );
  const { rows: found } = await sql<Sums>`
    ${tagSets(counted.engineId, counted.tags)}
    select id, sum(searches) as searches, sum(misses) as misses, sum(clicks) as clicks from (${rows}) as event
    group by id`.execute(db);
  return found.map(({ id, searches, misses, clicks }) => ({
    id: Number(id),
    searches: Number(searches),
    misses: Number(misses),
    clicks: Number(clicks),
  }));
}

/** Units as a list, with which a database looks up each combination of unit and id in the primary key. */
const eachOf = (part: PeriodPart): RawBuilder<unknown> => {
  const { unit, range } = part;
  if (unit === 'time') return within(part);
  const units = Array.from({ length: range[1] - range[0] }, (_, i) => sql.lit(range[0] + i));
  return sql`and ${sql.ref(unit)} in (${sql.join(units)})`;
};
