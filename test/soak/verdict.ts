import { median, slope } from './trend.ts';

/** One line of the soak: resident memory in megabytes (median), p99 of small searches in milliseconds. */
export interface Minute {
  readonly rss: number;
  readonly p99: number;
}

/** The share of the run that is warm-up: caches fill, threads start, V8 finds the size of its heap. */
const WARM_UP = 0.25;
/** The most that memory may grow after the warm-up, in megabytes and as a share. */
const GROWTH = { megabytes: 32, share: 0.1 };
/** The p99 of the last third may be this multiple of the first third's, plus some milliseconds. */
const DRIFT = { factor: 1.5, milliseconds: 20 };

export const afterWarmUp = <T>(lines: readonly T[]): readonly T[] =>
  lines.slice(Math.floor(lines.length * WARM_UP));

/** Growth of memory over the run after the warm-up, by the least-squares line, in megabytes. */
export const growthOf = (lines: readonly Minute[]): number => {
  const rss = afterWarmUp(lines).map((line) => line.rss);
  return slope(rss) * (rss.length - 1);
};

/** The p99 of the first and of the last third after the warm-up, medians of the minutes. */
export function driftOf(lines: readonly Minute[]): { readonly first: number; readonly last: number } {
  const p99 = afterWarmUp(lines).map((line) => line.p99);
  const third = Math.max(1, Math.floor(p99.length / 3));
  return { first: median(p99.slice(0, third)), last: median(p99.slice(-third)) };
}

/** The bounds that a run exceeds, in sentences. */
export function verdictsOf(lines: readonly Minute[]): string[] {
  const found: string[] = [];
  const growth = growthOf(lines);
  const level = median(afterWarmUp(lines).map((line) => line.rss));
  if (growth > Math.max(GROWTH.megabytes, GROWTH.share * level)) {
    found.push(
      `memory grew by ${growth.toFixed(0)} MB after the warm-up, from a level of ${level.toFixed(0)} MB`,
    );
  }
  const { first, last } = driftOf(lines);
  if (last > DRIFT.factor * first + DRIFT.milliseconds) {
    found.push(`the p99 of small searches went from ${first.toFixed(0)} to ${last.toFixed(0)} ms`);
  }
  return found;
}
