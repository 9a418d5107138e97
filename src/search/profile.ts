import type { SearchOutcome } from '../index/plan.ts';

/** The stages of a search, in order. `search` and `documents` are repeated if a found document has changed. */
export const STAGES = ['request', 'search', 'documents', 'results'] as const;
export type Stage = (typeof STAGES)[number];

/** Receives every stage of every search when it has ended; times as of `performance.now()`. */
export type StageListener = (stage: Stage, began: number, ended: number) => void;

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
 * The time that each stage of one search took. It is elapsed time, including waits for other requests and for threads.
 */
export class Profile {
  readonly #began = performance.now();
  #last = this.#began;
  readonly #stages = new Map<Stage, number>();
  readonly #listener: StageListener | undefined;

  constructor(listener?: StageListener) {
    this.#listener = listener;
  }

  /** Adds the time since the end of the previous stage to this stage. */
  end(stage: Stage): void {
    const now = performance.now();
    this.#stages.set(stage, (this.#stages.get(stage) ?? 0) + now - this.#last);
    this.#listener?.(stage, this.#last, now);
    this.#last = now;
  }

  /** The content of `meta.profile`, in milliseconds; a streamed page has no time for `results` yet. */
  shown(counters: SearchOutcome['counters']): object {
    return {
      took: rounded(this.#last - this.#began),
      stages: Object.fromEntries([...this.#stages].map(([stage, time]) => [stage, rounded(time)])),
      ...(counters !== undefined && { counters: shownCounters(counters) }),
    };
  }
}
