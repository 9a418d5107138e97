import type { Kysely } from 'kysely';
import { type FieldType, schemaFromJson, schemaToJson } from '../../values/types.ts';
import type { Failure, JobReader, JobRecord, JobState, JobWriter } from '../port.ts';
import type { Row, Tables } from '../tables.ts';
import { nextNumber } from './instance.ts';
import type { QueryDialect } from './query-dialect.ts';

/** Rows per insert: SQLite allows 32,766 parameters per statement, and a failure has seven. */
const FAILURES_PER_INSERT = 500;

const toRecord = (row: Row<'reindex_jobs'>): JobRecord => ({
  id: Number(row.id),
  engineId: Number(row.engine_id),
  state: row.state as JobState,
  before: schemaFromJson(JSON.parse(row.before_types)),
  after: schemaFromJson(JSON.parse(row.after_types)),
  changed: JSON.parse(row.changed),
  added: JSON.parse(row.added),
  sequence: Number(row.sequence),
  total: Number(row.total),
  done: Number(row.done),
  failures: Number(row.failures),
  startedAt: Number(row.started_at),
  finishedAt: row.finished_at === null ? null : Number(row.finished_at),
  ...(row.generation !== null && {
    built: { generation: row.generation, position: Number(row.position) },
  }),
});

export const jobQueries = (db: Kysely<Tables>, dialect: QueryDialect): JobReader & JobWriter => {
  const countFailures = async (jobId: number): Promise<number> => {
    const { total } = await db
      .selectFrom('reindex_failures')
      .select((eb) => eb.fn.countAll<number>().as('total'))
      .where('job_id', '=', jobId)
      .executeTakeFirstOrThrow();
    return Number(total);
  };
  return {
    async byId(engineId, id) {
      const row = await db
        .selectFrom('reindex_jobs')
        .selectAll()
        .where('engine_id', '=', engineId)
        .where('id', '=', id)
        .executeTakeFirst();
      return row && toRecord(row);
    },
    async running() {
      const rows = await db
        .selectFrom('reindex_jobs')
        .innerJoin('engines', 'engines.running_job', 'reindex_jobs.id')
        .selectAll('reindex_jobs')
        .where('reindex_jobs.state', '=', 'running')
        .where('engines.deleted', '=', 0)
        .orderBy('reindex_jobs.id')
        .execute();
      return rows.map(toRecord);
    },
    async holders() {
      const rows = await db
        .selectFrom('reindex_jobs')
        .select(['id', 'owner'])
        .where('state', '=', 'running')
        .where('lease_until', '>', await dialect.now(db))
        .execute();
      return new Map(rows.map(({ id, owner }) => [Number(id), owner ?? '']));
    },
    async list(engineId) {
      const rows = await db
        .selectFrom('reindex_jobs')
        .selectAll()
        .where('engine_id', '=', engineId)
        .orderBy('id', 'desc')
        .execute();
      return rows.map(toRecord);
    },
    async failures(jobId, range) {
      const total = await countFailures(jobId);
      const rows = await db
        .selectFrom('reindex_failures')
        .select(['document_id', 'field', 'type', 'value', 'reason'])
        .where('job_id', '=', jobId)
        .orderBy('number')
        .limit(range.limit)
        .offset(range.offset)
        .execute();
      const results = rows.map(
        (row): Failure => ({
          documentId: row.document_id,
          field: row.field,
          type: row.type as FieldType,
          value: row.value,
          reason: row.reason,
        }),
      );
      return { total, results };
    },
    async insert(job) {
      const id = await nextNumber(db, 'job');
      await db
        .insertInto('reindex_jobs')
        .values({
          id,
          engine_id: job.engineId,
          state: job.state,
          before_types: JSON.stringify(schemaToJson(job.before)),
          after_types: JSON.stringify(schemaToJson(job.after)),
          changed: JSON.stringify(job.changed),
          added: JSON.stringify(job.added),
          sequence: job.sequence,
          total: job.total,
          started_at: job.startedAt,
          finished_at: job.finishedAt,
        })
        .execute();
      return { ...job, id, done: 0, failures: 0 };
    },
    async update(job) {
      await db
        .updateTable('reindex_jobs')
        .set({
          state: job.state,
          total: job.total,
          done: job.done,
          failures: job.failures,
          finished_at: job.finishedAt,
          generation: job.built?.generation ?? null,
          position: job.built?.position ?? null,
        })
        .where('id', '=', job.id)
        .execute();
    },
    async addFailures(jobId, failures) {
      for (let from = 0; from < failures.length; from += FAILURES_PER_INSERT) {
        const first = await nextNumber(db, 'failure', FAILURES_PER_INSERT);
        const rows = failures.slice(from, from + FAILURES_PER_INSERT).map((failure, i) => ({
          job_id: jobId,
          number: first + i,
          document_id: failure.documentId,
          field: failure.field,
          type: failure.type,
          value: failure.value,
          reason: failure.reason,
        }));
        await db.insertInto('reindex_failures').values(rows).execute();
      }
    },
    async removeFailures(jobId, documentIds) {
      if (documentIds?.length === 0) return;
      let query = db.deleteFrom('reindex_failures').where('job_id', '=', jobId);
      if (documentIds !== undefined) query = query.where('document_id', 'in', documentIds);
      await query.execute();
    },
    countFailures,
    async delete(id) {
      await db.deleteFrom('reindex_failures').where('job_id', '=', id).execute();
      await db.deleteFrom('reindex_jobs').where('id', '=', id).execute();
    },
    async claim(jobId, owner, milliseconds) {
      const now = await dialect.now(db);
      const row = await db
        .updateTable('reindex_jobs')
        .set((eb) => ({ owner, lease_until: now + milliseconds, fence: eb('fence', '+', 1) }))
        .where('id', '=', jobId)
        .where('state', '=', 'running')
        .where((eb) => eb.or([eb('lease_until', '<=', now), eb('owner', '=', owner)]))
        .returning('fence')
        .executeTakeFirst();
      return row && Number(row.fence);
    },
    async renew(jobId, fence, milliseconds) {
      const now = await dialect.now(db);
      const result = await db
        .updateTable('reindex_jobs')
        .set({ lease_until: now + milliseconds })
        .where('id', '=', jobId)
        .where('state', '=', 'running')
        .where('fence', '=', fence)
        .executeTakeFirst();
      return result.numUpdatedRows > 0n;
    },
    async withdrawBuilt(jobId, fence) {
      const result = await db
        .updateTable('reindex_jobs')
        .set({ generation: null, position: null })
        .where('id', '=', jobId)
        .where('fence', '=', fence)
        .executeTakeFirst();
      return result.numUpdatedRows > 0n;
    },
    async release(jobId, fence) {
      await db
        .updateTable('reindex_jobs')
        .set({ lease_until: 0 })
        .where('id', '=', jobId)
        .where('fence', '=', fence)
        .execute();
    },
  };
};
