import { EmbeddedIndex, type EmbeddedOptions } from '../../src/index/embedded/embedded-index.ts';
import type { DocumentSource, Generation, IndexChange } from '../../src/index/port.ts';

/** An embedded index whose source has every document as it was last applied, as the store has in the service. */
export class SourcedIndex extends EmbeddedIndex {
  readonly #applied: Map<string, IndexChange>;

  constructor(options: Omit<EmbeddedOptions, 'source'> = {}) {
    const applied = new Map<string, IndexChange>();
    const source: DocumentSource = async (engineId, ids) => {
      const documents = ids.map((id) => [id, applied.get(`${engineId} ${id}`)?.fields ?? null] as const);
      return new Map(documents.flatMap(([id, fields]) => (fields === null ? [] : [[id, fields]])));
    };
    super({ ...options, source });
    this.#applied = applied;
  }

  override async begin(...args: Parameters<EmbeddedIndex['begin']>): Promise<Generation> {
    const [engineId] = args;
    const generation = await super.begin(...args);
    const apply = generation.apply.bind(generation);
    generation.apply = async (changes, upTo) => {
      for (const change of changes) {
        const key = `${engineId} ${change.id}`;
        if (change.sequence >= (this.#applied.get(key)?.sequence ?? 0)) this.#applied.set(key, change);
      }
      await apply(changes, upTo);
    };
    return generation;
  }
}
