import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { IndexFull } from '../index/port.ts';
import { leasedWork } from '../nodes/leased-work.ts';
import type { EngineRecord, Store } from '../store/port.ts';
import type { EngineLocks } from './engine-locks.ts';
import type { GenerationWriter } from './generation-writer.ts';
import { type Generations, retriedIfGone } from './generations.ts';
import { runningJobOf } from './serving-schema.ts';
import type { UnservedEngines } from './unserved-engines.ts';

/** How often documents are counted again because others were written meanwhile. */
const COUNTS = 3;
/** How often a node looks whether another has built a generation that all share, in milliseconds. */
const LOOK_EVERY = 500;

/** Creates the serving generation of an engine: when the service starts, and when an engine is new. */
export class EngineLoader {
  readonly #store: Store;
  readonly #generations: Generations;
  readonly #locks: EngineLocks;
  readonly #unserved: UnservedEngines;
  readonly #log: Logger | undefined;

  constructor(
    store: Store,
    generations: Generations,
    locks: EngineLocks,
    unserved: UnservedEngines,
    log: Logger | undefined,
  ) {
    this.#store = store;
    this.#generations = generations;
    this.#locks = locks;
    this.#unserved = unserved;
    this.#log = log;
  }

  /** Opens a new engine. Documents that were committed before its generation serves are in it. */
  async open(engineId: number): Promise<void> {
    await this.#locks.exclusive(engineId, async () => {
      if ((await this.#generations.serving(engineId)) !== undefined) return;
      if (this.#generations.isShared) await this.#joinOrBuild(engineId);
      else await this.#build(engineId);
    });
  }

  /**
   * Loads an engine that another node has created, unless it is served, or did not fit in memory: `retry` tries that again.
   * Runs while nothing of the engine is applied.
   */
  async ensure(engineId: number): Promise<void> {
    if (this.#unserved.reasonFor(engineId) !== undefined) return;
    if ((await this.#generations.serving(engineId)) !== undefined) return;
    const engine = await this.#store.engines.fresh(engineId);
    if (engine !== undefined && engine.type !== 'meta') await this.load(engine);
  }

  /**
   * Loads an engine at start-up: restores what an earlier process left of its index and applies the changes since; if
   * that is not possible, builds the index from the store. An engine that does not fit in memory is not served.
   */
  async load(engine: EngineRecord): Promise<void> {
    const { id, name } = engine;
    try {
      if (this.#generations.isShared) await this.#joinOrBuild(id);
      else if (!(await this.#restore(engine))) await this.#build(id);
    } catch (error) {
      if (!(error instanceof IndexFull)) throw error;
      this.#unserved.add(id, error.message);
      this.#log?.error({ engine: id }, `${name} is not served: ${error.message}`);
      return;
    }
    this.#unserved.remove(id);
  }

  /** Uses the generation that other nodes use. If there is none, or it cannot be used, one of the nodes builds one. */
  async #joinOrBuild(engineId: number): Promise<void> {
    const build = async (): Promise<void> => {
      // Another node may have built it since.
      if (!(await this.#join(engineId))) await this.#build(engineId);
    };
    while (!(await this.#join(engineId))) {
      if (await leasedWork(this.#store.nodes, `build ${engineId}`, build)) return;
      await sleep(LOOK_EVERY);
    }
  }

  /** If the types have changed, or the generation is too far behind, the follower rebuilds it. */
  async #join(engineId: number): Promise<boolean> {
    const engine = await this.#store.engines.fresh(engineId);
    if (engine === undefined) return true;
    const job = await runningJobOf(this.#store, engine);
    return retriedIfGone(async () => {
      const writer = await this.#generations.join(engine, job);
      await writer?.catchUp();
      return writer !== undefined;
    });
  }

  async #restore(engine: EngineRecord): Promise<boolean> {
    const { id, name } = engine;
    const writer = await this.#generations.restore(engine, await runningJobOf(this.#store, engine));
    if (writer === undefined) return false;
    if ((await writer.catchUp()) === 'current') {
      const { indexed, stored } = await this.#counts(writer);
      if (indexed === stored) return true;
      this.#log?.warn(
        { engine: id, indexed, stored },
        `the index of ${name} does not agree with the store and is rebuilt`,
      );
    }
    // Dropped first: both may not fit in memory.
    await this.#generations.drop(id);
    return false;
  }

  /** How many documents the index and the store have, counted at the same sequence number if other nodes allow it. */
  async #counts(writer: GenerationWriter): Promise<{ readonly indexed: number; readonly stored: number }> {
    const { engineId } = writer.info;
    for (let attempt = 1; ; attempt++) {
      const indexed = await this.#generations.documentCount(writer);
      const engine = await this.#store.engines.fresh(engineId);
      const stored = engine?.documentCount ?? indexed;
      if (engine === undefined || engine.sequence === writer.reached) return { indexed, stored };
      // Under steady writes of other nodes the two cannot be compared.
      if (attempt === COUNTS) return { indexed, stored: indexed };
      await writer.catchUp();
    }
  }

  /** Builds a generation from the store. */
  async #build(engineId: number): Promise<void> {
    const engine = await this.#store.engines.fresh(engineId);
    if (engine === undefined) return;
    const { sequence } = engine;
    const writer = await this.#generations.begin(engine, await runningJobOf(this.#store, engine));
    try {
      if (sequence > 0) await writer.stream(sequence, async () => true);
      await writer.apply([], { upTo: sequence });
      // Other nodes may have committed since.
      await writer.catchUp();
      await this.#generations.publish(writer);
    } catch (error) {
      await this.#generations.discard(writer);
      throw error;
    }
  }

  /** Tries again to serve an engine that did not fit in memory; rejects with `IndexFull` if it still does not. */
  async retry(engineId: number): Promise<void> {
    await this.#locks.exclusive(engineId, async () => {
      const engine = await this.#store.engines.byId(engineId);
      if (engine !== undefined) await this.load(engine);
    });
    const reason = this.#unserved.reasonFor(engineId);
    if (reason !== undefined) throw new IndexFull(reason);
  }
}
