import type { Analyzer } from '../../src/analysis/analyzer.ts';
import { analyzerFor } from '../../src/analysis/language.ts';
import type { SearchOutcome, SearchPlan } from '../../src/index/plan.ts';
import {
  assertOneLanguage,
  GenerationGone,
  type GenerationInfo,
  type IndexChange,
  type SearchIndex,
} from '../../src/index/port.ts';
import type { Schema } from '../../src/values/types.ts';
import { OracleGeneration } from './oracle-generation.ts';
import { searchDocuments } from './search.ts';

/** The oracle as an adapter, so that it can take the place of the engine anywhere. */
export class OracleIndex implements SearchIndex {
  readonly #generations = new Map<string, OracleGeneration>();
  readonly #serving = new Map<number, OracleGeneration>();
  readonly #analyzerFor: (language: string | null) => Analyzer;

  constructor(analyzer: (language: string | null) => Analyzer = analyzerFor) {
    this.#analyzerFor = analyzer;
  }

  async begin(engineId: number, schema: Schema, language: string | null): Promise<GenerationInfo> {
    const generation = new OracleGeneration(engineId, schema, language, this.#analyzerFor(language));
    this.#generations.set(generation.info.id, generation);
    return generation.info;
  }

  #generation({ id }: GenerationInfo): OracleGeneration {
    const generation = this.#generations.get(id);
    if (generation === undefined) throw new GenerationGone(`generation ${id} is gone`);
    return generation;
  }

  async addFields(generation: GenerationInfo, fields: Schema): Promise<GenerationInfo> {
    return this.#generation(generation).addFields(fields);
  }

  async apply(generation: GenerationInfo, changes: readonly IndexChange[]): Promise<void> {
    await this.#generation(generation).apply(changes);
  }

  async publish(generation: GenerationInfo): Promise<void> {
    const next = this.#generation(generation);
    const before = this.#serving.get(generation.engineId);
    this.#serving.set(generation.engineId, next);
    if (before !== undefined && before !== next) this.#generations.delete(before.info.id);
  }

  async discard({ id }: GenerationInfo): Promise<void> {
    this.#generations.delete(id);
  }

  async serving(engineId: number): Promise<GenerationInfo | undefined> {
    return this.#serving.get(engineId)?.info;
  }

  async documentCount(generation: GenerationInfo): Promise<number> {
    return this.#generation(generation).documents.length;
  }

  async search(generations: readonly GenerationInfo[], plan: SearchPlan): Promise<SearchOutcome> {
    const found = generations.map((generation) => this.#generation(generation));
    assertOneLanguage(generations);
    const [first] = found;
    if (first === undefined) throw new Error('nothing to search');
    const documents = found.flatMap((generation) => generation.documents);
    const schema = new Map(found.flatMap(({ info }) => [...info.schema]));
    return searchDocuments(plan, documents, schema, first.analyzer);
  }

  async drop(engineId: number): Promise<void> {
    const serving = this.#serving.get(engineId);
    if (serving !== undefined) this.#generations.delete(serving.info.id);
    this.#serving.delete(engineId);
  }

  async close(): Promise<void> {
    this.#serving.clear();
    this.#generations.clear();
  }
}
