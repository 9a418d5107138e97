import type { FastifyReply } from 'fastify';
import { parseDryRun } from '../api/dry-run.ts';
import { eventStream } from '../api/event-stream.ts';
import { pageMeta, pageRange, parsePage } from '../api/page.ts';
import { answered, engineRoute, type Route } from '../api/route.ts';
import { pageParameters } from '../api/shapes.ts';
import { errors } from '../errors.ts';
import { objectMembers } from '../json/members.ts';
import { parseJson } from '../json/parse.ts';
import { limits } from '../limits.ts';
import { schemaOf } from '../meta-engines/engine-schema.ts';
import { shownSchema } from '../meta-engines/union-schema.ts';
import type { JobRecord, Store } from '../store/port.ts';
import { schemaToJson } from '../values/types.ts';
import { failureJson, lastTypeChange, streamFailures } from './failure-report.ts';
import { reindexStatus } from './reindex-status.ts';
import type { Reindexing } from './reindexing.ts';
import type { Members, Schemas } from './schemas.ts';
import { changedSchemaShape, failuresShape, schemaShape, statusShape } from './shapes.ts';

const PATH = '/engines/:engine/schema';
const PAGE_SIZE = { default: limits.failuresPerPage, most: limits.failuresPerPage };
/** Members of a posted schema that are read. */
const MOST_MEMBERS = 4 * limits.schemaFields;
/** Interval between events of an event stream, in milliseconds. */
const TELL_EVERY = 200;

/**
 * The members of the posted schema, from the text of the body: parsed JSON would hide names sent twice. More members
 * than `MOST_MEMBERS` are refused whatever the rest is: too many fields, or a name sent twice.
 */
function parseMembers(text: string | undefined): Members {
  if (text === undefined || text.trim() === '') return [];
  parseJson(text);
  const members = objectMembers(text, MOST_MEMBERS);
  if (members === undefined) throw errors.mustBe('Schema', 'an object');
  return members;
}

/** The job whose failures a request asks for: the one it names, else the last that changed a type. */
function reportedJob(jobs: readonly JobRecord[], asked: unknown): JobRecord | undefined {
  if (asked === undefined || asked === '') return lastTypeChange(jobs);
  const job = jobs.find(({ id }) => String(id) === String(asked));
  if (job === undefined) throw errors.noSuchJob();
  return job;
}

export const schemaRoutes = (schemas: Schemas, reindexing: Reindexing, store: Store): Route[] => {
  const statusOf = (engineId: number) => reindexStatus(store, reindexing, engineId);

  const tell = async (reply: FastifyReply, engineId: number): Promise<void> => {
    const stream = await eventStream(reply);
    while (!stream.closed.aborted) {
      const status = await statusOf(engineId);
      const isOver = status.state === 'idle';
      stream.send(isOver ? 'end' : 'progress', status);
      if (isOver) break;
      await new Promise((resolve) => setTimeout(resolve, TELL_EVERY));
    }
    stream.end();
  };

  return [
    engineRoute({
      method: 'GET',
      path: PATH,
      operation: {
        id: 'getSchema',
        summary: 'Get the schema: every field with its type',
        answer: schemaShape,
      },
      answer: async ({ engine }) => schemaToJson(shownSchema(await schemaOf(store.engines, engine))),
    }),
    engineRoute({
      method: 'POST',
      path: PATH,
      operation: {
        id: 'updateSchema',
        summary: 'Add fields and change types, atomically',
        description:
          'Returns the whole schema after the change and starts a reindex. Until it ends, further changes are refused with 400 `Engine is reindexing.`. With `dry_run=true` nothing is applied; the response shows which values would convert and which would fail.',
        query: { dry_run: { type: 'boolean', default: false } },
        body: schemaShape,
        answer: changedSchemaShape,
      },
      async answer({ caller, engine, bodyText, address, precondition }) {
        if (engine.type === 'meta') throw errors.metaEngineSchema();
        // Before the body is parsed: while an engine reindexes, every POST gets the same answer.
        if (engine.runningJob !== null) throw errors.reindexing();
        const members = parseMembers(bodyText);
        return parseDryRun(address.dry_run)
          ? schemas.dryRun(engine, members)
          : schemaToJson(await schemas.change(engine, members, { author: caller.keyName, precondition }));
      },
    }),
    engineRoute({
      method: 'GET',
      path: `${PATH}/reindex`,
      operation: {
        id: 'getReindex',
        summary: 'Get the reindex status: state, progress and the last job',
        answer: statusShape,
        alternatives: {
          'text/event-stream': 'Events `progress` until the job ends, then one event `end`.',
        },
      },
      async answer({ engine, accepts, reply }) {
        if (!accepts('text/event-stream')) return statusOf(engine.id);
        await tell(reply, engine.id);
        return answered;
      },
    }),
    engineRoute({
      method: 'GET',
      path: `${PATH}/reindex/failures`,
      operation: {
        id: 'listReindexFailures',
        summary: 'List the values that the last type change could not convert',
        query: {
          ...pageParameters,
          job: { type: 'integer', description: 'The number of another job; the latest ten are kept.' },
        },
        answer: failuresShape,
        alternatives: { 'application/x-ndjson': 'All failures of the job, one JSON object per line.' },
      },
      async answer({ engine, params, accepts, reply }) {
        const pool = await params();
        const page = parsePage(pool, PAGE_SIZE);
        const job = reportedJob(await store.jobs.list(engine.id), pool.job);
        if (accepts('application/x-ndjson')) {
          await streamFailures(reply, store.jobs, job);
          return answered;
        }
        const { total, results } = job
          ? await store.jobs.failures(job.id, pageRange(page))
          : { total: 0, results: [] };
        return {
          meta: { page: pageMeta(page, total), job: job?.id ?? null },
          results: results.map(failureJson),
        };
      },
    }),
    engineRoute({
      method: 'POST',
      path: `${PATH}/reindex/cancel`,
      operation: {
        id: 'cancelReindex',
        summary: 'Cancel the running reindex and restore the previous types',
        answer: statusShape,
      },
      async answer({ engine }) {
        await reindexing.cancel(engine.id);
        return statusOf(engine.id);
      },
    }),
  ];
};
