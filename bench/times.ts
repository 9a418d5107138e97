export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

export const median = (values: readonly number[]): number => {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >>> 1;
  if (sorted.length % 2 === 1) return sorted[middle] as number;
  return ((sorted[middle - 1] ?? Number.NaN) + (sorted[middle] ?? Number.NaN)) / 2;
};

/** Milliseconds since an arbitrary moment. */
export const now = (): number => Number(process.hrtime.bigint()) / 1e6;

const SIZE = 1 << 20;
const GOES = 200;

export interface Calibration {
  readonly least: number;
  readonly median: number;
  readonly p90: number;
}

/**
 * A fixed loop of random reads and additions over 8 MB, to judge the machine: if it differs before and after, the run
 * is void. Returns the minimum, the median and the slowest tenth of many rounds, in milliseconds.
 */
export function calibrate(): Calibration {
  const places = new Uint32Array(SIZE);
  const sums = new Float32Array(SIZE);
  let state = 1;
  for (let i = 0; i < SIZE; i++) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    places[i] = state >>> 12;
  }
  const times = Array.from({ length: GOES }, () => {
    const started = now();
    for (let i = 0; i < SIZE; i++) sums[places[i] as number] = (sums[places[i] as number] as number) + 1;
    return now() - started;
  });
  const round = (ms: number): number => Math.round(ms * 100) / 100;
  return {
    least: round(Math.min(...times)),
    median: round(median(times)),
    p90: round(quantile(times, 0.9)),
  };
}
