/**
 * Measures of two rankings: the ids of the first results on each side, best first. A ranking may have an id twice (grouped
 * by a field with several values); its second occurrence then counts as another result.
 */

/** How much rank-biased overlap looks at the first ranks: the weight of each rank relative to the one before it. */
const PERSISTENCE = 0.9;

/** The share of results that both sides have: |L ∩ R| / max(|L|, |R|); 1 if both are empty. */
export function overlapOf(left: readonly string[], right: readonly string[]): number {
  const most = Math.max(left.length, right.length);
  if (most === 0) return 1;
  const others = new Set(numbered(right));
  return numbered(left).filter((id) => others.has(id)).length / most;
}

/**
 * Rank-biased overlap (Webber, Moffat and Zobel 2010), cut off at the length k of the longer ranking and normalised: the
 * mean over the depths d = 1 … k of |L_d ∩ R_d| / d, where L_d are the first d results and depth d has the weight
 * p^(d-1), p = 0.9. It is 1 only for the same results in the same order, and 0 only without any common result. The
 * original extrapolates beyond k, which would call a ranking and its beginning the same.
 */
export function rankBiasedOverlapOf(left: readonly string[], right: readonly string[]): number {
  const depth = Math.max(left.length, right.length);
  if (depth === 0) return 1;
  const sides = [numbered(left), numbered(right)];
  const seen = new Set<string>();
  let common = 0;
  let sum = 0;
  let weights = 0;
  for (let rank = 1, weight = 1; rank <= depth; rank++, weight *= PERSISTENCE) {
    for (const ids of sides) {
      const id = ids[rank - 1];
      if (id === undefined) continue;
      // Each side has an id once, so that a second sight is that of the other side.
      if (seen.has(id)) common++;
      else seen.add(id);
    }
    sum += (weight * common) / rank;
    weights += weight;
  }
  return sum / weights;
}

/**
 * Kendall's tau of the results that both sides have: (concordant pairs - discordant pairs) / all pairs, from -1 (reversed)
 * to 1 (same order). Null if they have fewer than two in common.
 */
export function kendallTauOf(left: readonly string[], right: readonly string[]): number | null {
  const ranks = new Map(numbered(right).map((id, rank) => [id, rank]));
  const common = numbered(left).flatMap((id) => ranks.get(id) ?? []);
  const pairs = (common.length * (common.length - 1)) / 2;
  if (pairs === 0) return null;
  let balance = 0;
  for (const [at, first] of common.entries()) {
    for (const second of common.slice(at + 1)) balance += first < second ? 1 : -1;
  }
  return balance / pairs;
}

/** The ids, with a number after those that have occurred before. */
export function numbered(ids: readonly string[]): readonly string[] {
  const counts = new Map<string, number>();
  return ids.map((id) => {
    const count = (counts.get(id) ?? 0) + 1;
    counts.set(id, count);
    return count === 1 ? id : `${id}\u0000${count}`;
  });
}
