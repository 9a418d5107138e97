/** How far the words of a phrase may stand from where they belong. */
const SLOP = 2;

/**
 * Whether words stand as a phrase: word i at one of its positions p(i), all different, with
 * max(p(i) - i) - min(p(i) - i) <= 2.
 */
export function isPhrase(places: ReadonlyArray<readonly number[]>): boolean {
  if (places.some((list) => list.length === 0)) return false;
  if (places.length === 1) return true;
  const shifted = places.map((list, i) => list.map((place) => place - i).sort((a, b) => a - b));
  for (const least of new Set(shifted.flat())) {
    const choices = shifted.map((list) => list.filter((shift) => shift >= least && shift <= least + SLOP));
    if (choices.every((list) => list.length > 0) && canBeDifferent(choices)) return true;
  }
  return false;
}

/**
 * Whether each word can have a position of its own: a matching of words and positions, grown by one word at a time,
 * moving words that came before to another of their positions where that makes room (three at most each).
 * Cost: words times choices for every word, so that a word repeated sixty times stays cheap.
 */
function canBeDifferent(choices: ReadonlyArray<readonly number[]>): boolean {
  const owner = new Map<number, number>();
  const seat = (word: number, tried: Set<number>): boolean =>
    (choices[word] ?? []).some((shift) => {
      const position = shift + word;
      if (tried.has(position)) return false;
      tried.add(position);
      const before = owner.get(position);
      if (before !== undefined && !seat(before, tried)) return false;
      owner.set(position, word);
      return true;
    });
  return choices.every((_, word) => seat(word, new Set()));
}
