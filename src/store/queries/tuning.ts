import { type Kysely, sql } from 'kysely';
import type { CurationRecord, SynonymSetRecord, TuningReader, TuningWriter } from '../port.ts';
import type { Row, Tables } from '../tables.ts';
import { nextNumber } from './instance.ts';

const toSet = (row: Pick<Row<'synonym_sets'>, 'id' | 'terms'>): SynonymSetRecord => ({
  id: row.id,
  terms: JSON.parse(row.terms),
});

const toCuration = (row: Row<'curations'>): CurationRecord => ({
  id: row.id,
  queries: JSON.parse(row.queries),
  promoted: JSON.parse(row.promoted),
  hidden: JSON.parse(row.hidden),
});

/** The tables with rows of an engine's tuning, which a deleted engine loses. */
export const TUNING_TABLES = [
  'search_settings',
  'synonym_sets',
  'curations',
  'curation_queries',
  'tuning_versions',
] as const;

export const tuningQueries = (db: Kysely<Tables>): TuningReader & TuningWriter => {
  const countOf = async (table: (typeof TUNING_TABLES)[number], engineId: number): Promise<number> => {
    const { total } = await db
      .selectFrom(table)
      .select((eb) => eb.fn.countAll<number>().as('total'))
      .where('engine_id', '=', engineId)
      .executeTakeFirstOrThrow();
    return Number(total);
  };
  return {
    async settings(engineId) {
      const row = await db
        .selectFrom('search_settings')
        .select('json')
        .where('engine_id', '=', engineId)
        .executeTakeFirst();
      return row === undefined ? {} : JSON.parse(row.json);
    },
    async synonymSet(engineId, id) {
      const row = await db
        .selectFrom('synonym_sets')
        .select(['id', 'terms'])
        .where('engine_id', '=', engineId)
        .where('id', '=', id)
        .executeTakeFirst();
      return row && toSet(row);
    },
    async synonymSets(engineId, range) {
      const rows = await db
        .selectFrom('synonym_sets')
        .select(['id', 'terms'])
        .where('engine_id', '=', engineId)
        .orderBy('number')
        .limit(range.limit)
        .offset(range.offset)
        .execute();
      return { total: await countOf('synonym_sets', engineId), results: rows.map(toSet) };
    },
    async curation(engineId, id) {
      const row = await db
        .selectFrom('curations')
        .selectAll()
        .where('engine_id', '=', engineId)
        .where('id', '=', id)
        .executeTakeFirst();
      return row && toCuration(row);
    },
    async curations(engineId, range) {
      const rows = await db
        .selectFrom('curations')
        .selectAll()
        .where('engine_id', '=', engineId)
        .orderBy('number')
        .limit(range.limit)
        .offset(range.offset)
        .execute();
      return { total: await countOf('curations', engineId), results: rows.map(toCuration) };
    },
    async curationOf(engineId, queryKey) {
      const row = await db
        .selectFrom('curation_queries as query')
        .innerJoin('curations as curation', (join) =>
          join
            .onRef('curation.engine_id', '=', 'query.engine_id')
            .onRef('curation.id', '=', 'query.curation_id'),
        )
        .selectAll('curation')
        .where('query.engine_id', '=', engineId)
        .where('query.query_key', '=', queryKey)
        .executeTakeFirst();
      return row && toCuration(row);
    },
    async versions(engineId, range) {
      const rows = await db
        .selectFrom('tuning_versions')
        .select(['version', 'author', 'created_at'])
        .where('engine_id', '=', engineId)
        .orderBy('version', 'desc')
        .limit(range.limit)
        .offset(range.offset)
        .execute();
      return {
        total: await countOf('tuning_versions', engineId),
        results: rows.map((row) => ({
          version: Number(row.version),
          author: row.author,
          createdAt: Number(row.created_at),
        })),
      };
    },
    async version(engineId, version) {
      const row = await db
        .selectFrom('tuning_versions')
        .selectAll()
        .where('engine_id', '=', engineId)
        .where('version', '=', version)
        .executeTakeFirst();
      if (row === undefined) return undefined;
      return { version, author: row.author, createdAt: Number(row.created_at), json: row.json };
    },
    async setSettings(engineId, settings) {
      await db
        .insertInto('search_settings')
        .values({ engine_id: engineId, json: JSON.stringify(settings) })
        .onConflict((c) => c.column('engine_id').doUpdateSet({ json: sql`excluded.json` }))
        .execute();
    },
    async putSynonymSet(engineId, { id, terms }) {
      const number = await nextNumber(db, 'tuning');
      await db
        .insertInto('synonym_sets')
        .values({ engine_id: engineId, id, number, terms: JSON.stringify(terms) })
        .onConflict((c) => c.columns(['engine_id', 'id']).doUpdateSet({ terms: sql`excluded.terms` }))
        .execute();
    },
    async deleteSynonymSet(engineId, id) {
      const { numDeletedRows } = await db
        .deleteFrom('synonym_sets')
        .where('engine_id', '=', engineId)
        .where('id', '=', id)
        .executeTakeFirst();
      return numDeletedRows > 0n;
    },
    async putCuration(engineId, { id, queries, promoted, hidden }, queryKeys) {
      const lists = {
        queries: JSON.stringify(queries),
        promoted: JSON.stringify(promoted),
        hidden: JSON.stringify(hidden),
      };
      await db
        .insertInto('curations')
        .values({ engine_id: engineId, id, number: await nextNumber(db, 'tuning'), ...lists })
        .onConflict((c) => c.columns(['engine_id', 'id']).doUpdateSet(lists))
        .execute();
      await db
        .deleteFrom('curation_queries')
        .where('engine_id', '=', engineId)
        .where('curation_id', '=', id)
        .execute();
      const rows = queryKeys.map((query_key) => ({ engine_id: engineId, query_key, curation_id: id }));
      if (rows.length > 0) await db.insertInto('curation_queries').values(rows).execute();
    },
    async deleteCuration(engineId, id) {
      await db
        .deleteFrom('curation_queries')
        .where('engine_id', '=', engineId)
        .where('curation_id', '=', id)
        .execute();
      const { numDeletedRows } = await db
        .deleteFrom('curations')
        .where('engine_id', '=', engineId)
        .where('id', '=', id)
        .executeTakeFirst();
      return numDeletedRows > 0n;
    },
    async addVersion(engineId, { json, author, createdAt }, kept) {
      const row = await db
        .updateTable('engines')
        .set((eb) => ({ tuning_version: eb('tuning_version', '+', 1) }))
        .where('id', '=', engineId)
        .returning('tuning_version')
        .executeTakeFirstOrThrow();
      const version = Number(row.tuning_version);
      await db
        .insertInto('tuning_versions')
        .values({ engine_id: engineId, version, json, author, created_at: createdAt })
        .execute();
      await db
        .deleteFrom('tuning_versions')
        .where('engine_id', '=', engineId)
        .where('version', '<=', version - kept)
        .execute();
      return version;
    },
  };
};
