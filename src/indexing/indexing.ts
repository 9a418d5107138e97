import type { Logger } from 'pino';
import { errors } from '../errors.ts';
import {
  type DocumentSource,
  type ExpectedDocument,
  type Generation,
  IndexFull,
  type SearchIndex,
} from '../index/port.ts';
import type { DocumentChange, DocumentReader, EngineRecord, Store } from '../store/port.ts';
import { timeSlices, yieldToEventLoop } from '../threads/time-slice.ts';
import { shownFields } from '../values/shown-fields.ts';
import type { Schema } from '../values/types.ts';
import { KeyedMutex } from './keyed-mutex.ts';
import { runningJobOf, servingSchema, typesServed } from './serving-schema.ts';
import { StoredChange } from './stored-change.ts';
import { UnservedEngines } from './unserved-engines.ts';

/** Documents streamed at a time: so few that requests pass in between even when the documents are large. */
export const PAGE = 50;
/** Changes caught up with at a time. */
const CATCH_UP = 250;
/** How often changes that were committed and could not be applied are tried again while their writer waits. */
const TRIES = 5;
/** How long the second try waits, in milliseconds; each further one waits twice as long. */
const FIRST_WAIT = 50;
/** How long it takes until they are tried again after their writer was told that searches do not see them yet. */
const LATER = 1_000;

/** Reads the values of documents again, page by page, for an index that does not keep all of them. */
export const documentSource =
  (documents: DocumentReader): DocumentSource =>
  async (engineId, ids, schema) => {
    await yieldToEventLoop();
    const found = await documents.byIds(engineId, ids);
    return new Map([...found].map(([id, { json }]) => [id, shownFields(JSON.parse(json), schema)]));
  };

/** What a write has done to the store, and what it answers. */
export interface Committed<T> {
  readonly changes: readonly DocumentChange[];
  /** Fields that the documents brought. */
  readonly added: Schema;
  readonly answer: T;
}

/**
 * Brings what the store holds into the search index.
 *
 * Commits of one engine go one after another, and so do the applications of their changes, in the same order; while
 * one write is applied, the next may commit already. `exclusive` work has the engine to itself: nothing is committed
 * and nothing is on its way into the index.
 */
export class Indexing {
  readonly #store: Store;
  readonly #index: SearchIndex;
  readonly #log: Logger | undefined;
  readonly #commits = new KeyedMutex();
  readonly #applications = new KeyedMutex();
  /** The sequence number up to which a generation has every change. */
  readonly #reached = new WeakMap<Generation, number>();
  readonly #unserved = new UnservedEngines();
  /**
   * Engines whose types change, with the last change before that. What was written since may bring fields that the
   * generation which serves does not have: to a later process, only those before are in it.
   */
  readonly #changing = new Map<number, number>();
  /** Generations with the new types. */
  readonly #changed = new WeakSet<Generation>();
  /** Engines that are built anew, with the change that the building began at. */
  readonly #rebuilding = new Map<number, number>();

  constructor(store: Store, index: SearchIndex, log?: Logger) {
    this.#store = store;
    this.#index = index;
    this.#log = log;
  }

  /** Runs `work` when all earlier work on this engine has ended; all later work waits for it. */
  exclusive<T>(engineId: number, work: () => Promise<T>): Promise<T> {
    return this.#commits.run(engineId, () => this.#applications.run(engineId, work));
  }

  /**
   * A write of documents: room is asked for first, then it commits, then its changes become visible, then it is
   * answered. The next write of the engine begins when this one has committed.
   */
  async write<T>(engineId: number, bytes: number, commit: () => Promise<Committed<T>>): Promise<T> {
    // What makes the engine smaller is always welcome.
    if (bytes > 0) await this.#admit(engineId, bytes);
    let applied: Promise<void> = Promise.resolve();
    const answer = await this.#commits.run(engineId, async () => {
      const { changes, added, answer } = await commit();
      applied = this.#applications.run(engineId, () => this.apply(engineId, changes, added));
      // Who waits for it hears of its failure below; until then nobody has to.
      applied.catch(() => {});
      return answer;
    });
    await applied;
    return answer;
  }

  /** Tells the index of documents that are about to be committed, and of the fields that they bring. */
  expect(engineId: number, documents: readonly ExpectedDocument[], added: Schema): void {
    this.#index.serving(engineId)?.expect?.(documents, added);
  }

  async #admit(engineId: number, bytes: number): Promise<void> {
    this.#unserved.assertServed(engineId);
    try {
      await this.#index.admit(bytes);
    } catch (error) {
      if (error instanceof IndexFull) throw errors.indexFull(error.message);
      throw error;
    }
  }

  /** The generation that searches see. An engine that memory has no room for is refused. */
  serving(engineId: number): Generation | undefined {
    this.#unserved.assertServed(engineId);
    return this.#index.serving(engineId);
  }

  /** Gives a new engine its first, empty generation. */
  async open(engineId: number, schema: Schema, language: string | null): Promise<void> {
    await this.#index.publish(await this.#index.begin(engineId, schema, language));
  }

  /**
   * Makes the serving generation of an engine at start-up: from what an earlier process left of the index, and what
   * has changed since; if that cannot be used, from the store.
   */
  async load(engine: EngineRecord): Promise<void> {
    const { id, name } = engine;
    const job = await runningJobOf(this.#store, engine);
    if (job !== undefined) this.typesChange(id, job.sequence);
    const schema = typesServed(engine, job);
    try {
      if (!(await this.#take(engine, schema))) await this.#build(engine, schema);
    } catch (error) {
      if (!(error instanceof IndexFull)) throw error;
      this.#unserved.add(id, error.message);
      this.#log?.error({ engine: id }, `${name} is not served: ${error.message}`);
      return;
    }
    this.#unserved.remove(id);
  }

  async #take({ id, name, language, sequence, forgotten, documentCount }: EngineRecord, schema: Schema) {
    const opened = await this.#index.open({ engineId: id, schema, language, sequence, forgotten });
    if (opened === undefined) return false;
    this.#reached.set(opened.generation, opened.sequence);
    await opened.generation.addFields(schema);
    await this.#catchUp(opened.generation);
    const indexed = opened.documentCount();
    if (indexed === documentCount) return true;
    this.#log?.warn(
      { engine: id, indexed, stored: documentCount },
      `the index of ${name} does not agree with the store and is built anew`,
    );
    // It goes first: memory may not have room for both.
    await this.#index.drop(id);
    return false;
  }

  async #build({ id, language, sequence }: EngineRecord, schema: Schema): Promise<void> {
    const generation = await this.#index.begin(id, schema, language);
    try {
      await this.stream(generation, Number.POSITIVE_INFINITY, async () => true);
      await this.applyTo(generation, [], sequence);
      await this.#index.publish(generation);
    } catch (error) {
      await this.#index.discard(generation);
      throw error;
    }
  }

  /** Builds the serving generation of an engine anew, beside searches and writes, unless `signal` says to give up. */
  async rebuild(engineId: number, signal?: AbortSignal): Promise<void> {
    if (this.#unserved.sentenceFor(engineId) !== undefined) return this.#loadAgain(engineId);
    const engine = await this.#store.engines.byId(engineId);
    const serving = this.#index.serving(engineId);
    if (engine === undefined || serving === undefined) return;
    this.#rebuilding.set(engineId, engine.sequence);
    try {
      await this.#rebuild(serving, engine.sequence, signal);
    } finally {
      this.#rebuilding.delete(engineId);
    }
  }

  async #rebuild(serving: Generation, sequence: number, signal: AbortSignal | undefined): Promise<void> {
    const { engineId, schema, language } = serving;
    const generation = await this.#index.begin(engineId, schema, language, signal && { signal });
    try {
      await this.stream(generation, sequence, async () => !signal?.aborted);
      signal?.throwIfAborted();
      await this.applyTo(generation, [], sequence);
      await this.#catchUp(generation);
      await this.exclusive(engineId, async () => {
        // A reindex job may have put its own generation there, which is as new.
        if (this.#index.serving(engineId) !== serving) return;
        await generation.addFields(serving.schema);
        await this.#catchUp(generation);
        await this.#index.publish(generation);
      });
    } finally {
      if (this.#index.serving(engineId) !== generation) await this.#index.discard(generation);
    }
  }

  /** Tries once more to serve an engine that memory had no room for. */
  async #loadAgain(engineId: number): Promise<void> {
    await this.exclusive(engineId, async () => {
      const engine = await this.#store.engines.byId(engineId);
      if (engine !== undefined) await this.load(engine);
    });
    const sentence = this.#unserved.sentenceFor(engineId);
    if (sentence !== undefined) throw new IndexFull(sentence);
  }

  /** Up to which change, `sequence` at most, nobody needs records of deletions any more. */
  forgettable(engineId: number, sequence: number): number {
    return Math.min(sequence, this.#rebuilding.get(engineId) ?? sequence);
  }

  /** Says, in the engine's turn, that its types were changed after the change `sequence`: a job will bring them in. */
  typesChange(engineId: number, sequence: number): void {
    this.#changing.set(engineId, sequence);
  }

  /** The change of types is given up, in the engine's turn: what was written since is shown under the types before. */
  async typesStay(
    engineId: number,
    schema: Schema,
    written: ReadonlyArray<readonly DocumentChange[]>,
  ): Promise<void> {
    const generation = this.#index.serving(engineId);
    if (generation !== undefined) {
      await generation.addFields(schema);
      for (const changes of written) await this.applyTo(generation, changes);
    }
    this.#changing.delete(engineId);
  }

  /**
   * Makes committed changes visible to searches. What fails is tried again, from the record of changes, so that none
   * is left out; a later write takes up what an earlier one could not bring in.
   */
  async apply(engineId: number, changes: readonly DocumentChange[], added: Schema): Promise<void> {
    const generation = this.#index.serving(engineId);
    const last = changes.at(-1)?.sequence;
    if (generation === undefined || last === undefined) return;
    for (let attempt = 1; ; attempt++) {
      try {
        if (added.size > 0) await generation.addFields(added);
        const reached = this.#reached.get(generation) ?? 0;
        const isNext = reached + 1 >= (changes[0] as DocumentChange).sequence;
        if (attempt === 1 && isNext) await this.applyTo(generation, changes, last);
        else await this.#catchUp(generation);
        return;
      } catch (error) {
        this.#log?.error(
          { engine: engineId, attempt, err: error },
          'a change could not be applied to the index',
        );
        if (attempt === TRIES) {
          this.#tryLater(generation);
          throw errors.notVisibleYet();
        }
        await new Promise((resolve) => setTimeout(resolve, FIRST_WAIT * 2 ** (attempt - 1)));
      }
    }
  }

  /** Goes on trying behind the back of the writer, who was told so, as long as the generation serves. */
  #tryLater(generation: Generation): void {
    const { engineId } = generation;
    const isServing = () => this.#index.serving(engineId) === generation;
    const catchUp = async () => {
      if (isServing()) await this.#catchUp(generation);
    };
    setTimeout(() => {
      this.#applications.run(engineId, catchUp).catch((error) => {
        if (!isServing()) return;
        this.#log?.error({ engine: engineId, err: error }, 'changes could still not be applied to the index');
        this.#tryLater(generation);
      });
    }, LATER).unref();
  }

  /** Applies changes; with `upTo` the generation then has every change up to that sequence number. */
  async applyTo(generation: Generation, changes: readonly DocumentChange[], upTo?: number): Promise<void> {
    const before = this.#changed.has(generation) ? undefined : this.#changing.get(generation.engineId);
    await generation.apply(
      changes.map((change) => new StoredChange(change, generation.schema)),
      upTo === undefined || before === undefined ? upTo : Math.min(upTo, before),
    );
    if (upTo !== undefined) this.#reached.set(generation, upTo);
  }

  /** Applies what changed since the sequence number that a generation has reached, until nothing is left. */
  async #catchUp(generation: Generation): Promise<void> {
    const yieldWhenDue = timeSlices();
    for (;;) {
      const reached = this.#reached.get(generation) ?? 0;
      const changes = await this.#store.documents.changesSince(generation.engineId, reached, CATCH_UP);
      const last = changes.at(-1)?.sequence;
      if (last === undefined) return;
      // Read after the changes: it knows every field that they brought.
      const engine = await this.#store.engines.byId(generation.engineId);
      if (engine !== undefined) await generation.addFields(await servingSchema(this.#store, engine));
      await this.applyTo(generation, changes, last);
      await yieldWhenDue();
    }
  }

  /** Begins a generation with the new types of an engine, when memory has room for it. */
  async begin(
    engineId: number,
    schema: Schema,
    language: string | null,
    { signal }: { readonly signal: AbortSignal },
  ): Promise<Generation> {
    await this.#unserved.untilServed(engineId, signal);
    const generation = await this.#index.begin(engineId, schema, language, { signal });
    this.#changed.add(generation);
    return generation;
  }

  async publish(generation: Generation): Promise<void> {
    await this.#index.publish(generation);
    this.#changing.delete(generation.engineId);
  }

  discard(generation: Generation): Promise<void> {
    return this.#index.discard(generation);
  }

  async drop(engineId: number): Promise<void> {
    this.#unserved.remove(engineId);
    this.#changing.delete(engineId);
    await this.#index.drop(engineId);
  }

  /**
   * Streams the documents of the generation's engine into it, page by page, up to those that were first inserted by
   * the change `upTo`. `onPage` sees each page after it went in and says whether to go on; the answer is false if it
   * did not.
   */
  async stream(
    generation: Generation,
    upTo: number,
    onPage: (page: readonly DocumentChange[]) => Promise<boolean>,
  ): Promise<boolean> {
    const yieldWhenDue = timeSlices();
    let position = 0;
    for (;;) {
      const page = await this.#store.documents.after(generation.engineId, position, PAGE);
      const last = page.at(-1);
      if (last === undefined) return true;
      await this.applyTo(generation, page);
      if (!(await onPage(page))) return false;
      position = last.position;
      if (position >= upTo) return true;
      await yieldWhenDue();
    }
  }
}
