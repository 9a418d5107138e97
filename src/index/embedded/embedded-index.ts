import type { Schema } from '../../schema/types.ts';
import type { DocumentSource, Generation, SearchIndex } from '../port.ts';
import { EmbeddedGeneration } from './generation.ts';

/** Our own engine, inside the process: generations of immutable segments in memory. */
export class EmbeddedIndex implements SearchIndex {
  readonly #serving = new Map<number, EmbeddedGeneration>();
  readonly #source: DocumentSource | undefined;

  /** With a source to read documents from again, long texts are not kept a second time. */
  constructor(source?: DocumentSource) {
    this.#source = source;
  }

  async begin(engineId: number, schema: Schema, language: string | null): Promise<Generation> {
    return new EmbeddedGeneration(engineId, schema, language, this.#source);
  }

  async publish(generation: Generation): Promise<void> {
    const own = ours(generation);
    own.publish();
    const before = this.#serving.get(own.engineId);
    if (before !== own) before?.close();
    this.#serving.set(own.engineId, own);
  }

  async discard(generation: Generation): Promise<void> {
    ours(generation).close();
  }

  serving(engineId: number): Generation | undefined {
    return this.#serving.get(engineId);
  }

  async drop(engineId: number): Promise<void> {
    this.#serving.get(engineId)?.close();
    this.#serving.delete(engineId);
  }

  async close(): Promise<void> {
    for (const generation of this.#serving.values()) generation.close();
    this.#serving.clear();
  }
}

function ours(generation: Generation): EmbeddedGeneration {
  if (generation instanceof EmbeddedGeneration) return generation;
  throw new Error('a generation of another index');
}
