import type { Kysely } from 'kysely';
import type { ClickEvent } from '../../event-port.ts';
import type { EventTables } from '../../event-tables.ts';
import { HOUR } from './units.ts';

/** Searches that are looked up with one statement. */
const AT_ONCE = 500;
/** Hours between a search and a click. */
const PAGE_HOURS = 24;

/** The positions of clicked documents among the results of the searches that the clicks name. */
export async function positionsOf(
  db: Kysely<EventTables>,
  clicks: readonly ClickEvent[],
): Promise<ReadonlyMap<ClickEvent, number>> {
  const positions = new Map<ClickEvent, number>();
  const named = clicks.filter(({ requestId }) => requestId !== null);
  if (named.length === 0) return positions;
  const newest = Math.floor(named.reduce((time, click) => Math.max(time, click.time), 0) / HOUR);
  // Later ones too: the clock may have been set back since the search.
  const hours = Array.from({ length: 2 * PAGE_HOURS + 1 }, (_, i) => newest + PAGE_HOURS - i);
  for (const [engineId, own] of Map.groupBy(named, (click) => click.engineId)) {
    for (let from = 0; from < own.length; from += AT_ONCE) {
      const some = own.slice(from, from + AT_ONCE);
      const pages = await db
        .selectFrom('result_pages as page')
        .innerJoin('terms as term', 'term.id', 'page.term_id')
        .select(['page.request_id', 'term.term', 'page.first_position', 'page.document_ids'])
        .where('page.hour', 'in', hours)
        .where('page.engine_id', '=', engineId)
        .where('page.request_id', 'in', [...new Set(some.map(({ requestId }) => requestId as string))])
        .orderBy('page.hour')
        .execute();
      const byKey = new Map(pages.map((page) => [keyOf(page.request_id, page.term), page]));
      for (const click of some) {
        const page = byKey.get(keyOf(click.requestId as string, click.term));
        if (page === undefined) continue;
        const ids = JSON.parse(page.document_ids) as readonly string[];
        const index = ids.indexOf(click.documentId);
        if (index !== -1) positions.set(click, Number(page.first_position) + index);
      }
    }
  }
  return positions;
}

const keyOf = (requestId: string, term: string): string => JSON.stringify([requestId, term]);
