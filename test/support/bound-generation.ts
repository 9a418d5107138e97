import assert from 'node:assert/strict';
import type { SearchOutcome, SearchPlan } from '../../src/index/plan.ts';
import type { GenerationInfo, IndexChange, SearchIndex } from '../../src/index/port.ts';
import type { Schema } from '../../src/values/types.ts';

/** A generation together with its index, for tests that use one generation at a time. */
export class BoundGeneration {
  readonly index: SearchIndex;
  #info: GenerationInfo;

  constructor(index: SearchIndex, info: GenerationInfo) {
    this.index = index;
    this.#info = info;
  }

  static async begin(
    index: SearchIndex,
    engineId: number,
    schema: Schema,
    language: string | null,
  ): Promise<BoundGeneration> {
    return new BoundGeneration(index, await index.begin(engineId, schema, language));
  }

  /** The generation that serves, which must exist. */
  static async serving(index: SearchIndex, engineId: number): Promise<BoundGeneration> {
    const info = await index.serving(engineId);
    assert.ok(info, `engine ${engineId} is served`);
    return new BoundGeneration(index, info);
  }

  get info(): GenerationInfo {
    return this.#info;
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

  async addFields(fields: Schema): Promise<void> {
    this.#info = await this.index.addFields(this.#info, fields);
  }

  apply(changes: readonly IndexChange[], upTo?: number): Promise<void> {
    return this.index.apply(this.#info, changes, upTo === undefined ? {} : { upTo });
  }

  publish(): Promise<void> {
    return this.index.publish(this.#info);
  }

  discard(): Promise<void> {
    return this.index.discard(this.#info);
  }

  search(plan: SearchPlan): Promise<SearchOutcome> {
    return this.index.search([this.#info], plan);
  }
}
