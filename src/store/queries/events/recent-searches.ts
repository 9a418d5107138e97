import type { Kysely } from 'kysely';
import type { RecentSearch } from '../../event-port.ts';
import type { EventTables } from '../../event-tables.ts';

/** The end of the primary key, read backwards. */
export async function recentSearches(
  db: Kysely<EventTables>,
  engineId: number,
  since: number,
  limit: number,
): Promise<readonly RecentSearch[]> {
  const rows = await db
    .selectFrom('searches')
    .innerJoin('terms', 'terms.id', 'searches.term_id')
    .leftJoin('tag_sets', 'tag_sets.id', 'searches.tag_set_id')
    .select(['searches.time', 'searches.has_results', 'terms.term', 'tag_sets.tags'])
    .where('searches.engine_id', '=', engineId)
    .where('searches.time', '>=', since)
    .orderBy('searches.time', 'desc')
    .orderBy('searches.number', 'desc')
    .limit(limit)
    .execute();
  return rows.map(({ time, term, tags, has_results }) => ({
    time: Number(time),
    term,
    tags: tags === null ? [] : (JSON.parse(tags) as string[]),
    hasResults: Number(has_results) === 1,
  }));
}
