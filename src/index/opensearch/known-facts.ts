import { BoundedCache, textBytes } from '../../caching/bounded-cache.ts';

/** The number of documents that have a term in a field, and of all their terms in it. */
export interface Totals {
  readonly docs: number;
  readonly words: number;
}

/** A word, or all words with a stem, similar to a term. */
export interface SimilarTerm {
  readonly text: string;
  readonly isStem: boolean;
  /** 1 for the term itself, less by the share of its characters that differ. */
  readonly similarity: number;
  /** The number of documents that have it in each searched field. */
  readonly docs: readonly number[];
}

/** A number of documents, totals of a field, or terms similar to another. */
export type Fact = number | Totals | readonly SimilarTerm[];

/** The most bytes of facts that are kept, as estimated. */
const MOST_BYTES = 16 * 2 ** 20;

function bytesOf(fact: Fact): number {
  if (!Array.isArray(fact)) return 16;
  return (fact as readonly SimilarTerm[]).reduce(
    (sum, { text, docs }) => sum + textBytes(text) + 80 + 8 * docs.length,
    32,
  );
}

/** What the cluster says about an index. */
export interface IndexStatistics {
  /** How often its shards were refreshed. */
  readonly refreshes: number;
  /** The share of documents that were not replaced or deleted; those others stay in its statistics for hours. */
  readonly liveShare: number;
}

interface State {
  readonly version: number;
  /** Undefined until the cluster was asked. */
  readonly statistics: IndexStatistics | undefined;
}

/** Facts about the terms of some generations in one state. */
export interface FactsOfState {
  get(name: string): Fact | undefined;
  set(name: string, fact: Fact): void;
  /** The share of live documents of a generation. */
  liveShare(id: string): number;
}

/**
 * Keeps facts about the terms of indexes until these change: by a write of this process at once, by one of another when
 * the cluster is next asked how often the shards were refreshed.
 *
 * Facts are kept by the state of the index when the search began that asked for them. Those of an earlier state are no
 * longer asked for, and evicted.
 */
export class KnownFacts {
  readonly #facts = new BoundedCache<string, Fact>({
    bytes: MOST_BYTES,
    weigh: (name, fact) => textBytes(name) + bytesOf(fact),
  });
  /** By generation. */
  readonly #states = new Map<string, State>();
  #versions = 0;

  /** What is known of generations as they are now. */
  of(ids: readonly string[]): FactsOfState {
    // A search may ask for many facts, so their names are short. No two generations have the same version.
    const state = ids.map((id) => this.#stateOf(id).version.toString(36)).join();
    return {
      get: (name) => this.#facts.get(`${state} ${name}`),
      set: (name, fact) => this.#facts.set(`${state} ${name}`, fact),
      liveShare: (id) => this.#states.get(id)?.statistics?.liveShare ?? 1,
    };
  }

  #stateOf(id: string): State {
    const known = this.#states.get(id);
    if (known !== undefined) return known;
    const made = { version: ++this.#versions, statistics: undefined };
    this.#states.set(id, made);
    return made;
  }

  /** Notes that a generation has changed. */
  changed(id: string): void {
    this.#states.set(id, { version: ++this.#versions, statistics: this.#states.get(id)?.statistics });
  }

  /** Notes what the cluster says: if the shards have been refreshed since, the generation may have changed. */
  note(id: string, statistics: IndexStatistics): void {
    if (this.#states.get(id)?.statistics?.refreshes !== statistics.refreshes) {
      this.#states.set(id, { version: ++this.#versions, statistics });
    }
  }

  forget(id: string): void {
    this.#states.delete(id);
  }
}
