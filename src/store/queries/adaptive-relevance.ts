import { type Kysely, sql } from 'kysely';
import type {
  AdaptiveReader,
  AdaptiveSettingsRecord,
  AdaptiveWriter,
  SuggestionRecord,
  SuggestionStatus,
} from '../port.ts';
import type { Row, Tables } from '../tables.ts';
import type { QueryDialect } from './query-dialect.ts';

/** The tables with rows of an engine's adaptive relevance, which a deleted engine loses. */
export const ADAPTIVE_TABLES = ['adaptive_settings', 'curation_suggestions'] as const;

const toSuggestion = (row: Row<'curation_suggestions'>): SuggestionRecord => ({
  query: row.query,
  status: row.status as SuggestionStatus,
  operation: row.operation as SuggestionRecord['operation'],
  promoted: JSON.parse(row.promoted),
  curationId: row.curation_id,
  applied: row.applied === null ? null : JSON.parse(row.applied),
  overridesManual: Number(row.overrides_manual) === 1,
  createdAt: Number(row.created_at),
  updatedAt: Number(row.updated_at),
});

export const adaptiveQueries = (
  db: Kysely<Tables>,
  { byteCollation }: QueryDialect,
): AdaptiveReader & AdaptiveWriter => ({
  async settings(engineId) {
    const row = await db
      .selectFrom('adaptive_settings')
      .select('json')
      .where('engine_id', '=', engineId)
      .executeTakeFirst();
    return row?.json ? (JSON.parse(row.json) as AdaptiveSettingsRecord) : undefined;
  },
  async scheduled() {
    const rows = await db
      .selectFrom('adaptive_settings')
      .innerJoin('engines', 'engines.id', 'adaptive_settings.engine_id')
      .select(['adaptive_settings.engine_id', 'adaptive_settings.json', 'adaptive_settings.last_run'])
      .where('adaptive_settings.enabled', '=', 1)
      .where('engines.deleted', '=', 0)
      .orderBy('adaptive_settings.engine_id')
      .execute();
    return rows.map((row) => ({
      engineId: Number(row.engine_id),
      settings: JSON.parse(row.json ?? '{}') as AdaptiveSettingsRecord,
      lastRun: Number(row.last_run),
    }));
  },
  async suggestion(engineId, query) {
    const row = await db
      .selectFrom('curation_suggestions')
      .selectAll()
      .where('engine_id', '=', engineId)
      .where('query', '=', query)
      .executeTakeFirst();
    return row && toSuggestion(row);
  },
  async suggestions(engineId, statuses, range) {
    let mine = db.selectFrom('curation_suggestions').where('engine_id', '=', engineId);
    if (statuses !== null) mine = mine.where('status', 'in', statuses.length === 0 ? [''] : statuses);
    const { total } = await mine
      .select((eb) => eb.fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow();
    const rows = await mine
      .selectAll()
      .orderBy('updated_at', 'desc')
      .orderBy('query', (order) => order.collate(byteCollation))
      .limit(range.limit)
      .offset(range.offset)
      .execute();
    return { total: Number(total), results: rows.map(toSuggestion) };
  },
  async suggestedQueries(engineId) {
    const rows = await db
      .selectFrom('curation_suggestions')
      .select('query')
      .where('engine_id', '=', engineId)
      .execute();
    return rows.map(({ query }) => query);
  },
  async setSettings(engineId, settings) {
    const values = { enabled: settings.enabled ? 1 : 0, json: JSON.stringify(settings) };
    await db
      .insertInto('adaptive_settings')
      .values({ engine_id: engineId, ...values })
      .onConflict((c) => c.column('engine_id').doUpdateSet(values))
      .execute();
  },
  async setLastRun(engineId, time) {
    await db
      .insertInto('adaptive_settings')
      .values({ engine_id: engineId, enabled: 0, json: null, last_run: time })
      .onConflict((c) => c.column('engine_id').doUpdateSet({ last_run: sql`excluded.last_run` }))
      .execute();
  },
  async putSuggestion(engineId, suggestion) {
    const values = {
      status: suggestion.status,
      operation: suggestion.operation,
      promoted: JSON.stringify(suggestion.promoted),
      curation_id: suggestion.curationId,
      applied: suggestion.applied === null ? null : JSON.stringify(suggestion.applied),
      overrides_manual: suggestion.overridesManual ? 1 : 0,
      created_at: suggestion.createdAt,
      updated_at: suggestion.updatedAt,
    };
    await db
      .insertInto('curation_suggestions')
      .values({ engine_id: engineId, query: suggestion.query, ...values })
      .onConflict((c) => c.columns(['engine_id', 'query']).doUpdateSet(values))
      .execute();
  },
  async deleteSuggestion(engineId, query) {
    const { numDeletedRows } = await db
      .deleteFrom('curation_suggestions')
      .where('engine_id', '=', engineId)
      .where('query', '=', query)
      .executeTakeFirst();
    return numDeletedRows > 0n;
  },
});
