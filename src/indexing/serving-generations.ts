import { setTimeout as sleep } from 'node:timers/promises';
import { errors } from '../errors.ts';
import type { Explanation } from '../index/explanation.ts';
import type { DocumentRef, FacetPlan, SearchOutcome, SearchPlan } from '../index/plan.ts';
import { GenerationGone, type GenerationInfo } from '../index/port.ts';
import { sourcesOf } from '../meta-engines/sources.ts';
import { type SourceSchema, unionSchema } from '../meta-engines/union-schema.ts';
import type { EngineReader, EngineRecord } from '../store/port.ts';
import type { Schema } from '../values/types.ts';
import type { Index } from './generation-writer.ts';
import type { UnservedEngines } from './unserved-engines.ts';

/** How often work on serving generations starts over because one of them was replaced meanwhile. */
const ATTEMPTS = 3;
/** How long a search that has found outdated documents waits for changes of other nodes, in milliseconds. */
const CATCH_UP_WAIT = 500;

/** The documents that a search of an engine sees: one generation, or for a meta engine one of each source. */
export interface Searchable {
  /** The engine, or the sources of a meta engine, with their types. */
  readonly engines: readonly SourceSchema[];
  readonly language: string | null;
  /** The fields that the options of a search may use; for a meta engine a `UnionSchema`. */
  readonly schema: Schema;
  search(plan: SearchPlan, options?: { readonly signal?: AbortSignal }): Promise<SearchOutcome>;
  /** Undefined if the index cannot explain, or if there is nothing to search. */
  explain(
    plan: SearchPlan,
    ref: DocumentRef,
    options?: { readonly signal?: AbortSignal },
  ): Promise<Explanation | undefined>;
  /** The schemas by engine as they are now: documents may have brought fields since. */
  currentSchemas(): Promise<ReadonlyMap<number, Schema>>;
  /** Applies what other nodes have committed before the call. */
  catchUp(): Promise<void>;
}

interface ServingParts {
  readonly engines: Pick<EngineReader, 'byId'>;
  readonly index: Index;
  readonly unserved: UnservedEngines;
  /** Loads an engine that has no generation here yet. */
  readonly load: (engineId: number) => Promise<void>;
  readonly catchUp?: (engineId: number) => Promise<unknown>;
}

/** The generations that searches see. */
export class ServingGenerations {
  readonly #parts: ServingParts;

  constructor(parts: ServingParts) {
    this.#parts = parts;
  }

  /**
   * Runs `work` on the generations that serve an engine, and again if one was replaced before `work` could search.
   * Refuses an engine that does not fit in memory.
   */
  async use<T>(engine: EngineRecord, work: (generation: Searchable) => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      const generation = engine.type === 'meta' ? await this.#ofSources(engine) : await this.#of(engine);
      try {
        return await work(generation);
      } catch (error) {
        if (!(error instanceof GenerationGone) || attempt === ATTEMPTS) throw error;
      }
    }
  }

  async #of(engine: EngineRecord): Promise<Searchable> {
    const info = await this.#serving(engine.id);
    if (info === undefined) throw errors.noSuchEngine();
    return new ServingGeneration(this.#parts, [{ info, name: engine.name }], info.schema);
  }

  /** A source without a generation was deleted since its record was read: it has no documents. */
  async #ofSources(engine: EngineRecord): Promise<Searchable> {
    const { engines } = this.#parts;
    const current = await engines.byId(engine.id);
    if (current === undefined) throw errors.noSuchEngine();
    const served: ServedEngine[] = [];
    for (const { id, name } of await sourcesOf(engines, current)) {
      const info = await this.#serving(id);
      if (info !== undefined) served.push({ info, name });
    }
    return new ServingGeneration(this.#parts, served, unionSchema(served.map(sourceSchema)));
  }

  async #serving(engineId: number): Promise<GenerationInfo | undefined> {
    this.assertServed(engineId);
    const { index, load } = this.#parts;
    const serving = await index.serving(engineId);
    if (serving !== undefined) return serving;
    // Another node may just have created the engine.
    await load(engineId);
    this.assertServed(engineId);
    return index.serving(engineId);
  }

  /** Refuses a request to an engine that does not fit in memory. */
  assertServed(engineId: number): void {
    this.#parts.unserved.assertServed(engineId);
  }
}

interface ServedEngine {
  readonly info: GenerationInfo;
  readonly name: string;
}

const sourceSchema = ({ info, name }: ServedEngine): SourceSchema => ({
  id: info.engineId,
  name,
  schema: info.schema,
});

class ServingGeneration implements Searchable {
  readonly #index: Index;
  readonly #catchUp: ServingParts['catchUp'];
  readonly #served: readonly ServedEngine[];
  readonly schema: Schema;

  constructor({ index, catchUp }: ServingParts, served: readonly ServedEngine[], schema: Schema) {
    this.#index = index;
    this.#catchUp = catchUp;
    this.#served = served;
    this.schema = schema;
  }

  get engines(): readonly SourceSchema[] {
    return this.#served.map(sourceSchema);
  }

  get language(): string | null {
    return this.#served[0]?.info.language ?? null;
  }

  async search(plan: SearchPlan, options?: { readonly signal?: AbortSignal }): Promise<SearchOutcome> {
    if (this.#served.length === 0) return { total: 0, hits: [], facets: plan.facets.map(emptyFacet) };
    return this.#index.search(
      this.#served.map(({ info }) => info),
      plan,
      options,
    );
  }

  async explain(
    plan: SearchPlan,
    ref: DocumentRef,
    options?: { readonly signal?: AbortSignal },
  ): Promise<Explanation | undefined> {
    if (this.#served.length === 0) return undefined;
    return this.#index.explain?.(
      this.#served.map(({ info }) => info),
      plan,
      ref,
      options,
    );
  }

  async currentSchemas(): Promise<ReadonlyMap<number, Schema>> {
    const schemas = new Map<number, Schema>();
    for (const { info } of this.#served) {
      const current = await this.#index.serving(info.engineId);
      schemas.set(info.engineId, current?.id === info.id ? current.schema : info.schema);
    }
    return schemas;
  }

  async catchUp(): Promise<void> {
    const catchUp = this.#catchUp;
    if (catchUp === undefined) return;
    // A search does not fail or wait for long because this node is behind.
    const caughtUp = Promise.allSettled(this.#served.map(({ info }) => catchUp(info.engineId)));
    await Promise.race([caughtUp, sleep(CATCH_UP_WAIT, undefined, { ref: false })]);
  }
}

const emptyFacet = (facet: FacetPlan): SearchOutcome['facets'][number] =>
  facet.kind === 'range' || facet.kind === 'distance'
    ? { kind: 'counts', counts: facet.ranges.map(() => 0) }
    : { kind: 'value', values: [] };
