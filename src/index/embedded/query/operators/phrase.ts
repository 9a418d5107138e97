/** How far words may be moved from their positions in the phrase. */
const SLOP = 2;

/**
 * Sloppy phrase match: whether each word i can have one of its positions p(i), all distinct, with
 * max(p(i) - i) - min(p(i) - i) <= SLOP.
 */
export function isPhrase(positions: ReadonlyArray<readonly number[]>): boolean {
  if (positions.some((list) => list.length === 0)) return false;
  if (positions.length === 1) return true;
  const shifted = positions.map((list, i) => list.map((position) => position - i).sort((a, b) => a - b));
  for (const least of new Set(shifted.flat())) {
    const choices = shifted.map((list) => list.filter((shift) => shift >= least && shift <= least + SLOP));
    if (choices.every((list) => list.length > 0) && haveDistinctPositions(choices)) return true;
  }
  return false;
}

/**
 * Whether all words can have distinct positions: bipartite matching of words and positions by augmenting paths (Kuhn's
 * algorithm). A word has at most SLOP + 1 choices, so the cost is quadratic in the number of words.
 */
function haveDistinctPositions(choices: ReadonlyArray<readonly number[]>): boolean {
  const owner = new Map<number, number>();
  const assign = (word: number, tried: Set<number>): boolean =>
    (choices[word] ?? []).some((shift) => {
      const position = shift + word;
      if (tried.has(position)) return false;
      tried.add(position);
      const before = owner.get(position);
      if (before !== undefined && !assign(before, tried)) return false;
      owner.set(position, word);
      return true;
    });
  return choices.every((_, word) => assign(word, new Set()));
}
