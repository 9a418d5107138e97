import type { Schema } from '../values/types.ts';
import type { TypedValue } from '../values/value.ts';
import type { SearchOutcome, SearchPlan } from './plan.ts';

/**
 * The search index: derived data that can always be rebuilt from the store. Arguments and results are plain data, so
 * an adapter may be a client of another process. What only some adapters can do is declared in `capabilities.ts`.
 *
 * Guarantees of every adapter (checked by test/ports/search-index-conformance.ts):
 * - a search reads one generation per engine, or fails with `GenerationGone`;
 * - changes are visible to searches that begin after their `apply` has resolved; before that, a part of a batch may be
 *   visible, and after a failure any part of it;
 * - applying is idempotent by sequence number: changes may come twice and out of order, and per document the change with
 *   the highest number wins. Of two with the same number the later wins: a document is applied again when its
 *   generation has received fields that the document has;
 * - building a generation affects neither searches nor changes of the generation that serves.
 */
export interface SearchIndex {
  /**
   * Creates an empty generation that no search sees yet; `language` is null for an engine without one. It may wait for
   * resources until `signal` aborts.
   */
  begin(
    engineId: number,
    schema: Schema,
    language: string | null,
    options?: { readonly signal?: AbortSignal },
  ): Promise<GenerationInfo>;
  /** Adds fields; existing ones keep their types. Returns the generation with its schema afterwards. */
  addFields(generation: GenerationInfo, fields: Schema): Promise<GenerationInfo>;
  apply(generation: GenerationInfo, changes: readonly IndexChange[], options?: ApplyOptions): Promise<void>;
  /** Makes a generation serve its engine; its predecessor is removed. */
  publish(generation: GenerationInfo): Promise<void>;
  /** Removes a generation that was not published. */
  discard(generation: GenerationInfo): Promise<void>;
  /** The generation that serves an engine; undefined if there is none. */
  serving(engineId: number): Promise<GenerationInfo | undefined>;
  documentCount(generation: GenerationInfo): Promise<number>;
  /**
   * Searches one or more generations, each of another engine, as one set of documents: one order of hits, totals and
   * facets over all, and term statistics (document frequency, field lengths) over all.
   * All generations have the same language, as their stems are compared with each other, and a field of the plan has
   * the same type in all generations that have it.
   */
  search(
    generations: readonly GenerationInfo[],
    plan: SearchPlan,
    options?: { readonly signal?: AbortSignal },
  ): Promise<SearchOutcome>;
  /** Removes every generation of an engine that was published. */
  drop(engineId: number): Promise<void>;
  close(): Promise<void>;
}

/** A generation as it was when the index was asked; it does not change afterwards. */
export interface GenerationInfo {
  /** Differs between all generations of an index. */
  readonly id: string;
  readonly engineId: number;
  readonly language: string | null;
  /** The types that its documents were converted to. */
  readonly schema: Schema;
}

export interface ApplyOptions {
  /**
   * With these changes the generation holds every change of the engine up to this sequence number. Adapters that
   * outlive the process may record it.
   */
  readonly upTo?: number;
}

export interface IndexChange {
  readonly id: string;
  readonly sequence: number;
  /** Values converted to the types of the generation; null if the document was deleted. */
  readonly fields: ReadonlyMap<string, TypedValue> | null;
}

/** The generation was replaced, discarded or dropped: ask for the one that serves, and try again. */
export class GenerationGone extends Error {
  override readonly name = 'GenerationGone';
}

/** The index has no memory for more. The message is a sentence for the operator of the service. */
export class IndexFull extends Error {
  override readonly name = 'IndexFull';
}

/** The index cannot be reached, or does not answer in time. */
export class IndexUnavailable extends Error {
  override readonly name = 'IndexUnavailable';
}

/** Refuses a search over generations whose stems cannot be compared. */
export function assertOneLanguage(generations: readonly GenerationInfo[]): void {
  const languages = new Set(generations.map(({ language }) => language));
  if (languages.size > 1) throw new Error(`one search in several languages: ${[...languages].join(', ')}`);
}
