/** Inverse document frequency, as in BM25: `docs` documents have the field, `df` of them the term. */
export const idf = (docs: number, df: number): number => Math.log(1 + (docs - df + 0.5) / (df + 0.5));
