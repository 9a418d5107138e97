import type { SearchCounters } from '../index/plan.ts';

/** What a search is made of, in order. `search` and `documents` come again if what was found has changed meanwhile. */
export type Stage = 'request' | 'search' | 'documents' | 'results';

const rounded = (milliseconds: number): number => Math.round(milliseconds * 1000) / 1000;

const shownCounters = ({ postings, blocks, bytes, passedBlocks }: SearchCounters): object => ({
  postings,
  blocks,
  bytes,
  passed_blocks: passedBlocks,
});

/**
 * Where the time of one search went, for those who ask. Time on the clock: what the search waited for other requests
 * and for threads is in it.
 */
export class Profile {
  readonly #began = performance.now();
  #last = this.#began;
  readonly #stages = new Map<Stage, number>();

  /** The time since the last stage ended goes to this one. */
  end(stage: Stage): void {
    const now = performance.now();
    this.#stages.set(stage, (this.#stages.get(stage) ?? 0) + now - this.#last);
    this.#last = now;
  }

  /** What `meta.profile` says, in milliseconds; a page that is made while it is sent has no time of `results` yet. */
  shown(counters: SearchCounters | undefined): object {
    return {
      took: rounded(this.#last - this.#began),
      stages: Object.fromEntries([...this.#stages].map(([stage, time]) => [stage, rounded(time)])),
      ...(counters !== undefined && { counters: shownCounters(counters) }),
    };
  }
}
