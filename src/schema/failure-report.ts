import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import type { Failure, JobReader, JobRecord } from '../store/port.ts';

const ROWS_AT_ONCE = 1000;

/** The newest job that changed a type. `jobs` are newest first. */
export const lastTypeChange = (jobs: readonly JobRecord[]): JobRecord | undefined =>
  jobs.find((job) => job.changed.length > 0);

export const failureJson = ({ documentId, field, type, value, reason }: Failure) => ({
  document_id: documentId,
  field,
  type,
  value,
  reason,
});

async function* lines(jobs: JobReader, job: JobRecord | undefined): AsyncGenerator<string> {
  if (job === undefined) return;
  for (let offset = 0; ; offset += ROWS_AT_ONCE) {
    const { results } = await jobs.failures(job.id, { offset, limit: ROWS_AT_ONCE });
    if (results.length === 0) return;
    yield results.map((failure) => `${JSON.stringify(failureJson(failure))}\n`).join('');
  }
}

/** Streams all failures of a job, one JSON object per line. */
export async function streamFailures(
  reply: FastifyReply,
  jobs: JobReader,
  job: JobRecord | undefined,
): Promise<void> {
  await reply.type('application/x-ndjson; charset=utf-8').send(Readable.from(lines(jobs, job)));
}
