import { type Schema, schemaWith } from '../schema/types.ts';
import type { EngineRecord, JobRecord, StoreReader } from '../store/port.ts';

/** The types that searches of an engine see: while a reindex job runs, still the old ones. */
export async function servingSchema(store: Pick<StoreReader, 'jobs'>, engine: EngineRecord): Promise<Schema> {
  if (engine.runningJob === null) return engine.schema;
  const job = await store.jobs.byId(engine.id, engine.runningJob);
  return job === undefined ? engine.schema : typesBefore(engine, job);
}

/** The old types, and the fields that documents have brought since. */
function typesBefore(engine: EngineRecord, job: JobRecord): Schema {
  const brought = [...engine.schema].filter(([name]) => !job.added.includes(name));
  return schemaWith(job.before, new Map(brought));
}
