import type { Snapshot } from '../../snapshot/snapshot.ts';

/*
 * BM25 (Robertson & Zaragoza, "The Probabilistic Relevance Framework: BM25 and Beyond", 2009) with k1 = 1.2, b = 0.75
 * and without the constant factor k1 + 1, which does not change the order:
 *
 *   idf · tf / (tf + k1 · (1 - b + b · length / average))   =   idf · tf / (tf + K_BASE + slope · length)
 */
export const K_BASE = 1.2 * 0.25;
export const K_SLOPE = 1.2 * 0.75;

/** The largest bonus of a field, as a share of its score: for a query that covers the whole field. */
export const COVERAGE_BONUS = 0.75;

/** The mean length of a field over the documents that have a term in it. */
export function averageLength(snapshot: Snapshot, field: string): number {
  const { docs, words } = snapshot.totals(field);
  return docs === 0 ? 1 : words / docs;
}
