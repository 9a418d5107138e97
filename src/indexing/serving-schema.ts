import type { EngineRecord, JobRecord, StoreReader } from '../store/port.ts';
import { type Schema, schemaWith } from '../values/types.ts';

/** The types that searches of an engine see: the old ones while a reindex job runs. */
export const servingSchema = async (
  store: Pick<StoreReader, 'jobs'>,
  engine: EngineRecord,
): Promise<Schema> => typesServed(engine, await runningJobOf(store, engine));

export const runningJobOf = async (
  { jobs }: Pick<StoreReader, 'jobs'>,
  { id, runningJob }: EngineRecord,
): Promise<JobRecord | undefined> => (runningJob === null ? undefined : jobs.byId(id, runningJob));

/** With a running job: the types before it, and the fields that documents have brought since. */
export function typesServed({ schema }: EngineRecord, job: JobRecord | undefined): Schema {
  if (job === undefined) return schema;
  const brought = [...schema].filter(([name]) => !job.added.includes(name));
  return schemaWith(job.before, new Map(brought));
}
