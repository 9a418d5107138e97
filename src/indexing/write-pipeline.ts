import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { errors } from '../errors.ts';
import { IndexFull, IndexUnavailable } from '../index/port.ts';
import { limits } from '../limits.ts';
import type { DocumentChange, EngineRecord } from '../store/port.ts';
import { inSpan } from '../tracing/span.ts';
import { type Schema, schemaWith } from '../values/types.ts';
import type { EngineLoader } from './engine-loader.ts';
import type { EngineLocks } from './engine-locks.ts';
import type { GenerationWriter, Index } from './generation-writer.ts';
import type { Generations } from './generations.ts';
import type { UnservedEngines } from './unserved-engines.ts';

/** How often committed changes that could not be applied are tried again while their request waits. */
const ATTEMPTS = 5;
/** The pause before the second attempt, in milliseconds; it doubles with each further one. */
const FIRST_PAUSE = 50;
/** The pause before the next attempt after the response, in milliseconds. */
const LATER = 1_000;

/** What a write has committed to the store, and its response. */
export interface Committed<T> {
  readonly changes: readonly DocumentChange[];
  /** The engine as the transaction found it. */
  readonly engine: EngineRecord;
  /** New fields of the documents. */
  readonly added: Schema;
  readonly response: T;
}

interface PipelineParts {
  readonly index: Index;
  readonly generations: Generations;
  readonly locks: EngineLocks;
  readonly loader: EngineLoader;
  readonly unserved: UnservedEngines;
  readonly log: Logger | undefined;
}

/** Writes of documents: admission, then a commit in the engine's order, then the application of its changes. */
export class WritePipeline {
  readonly #index: Index;
  readonly #generations: Generations;
  readonly #locks: EngineLocks;
  readonly #loader: EngineLoader;
  readonly #unserved: UnservedEngines;
  readonly #log: Logger | undefined;
  /** The last change of this process that is yet to be applied, by engine. */
  readonly #queued = new Map<number, number>();
  /** Engines whose changes are applied later because the index is away. Their writes do not wait for it. */
  readonly #postponed = new Set<number>();
  #isClosed = false;

  constructor({ index, generations, locks, loader, unserved, log }: PipelineParts) {
    this.#index = index;
    this.#generations = generations;
    this.#locks = locks;
    this.#loader = loader;
    this.#unserved = unserved;
    this.#log = log;
  }

  /**
   * Runs a write of documents of this size, or rejects if the index has no memory for them. Deletions need no admission.
   */
  async admitted<T>(engineId: number, bytes: number, write: () => Promise<T>): Promise<T> {
    this.#unserved.assertServed(engineId);
    const release = await this.#admit(bytes);
    try {
      return await write();
    } finally {
      release?.();
    }
  }

  async #admit(bytes: number): Promise<(() => void) | undefined> {
    try {
      return await this.#index.admit?.(bytes);
    } catch (error) {
      if (error instanceof IndexFull) throw errors.indexFull(error.message);
      throw error;
    }
  }

  /** The last change that this process has committed and is about to apply; 0 if it has none. */
  queuedUpTo(engineId: number): number {
    return this.#queued.get(engineId) ?? 0;
  }

  /**
   * Runs `commit` after all earlier commits of the engine in this process, then makes its changes visible, and then
   * resolves with its response. The next commit may begin as soon as this one has ended.
   *
   * Changes that are committed are never refused: if the index is away, they are applied when it is back.
   */
  async write<T>(engineId: number, commit: () => Promise<Committed<T>>): Promise<T> {
    let applied: Promise<void> = Promise.resolve();
    const response = await this.#locks.commit(engineId, async () => {
      const committed = await commit();
      const last = committed.changes.at(-1)?.sequence;
      if (last === undefined || this.#postponed.has(engineId)) return committed.response;
      this.#queued.set(engineId, last);
      applied = this.#locks
        .apply(engineId, () => inSpan('index/apply', () => this.#apply(engineId, committed)))
        .finally(() => {
          if (this.#queued.get(engineId) === last) this.#queued.delete(engineId);
        });
      // The rejection is handled below; this avoids an unhandled-rejection warning.
      applied.catch(() => {});
      return committed.response;
    });
    await (this.#index.isShared ? this.#withinTime(engineId, applied) : applied);
    return response;
  }

  /** Waits for an index elsewhere, which may take any time. */
  async #withinTime(engineId: number, applied: Promise<void>): Promise<void> {
    const over = new AbortController();
    const timeout = sleep(limits.sequenceWait, true, { signal: over.signal, ref: false }).catch(() => false);
    try {
      const isLate = await Promise.race([applied.then(() => false), timeout]);
      if (isLate) this.postpone(engineId);
    } finally {
      over.abort();
    }
  }

  /**
   * Makes committed changes visible to searches. After a failure the changes are read from the store again, so that
   * none is left out; a later write also applies the changes that an earlier one could not.
   */
  async #apply(engineId: number, committed: Committed<unknown>): Promise<void> {
    for (let attempt = 1; ; attempt++) {
      if (this.#postponed.has(engineId)) return;
      try {
        const writer = await this.#generations.serving(engineId);
        if (writer === undefined) await this.#loader.ensure(engineId);
        else if (attempt > 1 || !(await this.#applyNext(writer, committed))) await writer.catchUp();
        return;
      } catch (error) {
        if (error instanceof IndexUnavailable) return this.postpone(engineId);
        this.#log?.error(
          { engine: engineId, attempt, err: error },
          'a change could not be applied to the index',
        );
        if (attempt === ATTEMPTS) {
          this.#applyLater(engineId);
          throw errors.notVisibleYet();
        }
        await sleep(FIRST_PAUSE * 2 ** (attempt - 1));
      }
    }
  }

  /**
   * Applies changes as they were committed, without reading them from the store. False if other nodes have committed
   * something that the generation lacks: changes, a reindex job, or a change of types.
   */
  async #applyNext(
    writer: GenerationWriter,
    { changes, engine, added }: Committed<unknown>,
  ): Promise<boolean> {
    const first = changes[0]?.sequence ?? 0;
    const upTo = changes.at(-1)?.sequence ?? 0;
    if (writer.reached + 1 < first || !writer.knowsJobOf(engine)) return false;
    // During a job the generation must not get the fields that the job adds.
    await writer.addFields(engine.runningJob === null ? schemaWith(engine.schema, added) : added);
    await writer.apply(changes, { upTo });
    return true;
  }

  /** Leaves the changes of an engine to the background because the index is away. */
  postpone(engineId: number): void {
    if (this.#postponed.has(engineId)) return;
    this.#postponed.add(engineId);
    this.#log?.warn(
      { engine: engineId },
      'the search index is away: changes will be applied when it is back',
    );
    this.#applyLater(engineId);
  }

  /** Ends the attempts in the background: the next start, or another node, applies the rest. */
  close(): void {
    this.#isClosed = true;
  }

  /** Keeps trying in the background, as long as the engine is served. */
  #applyLater(engineId: number): void {
    if (this.#isClosed) return;
    const catchUp = async (): Promise<void> => {
      const writer = await this.#generations.serving(engineId);
      // From here on writes wait for their changes again: they come after this work.
      this.#postponed.delete(engineId);
      if (writer === undefined) await this.#loader.ensure(engineId);
      else await writer.catchUp();
    };
    setTimeout(() => {
      this.#locks.apply(engineId, catchUp).catch((error) => {
        if (error instanceof IndexUnavailable) this.#postponed.add(engineId);
        else
          this.#log?.error(
            { engine: engineId, err: error },
            'changes could still not be applied to the index',
          );
        this.#applyLater(engineId);
      });
    }, LATER).unref();
  }
}
