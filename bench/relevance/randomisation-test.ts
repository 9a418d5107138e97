const ROUNDS = 20_000;

/**
 * The two-sided p-value of a paired randomisation test: if both systems were equally good, the sign of each query's
 * difference would be a coin toss; p is the share of tosses whose mean is at least as far from zero as the observed one.
 *
 * Smucker, Allan and Carterette, "A comparison of statistical significance tests for information retrieval
 * evaluation", CIKM 2007. The generator is seeded, so the same differences always give the same p-value.
 */
export function randomisationTest(differences: readonly number[], seed = 1): number {
  const observed = Math.abs(differences.reduce((sum, difference) => sum + difference, 0));
  // Equal queries cannot change the sum.
  const changed = differences.filter((difference) => difference !== 0);
  if (changed.length === 0) return 1;
  const random = xorshift32(seed);
  let asFar = 0;
  for (let round = 0; round < ROUNDS; round++) {
    let sum = 0;
    for (const difference of changed) sum += random() < 0 ? -difference : difference;
    // Sums in another order differ in the last digits.
    if (Math.abs(sum) >= observed - 1e-9) asFar++;
  }
  // The observed assignment is one of the possible ones, so p is never 0.
  return (asFar + 1) / (ROUNDS + 1);
}

/** Marsaglia's xorshift generator: signed 32-bit numbers. */
function xorshift32(seed: number): () => number {
  let state = seed | 0 || 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return state;
  };
}
