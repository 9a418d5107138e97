import type { EngineRecord, JobRecord, StoreReader } from '../store/port.ts';
import { type Schema, schemaWith } from '../values/types.ts';

export const runningJobOf = async (
  { jobs }: Pick<StoreReader, 'jobs'>,
  { id, runningJob }: EngineRecord,
): Promise<JobRecord | undefined> => (runningJob === null ? undefined : jobs.byId(id, runningJob));

export const isRunning = (job: JobRecord | undefined): job is JobRecord => job?.state === 'running';

/**
 * The types that searches of an engine see. While a reindex job runs these are the types before it, and the fields that
 * documents have brought since.
 */
export function typesServed({ schema }: EngineRecord, job: JobRecord | undefined): Schema {
  if (job === undefined) return schema;
  const brought = [...schema].filter(([name]) => !job.added.includes(name));
  return schemaWith(job.before, new Map(brought));
}
