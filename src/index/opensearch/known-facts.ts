import { BoundedCache, textBytes } from '../../caching/bounded-cache.ts';

/** The number of documents that have a term in a field, and of all their terms in it. */
export interface Totals {
  readonly docs: number;
  readonly words: number;
}

/** A number of documents, totals of a field, or words near another. */
export type Fact = number | Totals | readonly string[];

/** The most bytes of facts that are kept, as estimated. */
const MOST_BYTES = 16 * 2 ** 20;

interface State {
  readonly version: number;
  /** How often the shards had been refreshed when the cluster was last asked. */
  readonly refreshes: number | undefined;
}

/** Facts about the terms of some generations in one state. */
export interface FactsOfState {
  get(name: string): Fact | undefined;
  set(name: string, fact: Fact): void;
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
    weigh: (name, fact) =>
      textBytes(name) + (Array.isArray(fact) ? fact.reduce((sum, word) => sum + textBytes(word), 32) : 32),
  });
  /** By generation. */
  readonly #states = new Map<string, State>();
  #versions = 0;

  /** What is known of generations as they are now. */
  of(ids: readonly string[]): FactsOfState {
    const state = ids.map((id) => `${id}@${this.#stateOf(id).version}`).join(',');
    return {
      get: (name) => this.#facts.get(`${state} ${name}`),
      set: (name, fact) => this.#facts.set(`${state} ${name}`, fact),
    };
  }

  #stateOf(id: string): State {
    const known = this.#states.get(id);
    if (known !== undefined) return known;
    const made = { version: ++this.#versions, refreshes: undefined };
    this.#states.set(id, made);
    return made;
  }

  /** Notes that a generation has changed. */
  changed(id: string): void {
    this.#states.set(id, { version: ++this.#versions, refreshes: this.#states.get(id)?.refreshes });
  }

  /** Notes how often the shards of a generation have been refreshed: if that is news, it may have changed. */
  refreshed(id: string, refreshes: number): void {
    if (this.#states.get(id)?.refreshes !== refreshes) {
      this.#states.set(id, { version: ++this.#versions, refreshes });
    }
  }

  forget(id: string): void {
    this.#states.delete(id);
  }
}
