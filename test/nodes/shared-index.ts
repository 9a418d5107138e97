import type { SearchOutcome, SearchPlan } from '../../src/index/plan.ts';
import {
  type ApplyOptions,
  type GenerationInfo,
  type IndexChange,
  IndexUnavailable,
  type SearchIndex,
} from '../../src/index/port.ts';
import type { Schema } from '../../src/values/types.ts';
import { SourcedIndex } from '../support/sourced-index.ts';

/** One index that several nodes share, as a search cluster would be. */
export class SharedIndex {
  readonly index = new SourcedIndex();
  readonly recorded = new Map<string, number>();
  /** Generations that are not published. */
  readonly building = new Map<string, GenerationInfo>();
  /** Generations that were begun. */
  begun = 0;
}

/** The index as one node sees it. */
export class SharedIndexView implements SearchIndex {
  readonly isShared = true;
  readonly #shared: SharedIndex;
  /** Whether this node cannot reach the index. */
  isAway = false;
  /** Changes are applied when this resolves. */
  held: Promise<void> | undefined;
  /** Changes that this node has applied. */
  applied = 0;

  constructor(shared: SharedIndex) {
    this.#shared = shared;
  }

  get #index(): SearchIndex {
    if (this.isAway) throw new IndexUnavailable('the test took the index away');
    return this.#shared.index;
  }

  async recordedSequence({ id }: GenerationInfo): Promise<number> {
    return this.#index && (this.#shared.recorded.get(id) ?? 0);
  }

  async begin(engineId: number, schema: Schema, language: string | null): Promise<GenerationInfo> {
    const generation = await this.#index.begin(engineId, schema, language);
    this.#shared.begun++;
    this.#shared.building.set(generation.id, generation);
    return generation;
  }

  async reopen(engineId: number, id: string): Promise<GenerationInfo | undefined> {
    const generation = this.#index && this.#shared.building.get(id);
    return generation?.engineId === engineId ? generation : undefined;
  }

  async addFields(generation: GenerationInfo, fields: Schema): Promise<GenerationInfo> {
    const next = await this.#index.addFields(generation, fields);
    if (this.#shared.building.has(next.id)) this.#shared.building.set(next.id, next);
    return next;
  }

  async apply(
    generation: GenerationInfo,
    changes: readonly IndexChange[],
    options: ApplyOptions = {},
  ): Promise<void> {
    await this.held;
    await this.#index.apply(generation, changes, options);
    this.applied += changes.length;
    const { recorded } = this.#shared;
    const { upTo = 0 } = options;
    if (upTo > (recorded.get(generation.id) ?? 0)) recorded.set(generation.id, upTo);
  }

  async publish(generation: GenerationInfo): Promise<void> {
    await this.#index.publish(generation);
    this.#shared.building.delete(generation.id);
  }

  async discard(generation: GenerationInfo): Promise<void> {
    await this.#index.discard(generation);
    this.#shared.building.delete(generation.id);
  }

  async serving(engineId: number): Promise<GenerationInfo | undefined> {
    return this.#index.serving(engineId);
  }

  async documentCount(generation: GenerationInfo): Promise<number> {
    return this.#index.documentCount(generation);
  }

  async search(
    generations: readonly GenerationInfo[],
    plan: SearchPlan,
    options?: { readonly signal?: AbortSignal },
  ): Promise<SearchOutcome> {
    return this.#index.search(generations, plan, options);
  }

  async drop(engineId: number): Promise<void> {
    return this.#index.drop(engineId);
  }

  /** Other nodes go on using it. */
  async close(): Promise<void> {}
}
