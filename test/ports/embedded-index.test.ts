import { EmbeddedIndex } from '../../src/index/embedded/embedded-index.ts';
import type { DocumentSource, Generation, IndexChange } from '../../src/index/port.ts';
import type { Schema } from '../../src/values/types.ts';
import { searchIndexConformance } from './search-index-conformance.ts';

searchIndexConformance('the embedded engine', async (t) => {
  const index = new EmbeddedIndex();
  t.after(() => index.close());
  return index;
});

/** The engine with a source, which has every document as it was last written, as the store has. */
class RereadingIndex extends EmbeddedIndex {
  readonly #written: Map<string, IndexChange>;

  constructor(written = new Map<string, IndexChange>()) {
    const source: DocumentSource = async (engineId, ids) => {
      const documents = ids.map((id) => [id, written.get(`${engineId} ${id}`)?.fields ?? null] as const);
      return new Map(documents.flatMap(([id, fields]) => (fields === null ? [] : [[id, fields]])));
    };
    super({ source });
    this.#written = written;
  }

  override async begin(engineId: number, schema: Schema, language: string | null): Promise<Generation> {
    const generation = await super.begin(engineId, schema, language);
    const apply = generation.apply.bind(generation);
    generation.apply = async (changes) => {
      for (const change of changes) {
        const key = `${engineId} ${change.id}`;
        if (change.sequence >= (this.#written.get(key)?.sequence ?? 0)) this.#written.set(key, change);
      }
      await apply(changes);
    };
    return generation;
  }
}

searchIndexConformance('the embedded engine with a source', async (t) => {
  const index = new RereadingIndex();
  t.after(() => index.close());
  return index;
});
