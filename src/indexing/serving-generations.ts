import { errors } from '../errors.ts';
import type { SearchOutcome, SearchPlan } from '../index/plan.ts';
import { GenerationGone, type GenerationInfo } from '../index/port.ts';
import type { Schema } from '../values/types.ts';
import type { Index } from './generation-writer.ts';
import type { UnservedEngines } from './unserved-engines.ts';

/** How often work on a serving generation starts over because the generation was replaced meanwhile. */
const ATTEMPTS = 3;

/** A generation to search. */
export interface Searchable {
  readonly engineId: number;
  readonly language: string | null;
  readonly schema: Schema;
  search(plan: SearchPlan, options?: { readonly signal?: AbortSignal }): Promise<SearchOutcome>;
  /** The schema now: documents may have brought fields since. */
  currentSchema(): Promise<Schema>;
}

/** The generations that searches see. */
export class ServingGenerations {
  readonly #index: Index;
  readonly #unserved: UnservedEngines;

  constructor(index: Index, unserved: UnservedEngines) {
    this.#index = index;
    this.#unserved = unserved;
  }

  /** The generation that serves an engine; undefined if none does. Refuses an engine that does not fit in memory. */
  async of(engineId: number): Promise<Searchable | undefined> {
    this.assertServed(engineId);
    const info = await this.#index.serving(engineId);
    return info && new ServingGeneration(this.#index, info);
  }

  /** Runs `work` on the generation that serves an engine, and again if that was replaced before `work` could search. */
  async use<T>(engineId: number, work: (generation: Searchable) => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      const generation = await this.of(engineId);
      if (generation === undefined) throw errors.noSuchEngine();
      try {
        return await work(generation);
      } catch (error) {
        if (!(error instanceof GenerationGone) || attempt === ATTEMPTS) throw error;
      }
    }
  }

  /** Refuses a request to an engine that does not fit in memory. */
  assertServed(engineId: number): void {
    this.#unserved.assertServed(engineId);
  }
}

class ServingGeneration implements Searchable {
  readonly #index: Index;
  readonly #info: GenerationInfo;

  constructor(index: Index, info: GenerationInfo) {
    this.#index = index;
    this.#info = info;
  }

  get engineId(): number {
    return this.#info.engineId;
  }

  get language(): string | null {
    return this.#info.language;
  }

  get schema(): Schema {
    return this.#info.schema;
  }

  search(plan: SearchPlan, options?: { readonly signal?: AbortSignal }): Promise<SearchOutcome> {
    return this.#index.search([this.#info], plan, options);
  }

  async currentSchema(): Promise<Schema> {
    const current = await this.#index.serving(this.#info.engineId);
    return current?.id === this.#info.id ? current.schema : this.#info.schema;
  }
}
