import type { Schema } from '../schema/types.ts';
import type { ShownValue } from '../schema/value.ts';
import type { SearchOutcome, SearchPlan } from './plan.ts';

/**
 * The search index: derived data that can always be rebuilt from the store.
 *
 * Promises every adapter keeps (test/ports/search-index-conformance.ts holds them to it):
 * - a search sees one generation, whole, and a search that has begun keeps its generation;
 * - a change is visible to searches that begin after its `apply` resolved;
 * - changes may come twice and out of order: the one with the higher sequence number stays, and of two with the
 *   same number the later (a document is applied again when its generation has got fields that it brings);
 * - building a generation disturbs neither searches nor changes of the one that serves.
 */
export interface SearchIndex {
  /** Begins an empty generation of an engine that nobody sees yet; `language` is the engine's, null for none. */
  begin(engineId: number, schema: Schema, language: string | null): Promise<Generation>;
  /** Makes a generation the one that serves; the one before goes when its searches have ended. */
  publish(generation: Generation): Promise<void>;
  /** Lets go of a generation that was never published. */
  discard(generation: Generation): Promise<void>;
  /** The generation that serves, undefined if the engine has none. */
  serving(engineId: number): Generation | undefined;
  /** Lets go of everything of an engine. */
  drop(engineId: number): Promise<void>;
  close(): Promise<void>;
}

export interface Generation {
  readonly engineId: number;
  readonly language: string | null;
  /** The types that its documents were converted to. */
  readonly schema: Schema;
  /** Fields that documents brought; those it already has keep their types. */
  addFields(fields: Schema): Promise<void>;
  apply(changes: readonly IndexChange[]): Promise<void>;
  search(plan: SearchPlan): Promise<SearchOutcome>;
}

export interface IndexChange {
  readonly id: string;
  readonly sequence: number;
  /** Values as the schema of the generation shows them; null if the document was deleted. */
  readonly fields: ReadonlyMap<string, ShownValue> | null;
}

/** Where an index can read the shown values of documents again; those that are gone are left out. */
export type DocumentSource = (
  engineId: number,
  ids: readonly string[],
  schema: Schema,
) => Promise<ReadonlyMap<string, ReadonlyMap<string, ShownValue>>>;
