import type { Kysely } from 'kysely';
import { schemaFromJson, schemaToJson } from '../../values/types.ts';
import type { EngineReader, EngineRecord, EngineWriter } from '../port.ts';
import type { Row, Tables } from '../tables.ts';
import { ADAPTIVE_TABLES } from './adaptive-relevance.ts';
import { nextNumber } from './instance.ts';
import { prepared } from './prepared.ts';
import type { QueryDialect } from './query-dialect.ts';
import { TUNING_TABLES } from './tuning.ts';

const toRecord = (row: Row<'engines'>): EngineRecord => ({
  id: Number(row.id),
  accountId: row.account_id,
  name: row.name,
  type: row.type === 'meta' ? 'meta' : 'default',
  sources: JSON.parse(row.sources),
  language: row.language,
  createSettings: JSON.parse(row.create_settings),
  schema: schemaFromJson(JSON.parse(row.field_types)),
  documentCount: Number(row.document_count),
  sequence: Number(row.sequence),
  forgotten: Number(row.forgotten),
  runningJob: row.running_job === null ? null : Number(row.running_job),
  tuningVersion: Number(row.tuning_version),
  createdAt: Number(row.created_at),
});

const rowsByName = prepared((db, [accountId, name, alive]) =>
  db
    .selectFrom('engines')
    .selectAll()
    .where('account_id', '=', accountId as string)
    .where('name', '=', name as string)
    .where('deleted', '=', alive as number)
    .compile(),
);

const rowsById = prepared((db, [id, alive]) =>
  db
    .selectFrom('engines')
    .selectAll()
    .where('id', '=', id as number)
    .where('deleted', '=', alive as number)
    .compile(),
);

export const engineQueries = (
  db: Kysely<Tables>,
  { byteCollation }: QueryDialect,
): EngineReader & EngineWriter => {
  const existing = () => db.selectFrom('engines').where('deleted', '=', 0);
  const byId = async (id: number) => {
    const [row] = await rowsById(db, [id, 0]);
    return row && toRecord(row);
  };
  return {
    byId,
    fresh: byId,
    async byName(accountId, name) {
      const [row] = await rowsByName(db, [accountId, name, 0]);
      return row && toRecord(row);
    },
    async page(accountId, scope, range) {
      let mine = existing().where('account_id', '=', accountId);
      if (scope !== null) mine = mine.where('name', 'in', scope.length === 0 ? [''] : scope);
      const { total } = await mine
        .select((eb) => eb.fn.countAll<number>().as('total'))
        .executeTakeFirstOrThrow();
      const rows = await mine
        .selectAll()
        .orderBy('name', (order) => order.collate(byteCollation))
        .limit(range.limit)
        .offset(range.offset)
        .execute();
      return { total: Number(total), results: rows.map(toRecord) };
    },
    async figures(ids) {
      if (ids.length === 0) return new Map();
      const rows = await db
        .selectFrom('engines')
        .select(['id', 'document_bytes', 'changed_at', 'created_at'])
        .where('id', 'in', ids)
        .execute();
      return new Map(
        rows.map((row) => [
          Number(row.id),
          {
            documentBytes: Number(row.document_bytes),
            changedAt: Number(row.changed_at ?? row.created_at),
          },
        ]),
      );
    },
    async all() {
      return (await existing().selectAll().orderBy('id').execute()).map(toRecord);
    },
    async deleted() {
      const rows = await db.selectFrom('engines').select('id').where('deleted', '>', 0).execute();
      return rows.map((row) => Number(row.id));
    },
    async insert(engine) {
      const id = await nextNumber(db, 'engine');
      await db
        .insertInto('engines')
        .values({
          id,
          account_id: engine.accountId,
          name: engine.name,
          type: engine.type ?? 'default',
          sources: JSON.stringify(engine.sources ?? []),
          language: engine.language,
          create_settings: JSON.stringify(engine.createSettings),
          field_types: '{}',
          running_job: null,
          created_at: engine.createdAt,
        })
        .execute();
      const made = await byId(id);
      if (made === undefined) throw new Error(`engine ${id} is missing after its insertion`);
      return made;
    },
    async setSchema(id, schema) {
      await db
        .updateTable('engines')
        .set({ field_types: JSON.stringify(schemaToJson(schema)), changed_at: Date.now() })
        .where('id', '=', id)
        .execute();
    },
    async setSources(id, sources) {
      await db
        .updateTable('engines')
        .set({ sources: JSON.stringify(sources) })
        .where('id', '=', id)
        .execute();
    },
    async setRunningJob(id, job) {
      await db.updateTable('engines').set({ running_job: job }).where('id', '=', id).execute();
    },
    async delete(id) {
      await db.updateTable('engines').set({ deleted: id, running_job: null }).where('id', '=', id).execute();
    },
    async purge(id, limit) {
      const gone = await db
        .deleteFrom('documents')
        .where('engine_id', '=', id)
        .where('id', 'in', (eb) =>
          eb.selectFrom('documents').select('id').where('engine_id', '=', id).limit(limit),
        )
        .executeTakeFirst();
      if (gone.numDeletedRows > 0n) return false;
      const unclicked = await db
        .deleteFrom('clicks')
        .where('number', 'in', (eb) =>
          eb.selectFrom('clicks').select('number').where('engine_id', '=', id).limit(limit),
        )
        .executeTakeFirst();
      if (unclicked.numDeletedRows > 0n) return false;
      const forgotten = await db
        .deleteFrom('deletions')
        .where('engine_id', '=', id)
        .where('sequence', 'in', (eb) =>
          eb.selectFrom('deletions').select('sequence').where('engine_id', '=', id).limit(limit),
        )
        .executeTakeFirst();
      if (forgotten.numDeletedRows > 0n) return false;
      await db.deleteFrom('unconfirmed_fields').where('engine_id', '=', id).execute();
      await db
        .deleteFrom('reindex_failures')
        .where('job_id', 'in', (eb) => eb.selectFrom('reindex_jobs').select('id').where('engine_id', '=', id))
        .execute();
      for (const table of TUNING_TABLES) await db.deleteFrom(table).where('engine_id', '=', id).execute();
      await db.deleteFrom('judgements').where('engine_id', '=', id).execute();
      for (const table of ADAPTIVE_TABLES) await db.deleteFrom(table).where('engine_id', '=', id).execute();
      await db.deleteFrom('reindex_jobs').where('engine_id', '=', id).execute();
      await db.deleteFrom('engines').where('id', '=', id).where('deleted', '>', 0).execute();
      return true;
    },
  };
};
