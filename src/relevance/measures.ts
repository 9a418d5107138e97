/** How good the first results of a query are, each from 0 to 1. */
export interface Measures {
  /** Normalised discounted cumulative gain. */
  readonly ndcg: number;
  /** One divided by the rank of the first relevant document; 0 if there is none among the first results. */
  readonly mrr: number;
}

/**
 * Measures the first `depth` results of a query (Järvelin and Kekäläinen 2002, with the gain of Burges et al. 2005):
 * the gain of a document is 2^grade - 1, divided by log2(rank + 1), and nDCG is the sum divided by that of the best
 * possible order. A document without a grade has grade 0; a document is relevant if its grade is above 0. Null if no
 * document is relevant, because then every order is as good as any other.
 */
export function measuresOf(
  ranking: readonly string[],
  grades: ReadonlyMap<string, number>,
  depth: number,
): Measures | null {
  const ideal = gainOf([...grades.values()].sort((a, b) => b - a).slice(0, depth));
  if (ideal === 0) return null;
  const found = ranking.slice(0, depth).map((id) => grades.get(id) ?? 0);
  const first = found.findIndex((grade) => grade > 0);
  return { ndcg: gainOf(found) / ideal, mrr: first === -1 ? 0 : 1 / (first + 1) };
}

const gainOf = (grades: readonly number[]): number =>
  grades.reduce((sum, grade, index) => sum + (2 ** grade - 1) / Math.log2(index + 2), 0);

/** The means over queries; null if there are none. */
export function meanOf(measures: readonly Measures[]): Measures | null {
  const { length } = measures;
  if (length === 0) return null;
  return {
    ndcg: measures.reduce((sum, { ndcg }) => sum + ndcg, 0) / length,
    mrr: measures.reduce((sum, { mrr }) => sum + mrr, 0) / length,
  };
}
