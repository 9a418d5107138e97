import type { DocumentSource, StoredChange } from '../../src/index/capabilities.ts';
import { EmbeddedIndex, type EmbeddedOptions } from '../../src/index/embedded/embedded-index.ts';
import type { ApplyOptions, GenerationInfo, IndexChange } from '../../src/index/port.ts';
import { typedFields } from '../../src/values/typed-fields.ts';

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

  #note({ engineId }: GenerationInfo, change: IndexChange): void {
    const key = `${engineId} ${change.id}`;
    if (change.sequence >= (this.#applied.get(key)?.sequence ?? 0)) this.#applied.set(key, change);
  }

  override async apply(
    generation: GenerationInfo,
    changes: readonly IndexChange[],
    options?: ApplyOptions,
  ): Promise<void> {
    for (const change of changes) this.#note(generation, change);
    await super.apply(generation, changes, options);
  }

  override async applyStored(
    generation: GenerationInfo,
    changes: readonly StoredChange[],
    options?: ApplyOptions,
  ): Promise<void> {
    for (const { id, sequence, json } of changes) {
      const fields = json === null ? null : typedFields(JSON.parse(json), generation.schema);
      this.#note(generation, { id, sequence, fields });
    }
    await super.applyStored(generation, changes, options);
  }
}
