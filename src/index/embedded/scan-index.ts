import type { Schema } from '../../schema/types.ts';
import type { Generation, SearchIndex } from '../port.ts';
import { ScanGeneration } from './scan-generation.ts';

/**
 * The interim index: every generation is a map in memory, every search looks at each document.
 * Cost of a search: proportional to the documents of the engine.
 */
export class ScanIndex implements SearchIndex {
  readonly #serving = new Map<number, Generation>();

  async begin(engineId: number, schema: Schema): Promise<Generation> {
    return new ScanGeneration(engineId, schema);
  }

  async publish(generation: Generation): Promise<void> {
    this.#serving.set(generation.engineId, generation);
  }

  async discard(): Promise<void> {}

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
