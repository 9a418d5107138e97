/** How good a ranking is, each from 0 to 1. */
export interface Measures {
  /** Normalised discounted cumulative gain of the first ten (gain 2^grade - 1, discount log2). */
  readonly ndcg: number;
  /** One divided by the rank of the first relevant document, 0 if it is not among the first ten. */
  readonly mrr: number;
  /** The share of the relevant documents that are among the first hundred. */
  readonly recall: number;
}

const DEPTH = 10;
export const RECALL_DEPTH = 100;

export function measuresOf(ranking: readonly string[], grades: ReadonlyMap<string, number>): Measures {
  const ideal = [...grades.values()].sort((a, b) => b - a);
  const relevant = [...grades].filter(([, grade]) => grade > 0).map(([id]) => id);
  const first = ranking.slice(0, DEPTH).findIndex((id) => (grades.get(id) ?? 0) > 0);
  const found = new Set(ranking.slice(0, RECALL_DEPTH));
  return {
    ndcg: gainOf(ranking.map((id) => grades.get(id) ?? 0)) / gainOf(ideal),
    mrr: first === -1 ? 0 : 1 / (first + 1),
    recall: relevant.filter((id) => found.has(id)).length / relevant.length,
  };
}

const gainOf = (grades: readonly number[]): number =>
  grades.slice(0, DEPTH).reduce((sum, grade, rank) => sum + (2 ** grade - 1) / Math.log2(rank + 2), 0);

export function meanOf(measures: readonly Measures[]): Measures {
  const mean = (of: (one: Measures) => number): number =>
    measures.reduce((sum, one) => sum + of(one), 0) / measures.length;
  return { ndcg: mean((one) => one.ndcg), mrr: mean((one) => one.mrr), recall: mean((one) => one.recall) };
}
