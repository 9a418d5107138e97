import type { Pool } from '../../../threads/pool.ts';
import type { Thread } from '../../../threads/thread.ts';
import { takeTurn } from '../../../threads/turns.ts';
import type { SearchOutcome, SearchPlan } from '../../plan.ts';
import type { Thresholds } from '../query/tuning/thresholds.ts';
import type { SnapshotMessage } from './snapshot-replicas.ts';

/** A snapshot that can be sent to another thread. */
export interface ReplicableSnapshot {
  readonly generation: number;
  readonly number: number;
  /** Number of columns whose long texts are loaded. */
  readonly loadedTexts: number;
  /** The message, with envelopes of the segments that `isKnown` denies. */
  message(isKnown: (key: number) => boolean): SnapshotMessage;
}

/** What has been sent to a worker. */
interface Replicated {
  readonly keys: Set<number>;
  /** By generation the number of its snapshot, and how many columns had their long texts loaded. */
  readonly snapshots: Map<number, string>;
}

/**
 * Search workers and the replicas that each of them has. A snapshot is sent just before the first search that needs it:
 * messages arrive in order, so a search never reads an older snapshot than its caller saw.
 */
export class Searchers {
  readonly #pool: Pool;
  readonly #replicated = new Map<Thread, Replicated>();

  constructor(pool: Pool) {
    this.#pool = pool;
    // A restarted thread has no replicas.
    pool.onStart((thread) => this.#replicated.delete(thread));
  }

  /** Whether a call waits for a worker. */
  get areBusy(): boolean {
    return this.#pool.pending > this.#pool.size;
  }

  /** Runs a plan over one or more snapshots, in one thread. */
  async search(
    published: readonly ReplicableSnapshot[],
    plan: SearchPlan,
    thresholds: Thresholds,
    signal: AbortSignal | undefined,
  ): Promise<SearchOutcome> {
    const outcome = await this.#pool.use((thread): Promise<SearchOutcome> => {
      // The first message starts the thread, which clears `#replicated`; start it before sending a snapshot.
      if (!thread.isStarted) thread.post('index.drop', { keys: [] });
      for (const one of published) this.#replicate(thread, one);
      const [first, ...others] = published.map(({ generation, number }) => ({ generation, number }));
      return thread.call('index.search', { ...first, others, plan, thresholds }, { signal });
    }, signal);
    // Many outcomes may arrive within one turn of the event loop; what follows takes a while for each.
    await takeTurn();
    return outcome;
  }

  #replicate(thread: Thread, published: ReplicableSnapshot): void {
    const sent = this.#replicated.get(thread) ?? { keys: new Set(), snapshots: new Map() };
    this.#replicated.set(thread, sent);
    // Long texts are loaded after a snapshot was made, so their number belongs to the state.
    const state = `${published.number}/${published.loadedTexts}`;
    if (sent.snapshots.get(published.generation) === state) return;
    const message = published.message((key) => sent.keys.has(key));
    thread.post('index.snapshot', message);
    for (const { key } of message.segments) sent.keys.add(key);
    sent.snapshots.set(published.generation, state);
  }

  /** Makes every worker that has these buffers drop them; resolves when no search reads them. */
  async releaseBuffers(keys: readonly number[]): Promise<void> {
    const drops = [...this.#replicated].map(async ([thread, sent]) => {
      const known = keys.filter((key) => sent.keys.delete(key));
      if (known.length === 0 || !thread.isStarted) return;
      // The worker drops the replicas that had them too; they are sent again when needed.
      sent.snapshots.clear();
      await thread.call('index.drop', { keys: known });
    });
    await Promise.allSettled(drops);
  }
}
