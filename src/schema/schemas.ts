import { badRequest, errors } from '../errors.ts';
import type { Indexing } from '../indexing/indexing.ts';
import type { EngineRecord, JobRecord, Precondition, Store, StoreWriter } from '../store/port.ts';
import { recordVersion } from '../tuning/tuning-change.ts';
import type { Schema } from '../values/types.ts';
import { dryRun } from './dry-run.ts';
import { pruneJobs, type Reindexing } from './reindexing.ts';
import { planSchemaChange, type SchemaChange } from './schema-change.ts';

/** The members of a posted schema in order, duplicates kept. */
export type Members = ReadonlyArray<readonly [string, unknown]>;

/** How a schema change is made. */
export interface SchemaChangeOptions {
  /** The name of the key or person, for the history of versions. */
  readonly author: string;
  readonly precondition?: Precondition | undefined;
  /** Runs in the transaction of the change, after it. */
  readonly within?: (tx: StoreWriter) => Promise<void>;
}

function planned(engine: EngineRecord, members: Members): SchemaChange {
  if (engine.runningJob !== null) throw errors.reindexing();
  const plan = planSchemaChange(engine.schema, members);
  if (!plan.ok) throw badRequest(plan.messages);
  return plan.change;
}

/** Schema changes, which are atomic, and the reindex jobs that they start. */
export class Schemas {
  readonly #store: Store;
  readonly #indexing: Indexing;
  readonly #reindexing: Reindexing;

  constructor(store: Store, indexing: Indexing, reindexing: Reindexing) {
    this.#store = store;
    this.#indexing = indexing;
    this.#reindexing = reindexing;
  }

  /**
   * Applies a change and gives the whole schema after it. A small engine is reindexed before the response, so that
   * changes can follow each other; a large one is reindexed in the background.
   */
  async change(engine: EngineRecord, members: Members, options: SchemaChangeOptions): Promise<Schema> {
    if (engine.runningJob !== null) throw errors.reindexing();
    // Refuses an engine that does not fit into memory: its job would wait indefinitely.
    this.#indexing.serving.assertServed(engine.id);
    const { schema, job } = await this.#indexing.exclusive(engine.id, async () => {
      const committed = await this.#commit(engine.id, members, options);
      if (committed.job.state === 'running') await this.#indexing.typesChange(engine.id, committed.job);
      return committed;
    });
    if (job.state === 'running') {
      const over = this.#reindexing.start(job);
      const timeout = new Promise((resolve) => setTimeout(resolve, this.#indexing.reindexWait).unref());
      await Promise.race([over, timeout]);
    }
    return schema;
  }

  #commit(
    engineId: number,
    members: Members,
    { author, precondition, within }: SchemaChangeOptions,
  ): Promise<{ schema: Schema; job: JobRecord }> {
    return this.#store.transact({ engine: engineId }, async (tx) => {
      const engine = await tx.engines.byId(engineId);
      if (engine === undefined) throw errors.noSuchEngine();
      await precondition?.(tx);
      const { schema, changed, added } = planned(engine, members);
      // Posting a field confirms it.
      await tx.unconfirmed.confirm(
        engineId,
        members.map(([name]) => name),
      );
      const isNews = changed.length + added.length > 0;
      const now = Date.now();
      const job = await tx.jobs.insert({
        engineId,
        state: isNews ? 'running' : 'finished',
        before: engine.schema,
        after: schema,
        changed,
        added,
        sequence: engine.sequence,
        total: isNews ? engine.documentCount : 0,
        startedAt: now,
        finishedAt: isNews ? null : now,
      });
      await pruneJobs(tx, engineId);
      if (isNews) {
        await tx.engines.setSchema(engineId, schema);
        await tx.engines.setRunningJob(engineId, job.id);
      }
      await within?.(tx);
      if (isNews || within !== undefined) await recordVersion(tx, engineId, author);
      return { schema, job };
    });
  }

  /** A dry run: what a change would do. */
  async dryRun(engine: EngineRecord, members: Members) {
    return dryRun(this.#store.documents, engine, planned(engine, members));
  }
}
