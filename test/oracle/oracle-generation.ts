import type { Analyzer } from '../../src/analysis/analyzer.ts';
import type { SearchOutcome, SearchPlan } from '../../src/index/plan.ts';
import type { GenerationInfo, IndexChange } from '../../src/index/port.ts';
import { type Schema, schemaWith } from '../../src/values/types.ts';
import { OracleDocument } from './document.ts';
import { searchDocuments } from './search.ts';

let lastGeneration = 0;

/**
 * docs/matching.md and the search plan over a plain map of documents: slow, and as close to the text as code can be.
 * It is written from the text, never from the engine that it is compared with.
 */
export class OracleGeneration {
  readonly analyzer: Analyzer;
  #info: GenerationInfo;
  /** The last change of every id, including deletions, so that a late change has no effect. */
  readonly #changes = new Map<string, IndexChange>();
  readonly #live = new Map<string, OracleDocument>();

  constructor(engineId: number, schema: Schema, language: string | null, analyzer: Analyzer) {
    this.#info = { id: `oracle-${++lastGeneration}`, engineId, language, schema: new Map(schema) };
    this.analyzer = analyzer;
  }

  get info(): GenerationInfo {
    return this.#info;
  }

  get documents(): readonly OracleDocument[] {
    return [...this.#live.values()];
  }

  addFields(fields: Schema): GenerationInfo {
    this.#info = { ...this.#info, schema: schemaWith(this.#info.schema, fields) };
    return this.#info;
  }

  async apply(changes: readonly IndexChange[]): Promise<void> {
    for (const change of changes) {
      const { id, sequence, fields } = change;
      if ((this.#changes.get(id)?.sequence ?? Number.NEGATIVE_INFINITY) > sequence) continue;
      this.#changes.set(id, change);
      if (fields === null) this.#live.delete(id);
      else this.#live.set(id, new OracleDocument(id, sequence, fields, this.analyzer, this.#info.engineId));
    }
  }

  async search(plan: SearchPlan): Promise<SearchOutcome> {
    return searchDocuments(plan, this.documents, this.#info.schema, this.analyzer);
  }
}
