import type { Kysely } from 'kysely';
import type { EventStore } from '../../event-port.ts';
import type { EventTables } from '../../event-tables.ts';
import { clickedDocuments, eventCounts, tagsOf, topClicks, topQueries } from './analytics.ts';
import { apiLog } from './api-log.ts';
import { recentSearches } from './recent-searches.ts';

type EventReads = Pick<
  EventStore,
  'mark' | 'topQueries' | 'topClicks' | 'counts' | 'tags' | 'recentSearches' | 'clickedDocuments' | 'apiLog'
>;

/** The reports on events, over one connection or a pool. */
export const eventReads = (db: Kysely<EventTables>): EventReads => ({
  async mark() {
    const row = await db.selectFrom('facts').select('value').where('name', '=', 'mark').executeTakeFirst();
    return Number(row?.value ?? 0);
  },
  topQueries: (engineId, filter, range) => topQueries(db, engineId, filter, range),
  topClicks: (engineId, filter, range) => topClicks(db, engineId, filter, range),
  counts: (engineId, filter, limits) => eventCounts(db, engineId, filter, limits),
  tags: (engineId, limit) => tagsOf(db, engineId, limit),
  recentSearches: (engineId, since, limit) => recentSearches(db, engineId, since, limit),
  clickedDocuments: (engineId, filter) => clickedDocuments(db, engineId, filter),
  apiLog: (engineId, filter, range) => apiLog(db, engineId, filter, range),
});
