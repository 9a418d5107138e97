import type { Analyzer } from '../../src/analysis/analyzer.ts';
import type { SearchOutcome, SearchPlan } from '../../src/index/plan.ts';
import type { Generation, IndexChange } from '../../src/index/port.ts';
import { type Schema, schemaWith } from '../../src/values/types.ts';
import { OracleDocument } from './document.ts';
import { searchDocuments } from './search.ts';

/**
 * docs/matching.md and the search plan over a plain map of documents: slow, and as close to the text as code can be.
 * It is written from the text, never from the engine that it is compared with.
 */
export class OracleGeneration implements Generation {
  readonly engineId: number;
  readonly language: string | null;
  readonly #analyzer: Analyzer;
  #schema: Schema;
  /** The last change of every id, deletions too, so that a change that comes late changes nothing. */
  readonly #changes = new Map<string, IndexChange>();
  readonly #living = new Map<string, OracleDocument>();

  constructor(engineId: number, schema: Schema, language: string | null, analyzer: Analyzer) {
    this.engineId = engineId;
    this.language = language;
    this.#schema = new Map(schema);
    this.#analyzer = analyzer;
  }

  get schema(): Schema {
    return this.#schema;
  }

  async addFields(fields: Schema): Promise<void> {
    this.#schema = schemaWith(this.#schema, fields);
  }

  async apply(changes: readonly IndexChange[]): Promise<void> {
    for (const change of changes) {
      const { id, sequence, fields } = change;
      if ((this.#changes.get(id)?.sequence ?? Number.NEGATIVE_INFINITY) > sequence) continue;
      this.#changes.set(id, change);
      if (fields === null) this.#living.delete(id);
      else this.#living.set(id, new OracleDocument(id, sequence, fields, this.#analyzer));
    }
  }

  async search(plan: SearchPlan): Promise<SearchOutcome> {
    return searchDocuments(plan, [...this.#living.values()], this.#schema, this.#analyzer);
  }
}
