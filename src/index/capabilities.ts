import type { Schema } from '../values/types.ts';
import type { TypedValue } from '../values/value.ts';
import type { Explanation } from './explanation.ts';
import type { DocumentRef, SearchPlan } from './plan.ts';
import type { ApplyOptions, GenerationInfo } from './port.ts';

/**
 * What an adapter may offer beyond the core port. Callers check for each method and do without it; each capability has
 * its own suite in test/ports.
 */
export interface IndexCapabilities {
  /** True if all nodes see the same generations: then one of them applies a change for all. */
  readonly isShared?: boolean;
  /**
   * The highest `upTo` that any node has recorded with a generation, 0 if none has. It may be too low, never too high. A
   * shared index has this.
   */
  recordedSequence?(generation: GenerationInfo): Promise<number>;
  /**
   * A generation of an engine that another process may have begun, to continue building it; undefined if it is gone or
   * was published. Both processes may apply changes to it.
   */
  reopen?(engineId: number, id: string): Promise<GenerationInfo | undefined>;
  /**
   * Admission control: rejects with `IndexFull` if documents of this size might not fit. Admitted ones count until the
   * returned function is called, after they have been applied or given up.
   */
  admit?(bytes: number): Promise<() => void>;
  /**
   * Restores the generation that an earlier process left and makes it serve; undefined if there is none that can be
   * used. Changes after its `sequence` are missing from it.
   */
  restore?(engine: KnownEngine): Promise<RestoredGeneration | undefined>;
  /**
   * Explains how a search treats a document: whether it is found, and its score in parts. It reads the same state of the
   * generations as the search that finds its place.
   */
  explain?(
    generations: readonly GenerationInfo[],
    plan: SearchPlan,
    ref: DocumentRef,
    options?: { readonly signal?: AbortSignal },
  ): Promise<Explanation>;
  /**
   * As `apply`, for documents as the store keeps them: the adapter converts them to the types of the generation,
   * possibly in another thread.
   */
  applyStored?(
    generation: GenerationInfo,
    changes: readonly StoredChange[],
    options?: ApplyOptions,
  ): Promise<void>;
}

/** The state of an engine in the store when its index is restored. */
export interface KnownEngine {
  readonly engineId: number;
  /** The types that searches must see. */
  readonly schema: Schema;
  readonly language: string | null;
  /** The last change, and the last one whose deletion records were removed: an index must be between the two. */
  readonly sequence: number;
  readonly forgotten: number;
}

export interface RestoredGeneration {
  readonly generation: GenerationInfo;
  /** All changes up to this one are in it. */
  readonly sequence: number;
}

/** A change of a document as the store keeps it. */
export interface StoredChange {
  readonly id: string;
  readonly sequence: number;
  /** Null if the document was deleted. */
  readonly json: string | null;
}

/** Reads the converted values of documents again; ids that are gone are left out. */
export type DocumentSource = (
  engineId: number,
  ids: readonly string[],
  schema: Schema,
) => Promise<ReadonlyMap<string, ReadonlyMap<string, TypedValue>>>;
