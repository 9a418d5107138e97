import { CATCH_UP, type GenerationWriter } from '../indexing/generation-writer.ts';
import type { Indexing } from '../indexing/indexing.ts';
import type {
  BuiltPart,
  DocumentChange,
  EngineRecord,
  Failure,
  JobRecord,
  Store,
  StoredDocument,
  StoreWriter,
} from '../store/port.ts';
import { timeSlices } from '../threads/time-slice.ts';
import { failuresOf } from './conversion-failures.ts';

/**
 * How long a lease holds without renewal, how often it is renewed, and how often nodes look for jobs without one; in
 * milliseconds. A job goes on elsewhere within ten seconds after its node has died or stopped.
 */
export const LEASE = 6_000;
const RENEW_EVERY = 1_500;
export const LOOK_EVERY = 1_000;
/** How often a running job records its progress, in milliseconds. */
const NOTE_EVERY = 250;
/** Rounds of catching up. If writers are still as fast as the job after these, they wait for the swap. */
const ROUNDS = 8;
/** Attempts to end the job at a moment at which other nodes have committed nothing that it has not replayed. */
const LAST_ROUNDS = 10;

type Around = (work: () => Promise<boolean>) => Promise<boolean>;

export interface Progress {
  readonly done: number;
  readonly total: number;
  /** When this run of the job began, in milliseconds since 1970: after a restart later than the job itself. */
  readonly runningSince: number;
}

/**
 * One run of a reindex job: streams the documents of an engine into a new generation with the new types, replays the
 * changes written in the meantime, and publishes the generation. Reads and writes continue; writers wait only for the
 * last step, which is usually one page of changes and the swap.
 *
 * An interrupted run leaves the job `running` in the store. If all nodes share the index, the next run continues with the
 * generation that the record of the job names, from the recorded position on; otherwise it starts from the beginning.
 * Nothing of a run is visible before its last transaction.
 */
export class ReindexJob {
  readonly job: JobRecord;
  readonly #store: Store;
  readonly #indexing: Indexing;
  #stopped = false;
  readonly #stopping = new AbortController();
  #done = 0;
  readonly #runningSince = Date.now();
  #unnoted: Failure[] = [];
  /** Ids of the documents that this run has reported. Changes of others need no transaction. */
  readonly #failing = new Set<string>();
  #notedAt = 0;
  readonly #owner: string;
  /** The fencing number of the lease, undefined until the run has claimed its job. */
  #fence: number | undefined;
  #renewedAt = 0;
  #isRenewing = false;
  /** The position of the last document that was streamed. */
  #position = 0;
  /** Whether the record may name the generation: only a run that has withdrawn the name may discard it then. */
  #isNamed = false;
  /** Whether an earlier run has begun the generation, and the report. */
  #isReopened = false;
  /** Whether the generation serves: it must not be discarded then, even if the run fails. */
  #isPublished = false;

  /** `owner` names the process among those that may run jobs of the store. */
  constructor(store: Store, indexing: Indexing, job: JobRecord, owner: string) {
    this.#store = store;
    this.#indexing = indexing;
    this.job = job;
    this.#owner = owner;
  }

  get progress(): Progress {
    // Until the lease is claimed, another process may be running the job.
    const done = this.#fence === undefined ? this.job.done : this.#done;
    return {
      done,
      total: Math.max(this.job.total, done),
      runningSince: this.#runningSince,
    };
  }

  /** Whether this run has the lease of its job, and no other process runs it. */
  get isClaimed(): boolean {
    return this.#fence !== undefined;
  }

  get isStopped(): boolean {
    return this.#stopped;
  }

  /** Ends the run at its next step; the job in the store is not changed. */
  stop(): void {
    this.#stopped = true;
    this.#stopping.abort();
  }

  /**
   * True if the run finished the job; false if it was stopped or another process runs the job. `around` calls the work of
   * a run that has claimed its job.
   */
  async run(around: Around = (work) => work()): Promise<boolean> {
    const claimed = await this.#claim();
    if (claimed === undefined) return false;
    const heartbeat = setInterval(() => void this.#keepLease(), RENEW_EVERY / 3).unref();
    try {
      return await around(() => this.#runOn(claimed.engine, claimed.built));
    } finally {
      clearInterval(heartbeat);
    }
  }

  /**
   * Takes the lease, and clears the report of earlier runs unless they have left something to continue with. Undefined if
   * the job is over or another process runs it.
   */
  async #claim(): Promise<{ engine: EngineRecord; built: BuiltPart | undefined } | undefined> {
    const { id, engineId } = this.job;
    const claimed = await this.#store.transact({ engine: engineId }, async ({ engines, jobs }) => {
      const engine = await engines.byId(engineId);
      if (engine?.runningJob !== id) return undefined;
      const fence = await jobs.claim(id, this.#owner, LEASE);
      if (fence === undefined) return undefined;
      // The record that the run was given may be older.
      const { built, done = 0 } = (await jobs.byId(engineId, id)) ?? {};
      if (built === undefined) await jobs.removeFailures(id);
      return { engine, fence, built, done };
    });
    this.#fence = claimed?.fence;
    if (claimed?.built !== undefined) this.#done = claimed.done;
    this.#renewedAt = performance.now();
    return claimed;
  }

  /** Renews the lease unless a record of progress did so recently. The next heartbeat retries a failure. */
  async #keepLease(): Promise<void> {
    if (this.#isRenewing || performance.now() - this.#renewedAt < RENEW_EVERY) return;
    this.#isRenewing = true;
    await this.#record(async () => {}).catch(() => {});
    this.#isRenewing = false;
  }

  /** Ends the lease, so that another process can take the job over at once. */
  async release(): Promise<void> {
    const fence = this.#fence;
    if (fence === undefined) return;
    await this.#store.transact({ engine: this.job.engineId }, ({ jobs }) => jobs.release(this.job.id, fence));
  }

  async #runOn(engine: EngineRecord, built: BuiltPart | undefined): Promise<boolean> {
    const reopened = built && (await this.#reopen(engine, built));
    // Documents may have added fields since the change, so the schema is the engine's, not the job's.
    const generation = reopened ?? (await this.#begin(engine));
    if (generation === undefined) return false;
    let isFinished = false;
    try {
      // An earlier run has begun to stream at some change since the job began: all of these are replayed.
      const { sequence } = reopened === undefined ? engine : this.job;
      if (!(await this.#stream(generation, sequence))) return false;
      await generation.apply([], { upTo: sequence });
      isFinished = await this.#finish(generation, sequence);
      return isFinished;
    } finally {
      if (!isFinished && !this.#isPublished) await this.#giveUp(generation);
    }
  }

  /** The generation of an earlier run. If it is of no use, its report is cleared. */
  async #reopen(
    engine: EngineRecord,
    { generation: name, position }: BuiltPart,
  ): Promise<GenerationWriter | undefined> {
    const generation = await this.#indexing.reopen(engine, name);
    if (generation !== undefined) {
      this.#position = position;
      this.#isNamed = true;
      this.#isReopened = true;
      return generation;
    }
    this.#done = 0;
    await this.#record(async ({ jobs }) => {
      await jobs.removeFailures(this.job.id);
      await jobs.update({ ...this.job, done: 0, built: undefined });
    });
    return undefined;
  }

  /** Discards the generation, unless another run continues with it. */
  async #giveUp(generation: GenerationWriter): Promise<void> {
    if (!this.#isNamed || (await this.#withdraw())) await this.#indexing.discard(generation);
  }

  /** Removes the name of the generation from the record. False if another run has read it or may read it. */
  #withdraw(): Promise<boolean> {
    const { id, engineId } = this.job;
    const fence = this.#fence;
    if (fence === undefined) throw new Error('the job was not claimed');
    return this.#store.transact({ engine: engineId }, async ({ engines, jobs }) => {
      const engine = await engines.byId(engineId);
      if (engine === undefined) return true;
      // The process ends, or has lost the lease.
      if (this.#stopped && engine.runningJob === id) return false;
      return jobs.withdrawBuilt(id, fence);
    });
  }

  /** Waits for memory and begins a generation; undefined if the run was stopped before. */
  async #begin({ id, schema, language }: EngineRecord): Promise<GenerationWriter | undefined> {
    const { signal } = this.#stopping;
    try {
      return signal.aborted ? undefined : await this.#indexing.begin(id, schema, language, { signal });
    } catch (error) {
      if (signal.aborted) return undefined;
      throw error;
    }
  }

  /** Streams the documents inserted up to `sequence`. Later ones are replayed, or a steady inflow would keep it busy. */
  async #stream(generation: GenerationWriter, sequence: number): Promise<boolean> {
    const onPage = async (page: readonly StoredDocument[]): Promise<boolean> => {
      this.#done += page.length;
      this.#position = page.at(-1)?.position ?? this.#position;
      for (const failure of this.#failuresIn(page)) this.#unnoted.push(failure);
      if (Date.now() - this.#notedAt >= NOTE_EVERY) await this.#note(generation);
      return !this.#stopped;
    };
    return generation.stream(sequence, onPage, { after: this.#position });
  }

  #failuresIn(changes: readonly DocumentChange[]): Failure[] {
    const { changed, after } = this.job;
    if (changed.length === 0) return [];
    const failures = changes.flatMap(({ id, json }) =>
      json === null ? [] : failuresOf(id, JSON.parse(json), after, changed),
    );
    for (const { documentId } of failures) this.#failing.add(documentId);
    return failures;
  }

  /**
   * Writes to the record of the job while the run holds its lease; false if the lease was lost, or the job was cancelled
   * or is gone with its engine. Then nothing is written, and the run ends at its next step.
   */
  async #record(work: (tx: StoreWriter) => Promise<void>): Promise<boolean> {
    const { id, engineId } = this.job;
    const fence = this.#fence;
    if (fence === undefined) throw new Error('the job was not claimed');
    const isHeld = await this.#store.transact({ engine: engineId }, async (tx) => {
      const engine = await tx.engines.byId(engineId);
      if (engine?.runningJob !== id || !(await tx.jobs.renew(id, fence, LEASE))) return false;
      await work(tx);
      return true;
    });
    if (isHeld) this.#renewedAt = performance.now();
    else this.stop();
    return isHeld;
  }

  /** Records the failures found so far and the progress, and what the next run can continue with. */
  async #note({ info }: GenerationWriter): Promise<void> {
    const built = this.#indexing.canReopen ? { generation: info.id, position: this.#position } : undefined;
    const failures = this.#unnoted;
    this.#unnoted = [];
    this.#notedAt = Date.now();
    await this.#record(async ({ jobs }) => {
      this.#isNamed = built !== undefined;
      await jobs.addFailures(this.job.id, failures);
      await jobs.update({ ...this.job, done: this.#done, built });
    });
  }

  /** Replays the changes after `from`, at least up to `target`; gives the sequence number that the generation reached. */
  async #catchUp(generation: GenerationWriter, from: number, target: number): Promise<number> {
    const yieldWhenDue = timeSlices();
    let reached = from;
    while (reached < target && !this.#stopped) {
      const next = await this.#replay(generation, reached);
      if (next === reached) break;
      reached = next;
      await yieldWhenDue();
    }
    return reached;
  }

  /** Replays a page of changes. */
  async #replay(generation: GenerationWriter, from: number): Promise<number> {
    const changes = await this.#store.documents.changesSince(this.job.engineId, from, CATCH_UP);
    const reached = changes.at(-1)?.sequence;
    if (reached === undefined) return from;
    const engine = await this.#store.engines.fresh(this.job.engineId);
    // Another node may have ended the job, with this generation: its types are no longer those of this run.
    if (engine?.runningJob !== this.job.id) {
      this.stop();
      return from;
    }
    await generation.addFields(engine.schema);
    await generation.apply(changes, { upTo: reached });
    // The report describes the current state of a document.
    const isFailing = (id: string): boolean => this.#failing.delete(id) || this.#isReopened;
    const outdated = changes.map((change) => change.id).filter(isFailing);
    const failures = this.#failuresIn(changes);
    if (outdated.length + failures.length > 0) {
      await this.#record(async ({ jobs }) => {
        await jobs.removeFailures(this.job.id, outdated);
        await jobs.addFailures(this.job.id, failures);
      });
    }
    return reached;
  }

  /** The job is already finished in the store: if its generation cannot be published, the engine is loaded again. */
  async #publish(generation: GenerationWriter): Promise<void> {
    try {
      await this.#indexing.publish(generation);
    } catch {
      await this.#indexing.discard(generation);
      const engine = await this.#store.engines.byId(this.job.engineId);
      if (engine !== undefined) await this.#indexing.loader.load(engine);
    }
  }

  async #finish(generation: GenerationWriter, sequence: number): Promise<boolean> {
    await this.#note(generation);
    let from = sequence;
    for (let round = 0; round < ROUNDS; round++) {
      const target = (await this.#store.engines.fresh(this.job.engineId))?.sequence ?? from;
      // When less than a page is left, writers are asked to wait for the swap.
      if (target - from < CATCH_UP) break;
      from = await this.#catchUp(generation, from, target);
    }
    return this.#indexing.exclusive(this.job.engineId, async () => {
      for (let round = 1; ; round++) {
        from = await this.#catchUp(generation, from, Number.POSITIVE_INFINITY);
        const engine = await this.#store.engines.fresh(this.job.engineId);
        if (this.#stopped || engine?.runningJob !== this.job.id) return false;
        await generation.addFields(engine.schema);
        const outcome = await this.#end(generation, round === LAST_ROUNDS ? undefined : from);
        if (outcome === 'lost') return false;
        if (outcome === 'ended') break;
      }
      if (!this.#isPublished) await this.#publish(generation);
      return true;
    });
  }

  /**
   * Ends the job in the store, unless another node has committed changes after `reached`, which the report does not
   * cover yet. Writers of this node wait meanwhile, and all others while it publishes a generation that all share.
   */
  async #end(
    generation: GenerationWriter,
    reached: number | undefined,
  ): Promise<'ended' | 'behind' | 'lost'> {
    const { id, engineId } = this.job;
    let isBehind = false;
    const isHeld = await this.#record(async (tx) => {
      const { engines, jobs } = tx;
      const engine = await engines.byId(engineId);
      if (engine === undefined) return;
      isBehind = reached !== undefined && engine.sequence > reached;
      if (isBehind) return;
      if (reached !== undefined && this.#indexing.publishesInTransaction) {
        this.#isPublished = await this.#indexing.publishWithin(tx, generation);
      }
      await jobs.update({
        ...this.job,
        state: 'finished',
        built: undefined,
        total: engine.documentCount,
        done: engine.documentCount,
        failures: await jobs.countFailures(id),
        finishedAt: Date.now(),
      });
      await engines.setRunningJob(engineId, null);
    });
    if (!isHeld) return 'lost';
    return isBehind ? 'behind' : 'ended';
  }
}
