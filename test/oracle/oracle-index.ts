import type { Analyzer } from '../../src/analysis/analyzer.ts';
import { analyzerFor } from '../../src/analysis/language.ts';
import type { Generation, SearchIndex } from '../../src/index/port.ts';
import type { Schema } from '../../src/values/types.ts';
import { OracleGeneration } from './oracle-generation.ts';

/** The oracle as an adapter, so that it can stand wherever the engine can. */
export class OracleIndex implements SearchIndex {
  readonly #serving = new Map<number, Generation>();
  readonly #analyzerFor: (language: string | null) => Analyzer;

  constructor(analyzer: (language: string | null) => Analyzer = analyzerFor) {
    this.#analyzerFor = analyzer;
  }

  async begin(engineId: number, schema: Schema, language: string | null): Promise<OracleGeneration> {
    return new OracleGeneration(engineId, schema, language, this.#analyzerFor(language));
  }

  async publish(generation: Generation): Promise<void> {
    this.#serving.set(generation.engineId, generation);
  }

  async discard(): Promise<void> {}

  async open(): Promise<undefined> {}

  async admit(): Promise<void> {}

  serving(engineId: number): Generation | undefined {
    return this.#serving.get(engineId);
  }

  async drop(engineId: number): Promise<void> {
    this.#serving.delete(engineId);
  }

  async close(): Promise<void> {
    this.#serving.clear();
  }
}
