export interface Tick {
  readonly value: number;
  readonly text: string;
}

/** Maps values to positions on an axis. */
export interface Scale {
  /** From 0 at the beginning of the axis to 1 at its end; values outside are clamped. */
  at(value: number): number;
  readonly ticks: readonly Tick[];
}

const within = (share: number): number => Math.min(1, Math.max(0, share));
const written = (value: number): string => value.toLocaleString('en');

/** Even steps from 0 to at least `most`, with a round number between the ticks. */
export function linear(most: number): Scale {
  const rough = Math.max(most, Number.MIN_VALUE) / 7;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = power * ([1, 2, 5].find((factor) => factor * power >= rough) ?? 10);
  const end = step * Math.ceil(Math.max(most, step) / step);
  const count = Math.round(end / step);
  return {
    at: (value) => within(value / end),
    // Multiplied and rounded: repeated addition would accumulate rounding errors.
    ticks: Array.from({ length: count + 1 }, (_, i) => ({
      value: i * step,
      text: written(Number((i * step).toPrecision(6))),
    })),
  };
}

/** A logarithmic scale, from one power of ten to another around all values. */
export function logarithmic(least: number, most: number): Scale {
  const from = Math.floor(Math.log10(least));
  const to = Math.max(from + 1, Math.ceil(Math.log10(most)));
  return {
    at: (value) => (value <= 0 ? 0 : within((Math.log10(value) - from) / (to - from))),
    ticks: Array.from({ length: to - from + 1 }, (_, i) => ({
      value: 10 ** (from + i),
      text: written(10 ** (from + i)),
    })),
  };
}

/** A scale of nines for percentiles: the distance from 0.9 to 0.99 equals that from 0.99 to 0.999. */
export function nines(count: number): Scale {
  const shares = [0, 0.5, ...Array.from({ length: count }, (_, i) => 1 - 10 ** -(i + 1))];
  return {
    at: (share) => within(-Math.log10(1 - share) / count),
    ticks: shares.map((value) => ({ value, text: `${Number((value * 100).toPrecision(6))} %` })),
  };
}
