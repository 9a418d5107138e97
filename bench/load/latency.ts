/** Response times in milliseconds. */
export interface Latency {
  readonly answers: number;
  /** Rejected, aborted, or not sent because too many requests were pending. */
  readonly failed: number;
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
  readonly p999: number;
  readonly max: number;
  /** Ten points per nine, up to the last percentile that the number of responses supports. */
  readonly curve: ReadonlyArray<readonly [share: number, milliseconds: number]>;
}

/** Percentiles 0, 0.2 ... 0.9 ... 0.99 ... 0.9999: even steps on a scale of nines. */
const SHARES = Array.from({ length: 41 }, (_, i) => 1 - 10 ** (-i / 10));

export function latency(times: Float64Array, failed: number, seconds: number): Latency {
  const sorted = times.toSorted();
  const at = (share: number): number =>
    sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
  return {
    answers: sorted.length,
    failed,
    perSecond: sorted.length / seconds,
    p50: at(0.5),
    p99: at(0.99),
    p999: at(0.999),
    max: at(1),
    curve: SHARES.filter((share) => sorted.length * (1 - share) >= 1).map((share) => [share, at(share)]),
  };
}
