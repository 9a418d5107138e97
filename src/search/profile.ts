import type { SearchOutcome } from '../index/plan.ts';

/** The stages of a search, in order. `search` and `documents` repeat if a found document changed meanwhile. */
export type Stage = 'request' | 'search' | 'documents' | 'results';

const rounded = (milliseconds: number): number => Math.round(milliseconds * 1000) / 1000;

/** The counters of adapters that are shown, with their names in the response. */
const SHOWN_COUNTERS: ReadonlyArray<readonly [string, string]> = [
  ['postings', 'postings'],
  ['blocks', 'blocks'],
  ['bytes', 'bytes'],
  ['passedBlocks', 'passed_blocks'],
];

const shownCounters = (counters: NonNullable<SearchOutcome['counters']>): object =>
  Object.fromEntries(
    SHOWN_COUNTERS.filter(([name]) => counters[name] !== undefined).map(([name, shown]) => [
      shown,
      counters[name],
    ]),
  );

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
  shown(counters: SearchOutcome['counters']): object {
    return {
      took: rounded(this.#last - this.#began),
      stages: Object.fromEntries([...this.#stages].map(([stage, time]) => [stage, rounded(time)])),
      ...(counters !== undefined && { counters: shownCounters(counters) }),
    };
  }
}
