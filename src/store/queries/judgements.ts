import { type Kysely, sql } from 'kysely';
import type { JudgementReader, JudgementRecord, JudgementWriter } from '../port.ts';
import type { Row, Tables } from '../tables.ts';
import type { QueryDialect } from './query-dialect.ts';

/** Six parameters per row: far below what a statement may have in SQLite (32,766) and PostgreSQL (65,535). */
const ROWS_PER_STATEMENT = 500;

const toRecord = (row: Row<'judgements'>): JudgementRecord => ({
  queryKey: row.query_key,
  query: row.query,
  documentId: row.document_id,
  grade: Number(row.grade),
  source: row.source === 'clicks' ? 'clicks' : 'manual',
});

export const judgementQueries = (
  db: Kysely<Tables>,
  { byteCollation }: QueryDialect,
): JudgementReader & JudgementWriter => {
  const count = async (engineId: number) => {
    const row = await db
      .selectFrom('judgements')
      .select((eb) => [
        eb.fn.countAll<number>().as('judgements'),
        eb.fn.count<number>('query_key').distinct().as('queries'),
      ])
      .where('engine_id', '=', engineId)
      .executeTakeFirstOrThrow();
    return { judgements: Number(row.judgements), queries: Number(row.queries) };
  };
  return {
    count,
    async page(engineId, queryKey, range) {
      let mine = db.selectFrom('judgements').where('engine_id', '=', engineId);
      if (queryKey !== null) mine = mine.where('query_key', '=', queryKey);
      const { total } = await mine
        .select((eb) => eb.fn.countAll<number>().as('total'))
        .executeTakeFirstOrThrow();
      const rows = await mine
        .selectAll()
        .orderBy('query_key', (order) => order.collate(byteCollation))
        .orderBy('document_id', (order) => order.collate(byteCollation))
        .limit(range.limit)
        .offset(range.offset)
        .execute();
      return { total: Number(total), results: rows.map(toRecord) };
    },
    async put(engineId, judgements) {
      for (let from = 0; from < judgements.length; from += ROWS_PER_STATEMENT) {
        const rows = judgements.slice(from, from + ROWS_PER_STATEMENT).map((judgement) => ({
          engine_id: engineId,
          query_key: judgement.queryKey,
          document_id: judgement.documentId,
          query: judgement.query,
          grade: judgement.grade,
          source: judgement.source,
        }));
        await db
          .insertInto('judgements')
          .values(rows)
          .onConflict((c) =>
            c.columns(['engine_id', 'query_key', 'document_id']).doUpdateSet({
              query: sql`excluded.query`,
              grade: sql`excluded.grade`,
              source: sql`excluded.source`,
            }),
          )
          .execute();
      }
    },
    async deleteOf(engineId, queryKey, documentIds) {
      let some = db
        .deleteFrom('judgements')
        .where('engine_id', '=', engineId)
        .where('query_key', '=', queryKey);
      if (documentIds !== undefined) {
        some = some.where('document_id', 'in', documentIds.length === 0 ? [''] : documentIds);
      }
      return Number((await some.executeTakeFirst()).numDeletedRows);
    },
    async deleteAll(engineId, source) {
      let some = db.deleteFrom('judgements').where('engine_id', '=', engineId);
      if (source !== undefined) some = some.where('source', '=', source);
      return Number((await some.executeTakeFirst()).numDeletedRows);
    },
  };
};
