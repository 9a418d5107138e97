import { B, K1 } from '../../../ranking.ts';
import type { Snapshot } from '../../snapshot/snapshot.ts';

/*
 * BM25 (Robertson & Zaragoza, "The Probabilistic Relevance Framework: BM25 and Beyond", 2009) without the constant
 * factor k1 + 1, which does not change the order:
 *
 *   idf · tf / (tf + k1 · (1 - b + b · length / average))   =   idf · tf / (tf + K_BASE + slope · length)
 */
export const K_BASE = K1 * (1 - B);
export const K_SLOPE = K1 * B;

/** The mean length of a field over the documents that have a term in it. */
export const averageLength = ({ docs, words }: ReturnType<Snapshot['totals']>): number =>
  docs === 0 ? 1 : words / docs;
