import type { EngineReader, EngineRecord, JobReader, JobRecord } from '../store/port.ts';
import { schemaToJson } from '../values/types.ts';
import type { Progress } from './reindex-job.ts';
import type { Reindexing } from './reindexing.ts';

const moment = (ms: number): string => new Date(ms).toISOString();

const fieldsJson = (job: JobRecord) =>
  schemaToJson(
    new Map([...job.after].filter(([name]) => job.changed.includes(name) || job.added.includes(name))),
  );

const jobJson = (job: JobRecord) => ({
  id: job.id,
  state: job.state,
  fields: fieldsJson(job),
  documents_done: job.done,
  documents_total: job.total,
  failures: job.failures,
  started_at: moment(job.startedAt),
  finished_at: job.finishedAt === null ? null : moment(job.finishedAt),
});

/** The progress of a job; rate and estimated end are null until the first documents are converted. */
function progressJson(job: JobRecord, { done, total, runningSince }: Progress) {
  const seconds = (Date.now() - runningSince) / 1000;
  const rate = done > 0 && seconds > 0 ? done / seconds : null;
  return {
    job: job.id,
    fields: fieldsJson(job),
    documents_done: done,
    documents_total: total,
    documents_per_second: rate === null ? null : Math.round(rate),
    estimated_end: rate === null ? null : moment(Date.now() + ((total - done) / rate) * 1000),
    started_at: moment(job.startedAt),
  };
}

export interface ReindexStatus {
  readonly state: 'idle' | 'reindexing';
  readonly progress: ReturnType<typeof progressJson> | null;
  /** The latest finished or cancelled job. */
  readonly last_job: ReturnType<typeof jobJson> | null;
}

/** Whether an engine is reindexing, the progress, and the outcome of the last job. */
export async function reindexStatus(
  store: { readonly engines: EngineReader; readonly jobs: JobReader },
  reindexing: Reindexing,
  engineId: number,
): Promise<ReindexStatus> {
  const engine: EngineRecord | undefined = await store.engines.byId(engineId);
  const jobs = await store.jobs.list(engineId);
  // Both records must agree: the job may have ended between the two reads.
  const running = jobs.find((job) => job.id === engine?.runningJob && job.state === 'running');
  const over = jobs.filter((job) => job.state !== 'running');
  // Once the status is idle, searches use the new types.
  if (!running) await reindexing.swapped(engineId, over);
  const last = over[0];
  const fallback = running && { done: running.done, total: running.total, runningSince: running.startedAt };
  const progress = reindexing.progressOf(engineId) ?? fallback;
  return {
    state: running ? 'reindexing' : 'idle',
    progress: running && progress ? progressJson(running, progress) : null,
    last_job: last ? jobJson(last) : null,
  };
}
