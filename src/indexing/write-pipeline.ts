import type { Logger } from 'pino';
import { errors } from '../errors.ts';
import type { Prebuilt, StoredText } from '../index/capabilities.ts';
import { IndexFull } from '../index/port.ts';
import type { DocumentChange } from '../store/port.ts';
import type { Schema } from '../values/types.ts';
import type { EngineLocks } from './engine-locks.ts';
import type { Index } from './generation-writer.ts';
import type { Generations } from './generations.ts';
import type { UnservedEngines } from './unserved-engines.ts';

/** How often committed changes that could not be applied are tried again while their request waits. */
const ATTEMPTS = 5;
/** The pause before the second attempt, in milliseconds; it doubles with each further one. */
const FIRST_PAUSE = 50;
/** The pause before the next attempt after the response has reported that the changes are not visible yet. */
const LATER = 1_000;

/** What a write has committed to the store, and its response. */
export interface Committed<T> {
  readonly changes: readonly DocumentChange[];
  /** New fields of the documents. */
  readonly added: Schema;
  readonly prebuilt?: Prebuilt | undefined;
  readonly response: T;
}

/** Writes of documents: admission, then a commit in the engine's order, then the application of its changes. */
export class WritePipeline {
  readonly #index: Index;
  readonly #generations: Generations;
  readonly #locks: EngineLocks;
  readonly #unserved: UnservedEngines;
  readonly #log: Logger | undefined;

  constructor(
    index: Index,
    generations: Generations,
    locks: EngineLocks,
    unserved: UnservedEngines,
    log: Logger | undefined,
  ) {
    this.#index = index;
    this.#generations = generations;
    this.#locks = locks;
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

  /** Lets the index start on documents that are about to be committed. */
  async prebuild(
    engineId: number,
    documents: readonly StoredText[],
    added: Schema,
  ): Promise<Prebuilt | undefined> {
    if (this.#index.prebuild === undefined) return undefined;
    const generation = await this.#index.serving(engineId);
    return generation && this.#index.prebuild(generation, documents, added);
  }

  /**
   * Runs `commit` after all earlier commits of the engine, then makes its changes visible, and then resolves with its
   * response. The next commit may begin as soon as this one has ended.
   */
  async write<T>(engineId: number, commit: () => Promise<Committed<T>>): Promise<T> {
    let applied: Promise<void> = Promise.resolve();
    const response = await this.#locks.commit(engineId, async () => {
      const committed = await commit();
      applied = this.#locks.apply(engineId, () => this.#apply(engineId, committed));
      // The rejection is handled below; this avoids an unhandled-rejection warning.
      applied.catch(() => {});
      return committed.response;
    });
    await applied;
    return response;
  }

  /**
   * Makes committed changes visible to searches. After a failure the changes are read from the store again, so that
   * none is left out; a later write also applies the changes that an earlier one could not.
   */
  async #apply(engineId: number, { changes, added, prebuilt }: Committed<unknown>): Promise<void> {
    const first = changes[0]?.sequence;
    const last = changes.at(-1)?.sequence;
    if (first === undefined || last === undefined) return;
    for (let attempt = 1; ; attempt++) {
      try {
        const writer = await this.#generations.serving(engineId);
        if (writer === undefined) return;
        await writer.addFields(added);
        const isNext = writer.reached + 1 >= first;
        if (attempt === 1 && isNext) await writer.apply(changes, { upTo: last, prebuilt });
        else await writer.catchUp();
        return;
      } catch (error) {
        this.#log?.error(
          { engine: engineId, attempt, err: error },
          'a change could not be applied to the index',
        );
        if (attempt === ATTEMPTS) {
          this.#applyLater(engineId);
          throw errors.notVisibleYet();
        }
        await new Promise((resolve) => setTimeout(resolve, FIRST_PAUSE * 2 ** (attempt - 1)));
      }
    }
  }

  /** Keeps trying in the background, as long as the engine is served. */
  #applyLater(engineId: number): void {
    const catchUp = async () => (await this.#generations.serving(engineId))?.catchUp();
    setTimeout(() => {
      this.#locks.apply(engineId, catchUp).catch((error) => {
        this.#log?.error({ engine: engineId, err: error }, 'changes could still not be applied to the index');
        this.#applyLater(engineId);
      });
    }, LATER).unref();
  }
}
