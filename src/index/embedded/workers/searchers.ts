import type { Pool } from '../../../threads/pool.ts';
import type { Thread } from '../../../threads/thread.ts';
import type { SearchOutcome, SearchPlan } from '../../plan.ts';
import type { SnapshotMessage } from './snapshot-replicas.ts';

/** A view that can be told to another thread. */
export interface ReplicableSnapshot {
  readonly generation: number;
  readonly number: number;
  /** How many fields of segments have their long texts loaded. */
  readonly loadedTexts: number;
  /** The message, with the images of what `isKnown` does not know. */
  message(isKnown: (key: number) => boolean): SnapshotMessage;
}

/** What a thread has been told. */
interface Replicated {
  readonly keys: Set<number>;
  /** By generation the view it has, and how much of it. */
  readonly snapshots: Map<number, string>;
}

/**
 * Search workers and what each of them knows. A view is told when a search needs it, just before the search: messages
 * arrive in order, so a search never meets an older view than its caller saw.
 */
export class Searchers {
  readonly #pool: Pool;
  readonly #replicated = new Map<Thread, Replicated>();

  constructor(pool: Pool) {
    this.#pool = pool;
    // A thread that starts again knows nothing.
    pool.onStart((thread) => this.#replicated.delete(thread));
  }

  /** Runs a plan over one or more snapshots, in one thread. */
  async search(
    views: readonly ReplicableSnapshot[],
    plan: SearchPlan,
    signal: AbortSignal | undefined,
  ): Promise<SearchOutcome> {
    const thread = this.#pool.idlest;
    // The first message starts the thread, and its start clears what it was told: so ask for it first.
    if (!thread.isStarted) thread.post('index.drop', { keys: [] });
    for (const view of views) this.#replicate(thread, view);
    const [first, ...others] = views.map(({ generation, number }) => ({ generation, number }));
    return thread.call('index.search', { ...first, others, plan }, { signal });
  }

  #replicate(thread: Thread, view: ReplicableSnapshot): void {
    const told = this.#replicated.get(thread) ?? { keys: new Set(), snapshots: new Map() };
    this.#replicated.set(thread, told);
    // The number of loaded texts counts as well: they come to a view after it was made.
    const state = `${view.number}/${view.loadedTexts}`;
    if (told.snapshots.get(view.generation) === state) return;
    const message = view.message((key) => told.keys.has(key));
    thread.post('index.view', message);
    for (const { key } of message.segments) told.keys.add(key);
    told.snapshots.set(view.generation, state);
  }

  /** Tells every thread that knows these buffers to let go of them; resolves when no search looks at them. */
  async releaseBuffers(keys: readonly number[]): Promise<void> {
    const drops = [...this.#replicated].map(async ([thread, told]) => {
      const known = keys.filter((key) => told.keys.delete(key));
      if (known.length === 0 || !thread.isStarted) return;
      // Views that had them are gone over there, and are told anew when they are needed.
      told.snapshots.clear();
      await thread.call('index.drop', { keys: known });
    });
    await Promise.allSettled(drops);
  }
}
