import { setTimeout as sleep } from 'node:timers/promises';
import type { SearchOutcome, SearchPlan } from '../../src/index/plan.ts';
import type { ApplyOptions, GenerationInfo, IndexChange, SearchIndex } from '../../src/index/port.ts';
import type { Schema } from '../../src/values/types.ts';

/** The latency of every call in milliseconds. */
const LATENCY = 20;

/**
 * An index like a client of a remote server: every call has latency in both directions, arguments and results are
 * copies, a batch becomes visible in two steps, and there are no capabilities beyond the core port.
 */
export class SlowIndex implements SearchIndex {
  readonly #index: SearchIndex;

  constructor(index: SearchIndex) {
    this.#index = index;
  }

  /** Half of the latency before the call, half of it after. */
  async #remote<T>(call: () => Promise<T>): Promise<T> {
    await sleep(LATENCY / 2);
    try {
      return structuredClone(await call());
    } finally {
      await sleep(LATENCY / 2);
    }
  }

  begin(
    engineId: number,
    schema: Schema,
    language: string | null,
    options?: { readonly signal?: AbortSignal },
  ): Promise<GenerationInfo> {
    const sent = structuredClone(schema);
    return this.#remote(() => this.#index.begin(engineId, sent, language, options));
  }

  addFields(generation: GenerationInfo, fields: Schema): Promise<GenerationInfo> {
    const sent = structuredClone({ generation, fields });
    return this.#remote(() => this.#index.addFields(sent.generation, sent.fields));
  }

  apply(
    generation: GenerationInfo,
    changes: readonly IndexChange[],
    options: ApplyOptions = {},
  ): Promise<void> {
    const sent = structuredClone({ generation, changes });
    return this.#remote(async () => {
      const half = Math.ceil(sent.changes.length / 2);
      if (half > 0) await this.#index.apply(sent.generation, sent.changes.slice(0, half));
      await sleep(LATENCY / 4);
      await this.#index.apply(sent.generation, sent.changes.slice(half), options);
    });
  }

  publish(generation: GenerationInfo): Promise<void> {
    const sent = structuredClone(generation);
    return this.#remote(() => this.#index.publish(sent));
  }

  discard(generation: GenerationInfo): Promise<void> {
    const sent = structuredClone(generation);
    return this.#remote(() => this.#index.discard(sent));
  }

  serving(engineId: number): Promise<GenerationInfo | undefined> {
    return this.#remote(() => this.#index.serving(engineId));
  }

  documentCount(generation: GenerationInfo): Promise<number> {
    const sent = structuredClone(generation);
    return this.#remote(() => this.#index.documentCount(sent));
  }

  search(
    generations: readonly GenerationInfo[],
    plan: SearchPlan,
    options?: { readonly signal?: AbortSignal },
  ): Promise<SearchOutcome> {
    const sent = structuredClone({ generations, plan });
    return this.#remote(() => this.#index.search(sent.generations, sent.plan, options));
  }

  drop(engineId: number): Promise<void> {
    return this.#remote(() => this.#index.drop(engineId));
  }

  close(): Promise<void> {
    return this.#index.close();
  }
}
