import type { Logger } from 'pino';
import { errors } from '../errors.ts';
import { CATCH_UP } from '../indexing/generation-writer.ts';
import type { Indexing } from '../indexing/indexing.ts';
import { isRunning, runningJobOf } from '../indexing/serving-schema.ts';
import { limits } from '../limits.ts';
import type {
  DocumentChange,
  EngineRecord,
  Failure,
  JobRecord,
  Store,
  StoreReader,
  StoreWriter,
} from '../store/port.ts';
import { timeSlices } from '../threads/time-slice.ts';
import type { FieldType, Schema } from '../values/types.ts';
import { failuresOf } from './conversion-failures.ts';
import { LOOK_EVERY, type Progress, ReindexJob } from './reindex-job.ts';

/** Runs a job so that it can be traced. */
type TracedJob = <T>(
  name: string,
  attributes: Readonly<Record<string, number>>,
  run: () => Promise<T>,
) => Promise<T>;

/** Delay before a failed run (because of a full disk, for instance) is retried, in milliseconds. */
const RETRY_AFTER = 1000;

/** Deletes all jobs of an engine but the newest ones and the newest that changed a type, which has the report. */
export async function pruneJobs(tx: StoreWriter, engineId: number): Promise<void> {
  const jobs = await tx.jobs.list(engineId);
  const lastChange = jobs.find((job) => job.changed.length > 0);
  for (const job of jobs.slice(limits.keptJobs)) if (job !== lastChange) await tx.jobs.delete(job.id);
}

/** Runs the reindex jobs of all engines, at most one per engine. */
export class Reindexing {
  readonly #store: Store;
  readonly #indexing: Indexing;
  readonly #log: Logger;
  readonly #runs = new Map<number, { readonly run: ReindexJob; readonly over: Promise<void> }>();
  readonly #owner: string;
  readonly #traced: TracedJob;
  readonly #ended = { finished: 0, failed: 0 };
  #takeOver: NodeJS.Timeout | undefined;
  #closed = false;

  /**
   * `owner` names the process among those that may run jobs of the store; a successor may have the same name.
   * The default suits a store that admits one server at a time.
   */
  constructor(
    store: Store,
    indexing: Indexing,
    log: Logger,
    owner = store.nodes?.id ?? 'server',
    traced: TracedJob = (_name, _attributes, run) => run(),
  ) {
    this.#store = store;
    this.#indexing = indexing;
    this.#log = log;
    this.#owner = owner;
    this.#traced = traced;
  }

  /** The jobs that this process runs, and their documents; ended runs since the start. */
  get figures() {
    let running = 0;
    let documentsDone = 0;
    let documentsTotal = 0;
    for (const { run } of this.#runs.values()) {
      if (!run.isClaimed) continue;
      running++;
      documentsDone += run.progress.done;
      documentsTotal += run.progress.total;
    }
    return { running, documentsDone, documentsTotal, ...this.#ended };
  }

  /** Starts a run of a job; resolves when the run has ended. */
  start(job: JobRecord): Promise<void> {
    const run = new ReindexJob(this.#store, this.#indexing, job, this.#owner);
    const over = this.#drive(run);
    this.#runs.set(job.engineId, { run, over });
    return over;
  }

  async #drive(run: ReindexJob): Promise<void> {
    const { engineId, id } = run.job;
    const started = Date.now();
    try {
      const attributes = { 'findling.engine_id': engineId, 'findling.documents': run.progress.total };
      if (await run.run((work) => this.#traced('reindex', attributes, work))) {
        this.#ended.finished++;
        this.#log.info({ engine: engineId, job: id, ms: Date.now() - started }, 'reindexed');
      }
    } catch (error) {
      if (this.#closed || run.isStopped) return;
      this.#ended.failed++;
      this.#log.error({ engine: engineId, job: id, err: error }, 'reindex failed, will be retried');
      await new Promise((resolve) => setTimeout(resolve, RETRY_AFTER));
      if (!this.#closed && this.#runs.get(engineId)?.run === run) await this.start(run.job);
    } finally {
      if (this.#runs.get(engineId)?.run === run) this.#runs.delete(engineId);
    }
  }

  progressOf(engineId: number): Progress | undefined {
    return this.#runs.get(engineId)?.run.progress;
  }

  /**
   * Waits for the swap if one of these jobs is about to publish: the store shows it as finished slightly earlier. If
   * another node has run it, waits a moment for the rebuild of this node.
   */
  async swapped(engineId: number, over: readonly JobRecord[]): Promise<void> {
    const known = this.#runs.get(engineId);
    if (known !== undefined && over.some(({ id }) => id === known.run.job.id)) await known.over;
    else if (over.length > 0) await this.#indexing.applied.typesOf(engineId, this.#indexing.reindexWait);
  }

  /**
   * Runs the jobs that no other process runs: those that an earlier process left unfinished, and from then on those
   * whose lease has expired.
   */
  async resume(): Promise<void> {
    await this.#runUnclaimed();
    this.#takeOver = setInterval(() => {
      // The store may be away for a while; the next round tries again.
      this.#runUnclaimed().catch((error) => this.#log.warn({ err: error }, 'cannot look for reindex jobs'));
    }, LOOK_EVERY).unref();
  }

  async #runUnclaimed(): Promise<void> {
    for (const job of await this.#store.jobs.running()) {
      // A run ends at once if another process holds the job.
      if (!this.#closed && !this.#runs.has(job.engineId)) void this.start(job);
    }
  }

  /**
   * Cancels the running job: restores the old types, keeps fields that documents have added since, and validates the
   * documents written since against the old types.
   */
  async cancel(engineId: number): Promise<void> {
    await this.#indexing.exclusive(engineId, async () => {
      const seen = await this.#cancellation(this.#store, await this.#store.engines.fresh(engineId));
      await this.#store.transact({ engine: engineId }, async (tx) => {
        const engine = await tx.engines.byId(engineId);
        // Another process may have finished the job, or written to the engine since.
        const isSeen = engine?.runningJob === seen.job.id && engine.sequence === seen.sequence;
        const { job, restored, failures } = isSeen ? seen : await this.#cancellation(tx, engine);
        await tx.engines.setSchema(engineId, restored);
        await tx.engines.setRunningJob(engineId, null);
        await tx.jobs.removeFailures(job.id);
        await tx.jobs.addFailures(job.id, failures);
        await tx.jobs.update({
          ...job,
          state: 'cancelled',
          built: undefined,
          done: this.progressOf(engineId)?.done ?? job.done,
          failures: failures.length,
          finishedAt: Date.now(),
        });
      });
      this.#runs.get(engineId)?.run.stop();
      await this.#indexing.typesStay(engineId);
    });
  }

  /** What cancelling the job of an engine restores, and the failures of documents that were written since it began. */
  async #cancellation(reader: StoreReader, engine: EngineRecord | undefined): Promise<Cancellation> {
    const job = engine && (await runningJobOf(reader, engine));
    if (engine === undefined || !isRunning(job)) throw errors.notReindexing();
    const written = await writtenSince(reader, engine.id, job);
    const restored = restoredSchema(engine.schema, job, written.fields);
    return { job, sequence: engine.sequence, restored, failures: written.check(restored) };
  }

  /** Stops all runs; the next start resumes the jobs. */
  async close(): Promise<void> {
    this.#closed = true;
    clearInterval(this.#takeOver);
    const runs = [...this.#runs.values()];
    for (const { run } of runs) run.stop();
    await Promise.all(runs.map(({ over }) => over));
    // A store that cannot take it leaves the leases to expire.
    await Promise.allSettled(runs.map(({ run }) => run.release()));
  }
}

interface Cancellation {
  readonly job: JobRecord;
  readonly sequence: number;
  readonly restored: Schema;
  readonly failures: readonly Failure[];
}

/** The changes since a job began, whose documents were validated against its new types. */
async function writtenSince(reader: StoreReader, engineId: number, job: JobRecord) {
  const yieldWhenDue = timeSlices();
  const pages: Array<readonly DocumentChange[]> = [];
  const fields = new Set<string>();
  for (let from = job.sequence; ; ) {
    const page = await reader.documents.changesSince(engineId, from, CATCH_UP);
    const last = page.at(-1);
    if (last === undefined) break;
    pages.push(page);
    for (const { json } of page) {
      if (json !== null) for (const field of Object.keys(JSON.parse(json))) fields.add(field);
    }
    from = last.sequence;
    await yieldWhenDue();
  }
  const check = (schema: Schema): Failure[] =>
    pages
      .flat()
      .flatMap(({ id, json }) =>
        json === null ? [] : failuresOf(id, JSON.parse(json), schema, job.changed),
      );
  return { fields, check };
}

/** The schema before a job. Fields that the job added are removed, or become text if a document has them by now. */
function restoredSchema(now: Schema, job: JobRecord, used: ReadonlySet<string>): Schema {
  const restored = new Map<string, FieldType>();
  for (const [name, type] of now) {
    const before = job.before.get(name);
    if (before !== undefined) restored.set(name, before);
    else if (!job.added.includes(name)) restored.set(name, type);
    else if (used.has(name)) restored.set(name, 'text');
  }
  return restored;
}
