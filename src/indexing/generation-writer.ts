import type { IndexCapabilities } from '../index/capabilities.ts';
import type { GenerationInfo, SearchIndex } from '../index/port.ts';
import type { DocumentChange, EngineRecord, JobRecord, Store, StoredDocument } from '../store/port.ts';
import { timeSlices } from '../threads/time-slice.ts';
import { typedFields } from '../values/typed-fields.ts';
import type { Schema } from '../values/types.ts';
import { isRunning, runningJobOf, typesServed } from './serving-schema.ts';

/** Documents streamed at a time: few enough that requests get through in between, even when documents are large. */
export const PAGE = 50;
/** Changes read at a time while a generation catches up. */
export const CATCH_UP = 250;
/** How often engine and job are read again because they do not agree. */
const MIXED_READS = 10;

export type Index = SearchIndex & IndexCapabilities;

export interface WriteOptions {
  /** With these changes the generation holds every change of the engine up to this sequence number. */
  readonly upTo?: number;
}

interface CatchUpOptions {
  /** Whether the index is asked for memory, as for a request. Rejects with `IndexFull` if it has none. */
  readonly isAdmitted?: boolean;
  readonly signal?: AbortSignal;
}

/**
 * How a generation that has caught up relates to its engine:
 * - `current`: it holds every change;
 * - `retyped`: it does, with types that the engine has no more;
 * - `outdated`: the store no longer has all deletions that it lacks;
 * - `deleted`: there is no such engine any more.
 * A generation that is retyped or outdated has to be rebuilt.
 */
export type Standing = 'current' | 'retyped' | 'outdated' | 'deleted';

type JobMark = Pick<JobRecord, 'id' | 'sequence'>;

/**
 * Brings documents and changes from the store into one generation.
 *
 * While a reindex job runs, on whichever node, documents may have fields that the generation lacks. It is then recorded
 * to hold only the changes before the job, and takes the later ones again when the job has ended.
 */
export class GenerationWriter {
  readonly #store: Store;
  readonly #index: Index;
  #info: GenerationInfo;
  #reached: number;
  /** The running reindex job of the engine, as far as this writer knows. */
  #job: JobMark | undefined;

  /** `reached`: the generation holds every change up to this sequence number already. */
  constructor(store: Store, index: Index, info: GenerationInfo, reached = 0) {
    this.#store = store;
    this.#index = index;
    this.#info = info;
    this.#reached = reached;
  }

  get info(): GenerationInfo {
    return this.#info;
  }

  /** Takes over what the index says about the generation now. */
  refresh(info: GenerationInfo): void {
    this.#info = info;
  }

  /** The sequence number up to which the generation holds every change. */
  get reached(): number {
    return this.#reached;
  }

  /** Notes that a reindex job of the engine has begun. Changes after it have not been applied yet. */
  noteJob(job: JobMark | undefined): void {
    this.#job = job;
  }

  /** Whether the job that the engine had at some moment is the one that this writer knows. */
  knowsJobOf({ runningJob }: EngineRecord): boolean {
    return runningJob === (this.#job?.id ?? null);
  }

  /** Whether the generation lacks neither a field of `types` nor has one of another type. */
  hasTypes(types: Schema): boolean {
    return [...types].every(([name, type]) => this.#info.schema.get(name) === type);
  }

  async addFields(fields: Schema): Promise<void> {
    const { schema } = this.#info;
    if ([...fields.keys()].every((name) => schema.has(name))) return;
    this.#info = await this.#index.addFields(this.#info, fields);
  }

  async apply(changes: readonly DocumentChange[], { upTo }: WriteOptions = {}): Promise<void> {
    const index = this.#index;
    const info = this.#info;
    const options = upTo === undefined ? {} : { upTo: Math.min(upTo, this.#job?.sequence ?? upTo) };
    if (index.applyStored !== undefined) {
      await index.applyStored(info, changes, options);
    } else {
      const converted = changes.map(({ id, sequence, json }) => ({
        id,
        sequence,
        fields: json === null ? null : typedFields(JSON.parse(json), info.schema),
      }));
      await index.apply(info, converted, options);
    }
    if (upTo !== undefined) this.#reached = Math.max(this.#reached, upTo);
  }

  /** Applies the changes that the generation does not have yet, until none is left. */
  async catchUp({ isAdmitted = false, signal }: CatchUpOptions = {}): Promise<Standing> {
    const yieldWhenDue = timeSlices();
    const { engineId } = this.#info;
    await this.#learnReached();
    for (let mixed = 0; ; ) {
      signal?.throwIfAborted();
      const changes = await this.#store.documents.changesSince(engineId, this.#reached, CATCH_UP);
      // Read after the changes, and from the store itself, so that it has every field of theirs.
      const engine = await this.#store.engines.fresh(engineId);
      if (engine === undefined) return 'deleted';
      // Also read after the changes: if it is not behind, they are complete.
      if (engine.forgotten > this.#reached) return 'outdated';
      const job = await runningJobOf(this.#store, engine);
      // It has ended between the two reads.
      if (engine.runningJob !== null && !isRunning(job) && mixed++ < MIXED_READS) continue;
      const types = typesServed(engine, job);
      if (this.#followJob(job)) continue;
      await this.addFields(types);
      const last = changes.at(-1)?.sequence;
      if (last === undefined) return this.hasTypes(types) ? 'current' : 'retyped';
      await this.#applyPage(changes, last, isAdmitted);
      await yieldWhenDue();
    }
  }

  /** Asks a shared index how far all nodes have come. */
  async #learnReached(): Promise<void> {
    if (!this.#index.isShared) return;
    const recorded = (await this.#index.recordedSequence?.(this.#info)) ?? 0;
    this.#reached = Math.max(recorded, this.#reached);
  }

  /**
   * Compares the job that runs with the one that this writer knows. If that one has ended, the generation goes back to
   * where it began, and changes since have to be read again: then true.
   */
  #followJob(job: JobMark | undefined): boolean {
    const before = this.#job;
    if (job?.id === before?.id) return false;
    this.#job = job && { id: job.id, sequence: job.sequence };
    if (before === undefined || before.sequence >= this.#reached) return false;
    this.#reached = before.sequence;
    return true;
  }

  async #applyPage(changes: readonly DocumentChange[], upTo: number, isAdmitted: boolean): Promise<void> {
    const bytes = changes.reduce((sum, { json }) => sum + (json?.length ?? 0), 0);
    const release = isAdmitted && bytes > 0 ? await this.#index.admit?.(bytes) : undefined;
    try {
      await this.apply(changes, { upTo });
    } finally {
      release?.();
    }
  }

  /**
   * Streams the documents of the engine into the generation, page by page, up to those that were first inserted by the
   * change `upTo`, and from those after the position `after` on. `onPage` sees each page after it was applied and says
   * whether to go on; false if it said no.
   *
   * Documents that were changed after `upTo` are left to the caller, who applies these changes later anyway. The
   * generation may lack fields of theirs: a process that was stopped here, and wakes up when another one has applied such
   * a change, would replace it with one that has the same number and fewer fields.
   */
  async stream(
    upTo: number,
    onPage: (page: readonly StoredDocument[]) => Promise<boolean>,
    { after = 0 }: { readonly after?: number } = {},
  ): Promise<boolean> {
    const yieldWhenDue = timeSlices();
    for (let position = after; position < upTo; ) {
      const page = await this.#store.documents.after(this.#info.engineId, position, PAGE);
      const last = page.at(-1);
      if (last === undefined) return true;
      await this.apply(page.filter(({ sequence }) => sequence <= upTo));
      if (!(await onPage(page))) return false;
      position = last.position;
      await yieldWhenDue();
    }
    return true;
  }
}
