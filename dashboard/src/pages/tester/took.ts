import { number } from '../../parts/numbers.ts';

const milliseconds = (value: number): string =>
  value < 10 ? `${value.toFixed(1)} ms` : `${number(Math.round(value))} ms`;

/** The server's time, which is that of the search, and what the browser waited. */
export const tookText = (serverTime: number | null, waited: number): string =>
  serverTime === null
    ? `in ${milliseconds(waited)}`
    : `in ${milliseconds(serverTime)} (${milliseconds(waited)} including the network)`;
