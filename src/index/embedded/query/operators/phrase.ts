import { LOOKUPS_PAUSE } from '../tuning/thresholds.ts';

/** How far words of a quoted phrase may be moved from their positions in it. */
const SLOP = 2;

/**
 * Sloppy phrase match: whether each word i can have one of its positions p(i), all distinct, with
 * max(p(i) - i) - min(p(i) - i) <= slop. Cost: a pass over the positions of all words together, and a matching of words
 * and positions where all words are near. It yields.
 */
export function* isPhrase(
  positions: ReadonlyArray<readonly number[]>,
  slop: number = SLOP,
): Generator<void, boolean> {
  if (positions.some((list) => list.length === 0)) return false;
  if (positions.length === 1) return true;
  // A word that comes twice has the same list twice, which may be long.
  const sorted = new Map(Array.from(new Set(positions), (list) => [list, list.toSorted((a, b) => a - b)]));
  const lists = positions.map((list) => sorted.get(list) as number[]);
  /** By word, the index of its first shift (position less number of the word) that is not below the least. */
  const next = lists.map(() => 0);
  for (let work = 0; ; work++) {
    if (work >= LOOKUPS_PAUSE) {
      work = 0;
      yield;
    }
    let least = Number.POSITIVE_INFINITY;
    let most = Number.NEGATIVE_INFINITY;
    for (const [word, list] of lists.entries()) {
      const position = list[next[word] as number];
      // Shifts from here on are larger than those of a word that has none left.
      if (position === undefined) return false;
      least = Math.min(least, position - word);
      most = Math.max(most, position - word);
    }
    if (most <= least + slop) {
      work += lists.length;
      if (
        haveDistinctPositions(
          lists.map((list, word) => choicesOf(list, word, next[word] as number, least + slop)),
        )
      )
        return true;
    }
    for (const [word, list] of lists.entries()) {
      let at = next[word] as number;
      while (at < list.length && (list[at] as number) - word <= least) at++;
      next[word] = at;
    }
  }
}

/** The shifts of a word from an index on, up to `most`. */
function choicesOf(list: readonly number[], word: number, from: number, most: number): number[] {
  const choices: number[] = [];
  for (let at = from; at < list.length && (list[at] as number) - word <= most; at++)
    choices.push((list[at] as number) - word);
  return choices;
}

/**
 * Whether all words can have distinct positions: bipartite matching of words and positions by augmenting paths (Kuhn's
 * algorithm). A word has at most slop + 1 choices, so the cost is quadratic in the number of words.
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
