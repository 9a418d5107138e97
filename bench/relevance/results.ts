import { readFileSync, writeFileSync } from 'node:fs';
import type { Measures } from './measures.ts';

/** The results of one version of the service: measures by query, for each set and precision. */
export interface Results {
  readonly version: string;
  readonly runs: readonly Run[];
}

export interface Run {
  readonly set: string;
  readonly documents: number;
  readonly precision: number;
  readonly weights: Readonly<Record<string, number>>;
  readonly queries: ReadonlyArray<{ readonly id: string; readonly text: string } & Measures>;
}

export const readResults = (path: string): Results => JSON.parse(readFileSync(path, 'utf8'));

export const writeResults = (path: string, results: Results): void =>
  writeFileSync(path, `${JSON.stringify(results)}\n`);

/** The run of the same set, precision and weights. */
export const counterpartOf = ({ runs }: Results, { set, precision, weights }: Run): Run | undefined =>
  runs.find(
    (run) =>
      run.set === set &&
      run.precision === precision &&
      JSON.stringify(run.weights) === JSON.stringify(weights),
  );
