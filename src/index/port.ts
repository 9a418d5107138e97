import type { Schema } from '../values/types.ts';
import type { ShownValue } from '../values/value.ts';
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
  /**
   * Begins an empty generation of an engine that nobody sees yet; `language` is the engine's, null for none. Where
   * there is no room for a second generation beside the one that serves it waits, until `signal` says to give up.
   */
  begin(
    engineId: number,
    schema: Schema,
    language: string | null,
    options?: { readonly signal?: AbortSignal },
  ): Promise<Generation>;
  /**
   * Takes up, as the one that serves, the generation that an earlier process left; undefined if it left none that can
   * be used. Changes after its `sequence` are still missing from it.
   */
  open(engine: KnownEngine): Promise<OpenedGeneration | undefined>;
  /** Resolves if there is room for so many further bytes of documents, rejects with an `IndexFull` if there is not. */
  admit(bytes: number): Promise<void>;
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

/** What the store knows of an engine when its index is opened. */
export interface KnownEngine {
  readonly engineId: number;
  /** The types that searches shall see. */
  readonly schema: Schema;
  readonly language: string | null;
  /** The last change, and the last whose record of a deletion was forgotten: an index must be between the two. */
  readonly sequence: number;
  readonly forgotten: number;
}
export interface OpenedGeneration {
  readonly generation: Generation;
  /** All changes up to this one are in it. */
  readonly sequence: number;
  /** Documents that it has by now. */
  documentCount(): number;
}

/** There is no memory for more. The message is a sentence for the person who runs the service. */
export class IndexFull extends Error {
  override readonly name = 'IndexFull';
}

/** A document on its way into the store. */
export interface ExpectedDocument {
  readonly id: string;
  readonly json: string;
}

export interface Generation {
  readonly engineId: number;
  readonly language: string | null;
  /** The types that its documents were converted to. */
  readonly schema: Schema;
  /** Fields that documents brought; those it already has keep their types. */
  addFields(fields: Schema): Promise<void>;
  /**
   * Tells of documents that are about to be committed, in the order in which their changes will come, and of fields that
   * they bring: an index that can may begin with them. Nothing of it is seen, and they may never come.
   */
  expect?(documents: readonly ExpectedDocument[], added: Schema): void;
  /**
   * Takes changes in, all or none. `upTo` says that with them every change of the engine up to this sequence number is
   * in the generation: what a later process need not be told again.
   */
  apply(changes: readonly IndexChange[], upTo?: number): Promise<void>;
  search(plan: SearchPlan, options?: { readonly signal?: AbortSignal }): Promise<SearchOutcome>;
}

export interface IndexChange {
  readonly id: string;
  readonly sequence: number;
  /** Values as the schema of the generation shows them; null if the document was deleted. */
  readonly fields: ReadonlyMap<string, ShownValue> | null;
  /**
   * The document as the store keeps it, where the change comes from there. An index that works in another thread takes
   * it instead of `fields`, which are worked out when they are first read.
   */
  readonly json?: string | null;
}

/** Where an index can read the shown values of documents again; those that are gone are left out. */
export type DocumentSource = (
  engineId: number,
  ids: readonly string[],
  schema: Schema,
) => Promise<ReadonlyMap<string, ReadonlyMap<string, ShownValue>>>;
