import type { Logger } from 'pino';
import { IndexFull } from '../index/port.ts';
import type { EngineRecord, Store } from '../store/port.ts';
import type { Schema } from '../values/types.ts';
import type { EngineLocks } from './engine-locks.ts';
import type { Generations } from './generations.ts';
import { runningJobOf, typesServed } from './serving-schema.ts';
import type { UnservedEngines } from './unserved-engines.ts';

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
      const engine = await this.#store.engines.byId(engineId);
      if (engine !== undefined) await this.#build(engine, engine.schema);
    });
  }

  /**
   * Loads an engine at start-up: restores what an earlier process left of its index and applies the changes since; if
   * that is not possible, builds the index from the store. An engine that does not fit in memory is not served.
   */
  async load(engine: EngineRecord): Promise<void> {
    const { id, name } = engine;
    const job = await runningJobOf(this.#store, engine);
    if (job === undefined) this.#generations.typesStay(id);
    else this.#generations.typesChange(id, job.sequence);
    const schema = typesServed(engine, job);
    try {
      if (!(await this.#restore(engine, schema))) await this.#build(engine, schema);
    } catch (error) {
      if (!(error instanceof IndexFull)) throw error;
      this.#unserved.add(id, error.message);
      this.#log?.error({ engine: id }, `${name} is not served: ${error.message}`);
      return;
    }
    this.#unserved.remove(id);
  }

  async #restore(engine: EngineRecord, schema: Schema): Promise<boolean> {
    const { id, name, language, sequence, forgotten, documentCount } = engine;
    const writer = await this.#generations.restore(id, { schema, language, sequence, forgotten });
    if (writer === undefined) return false;
    await writer.addFields(schema);
    await writer.catchUp();
    const indexed = await this.#generations.documentCount(writer);
    if (indexed === documentCount) return true;
    this.#log?.warn(
      { engine: id, indexed, stored: documentCount },
      `the index of ${name} does not agree with the store and is rebuilt`,
    );
    // Dropped first: both may not fit in memory.
    await this.#generations.drop(id);
    return false;
  }

  async #build({ id, language, sequence }: EngineRecord, schema: Schema): Promise<void> {
    const writer = await this.#generations.begin(id, schema, language);
    try {
      // Nothing is committed meanwhile: the stream and the sequence number are of the same state.
      if (sequence > 0) await writer.stream(Number.POSITIVE_INFINITY, async () => true);
      await writer.apply([], { upTo: sequence });
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
