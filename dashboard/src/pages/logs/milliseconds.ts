import { number } from '../../parts/numbers.ts';

/** `12 ms`, `1.5 s`. */
export const milliseconds = (value: number): string =>
  value < 1000 ? `${number(value)} ms` : `${number(Math.round(value / 100) / 10)} s`;
