import type { Snapshot } from '../../snapshot/snapshot.ts';

export const COVERAGE_BONUS = 0.75;

/** The term frequency part of BM25 without its constant: tf / (tf + K), K from the length of the field. */
export const K_BASE = 1.2 * 0.25;
export const K_SLOPE = 1.2 * 0.75;

/** The mean length of a field over the documents that have a word in it. */
export function averageOf(view: Snapshot, field: string): number {
  const { docs, words } = view.totals(field);
  return docs === 0 ? 1 : words / docs;
}
