/** Something that can be found by its label or by further words. */
export interface Findable {
  readonly label: string;
  readonly keywords?: readonly string[];
}

/** The words of a query, in lower case. */
export const wordsOf = (query: string): readonly string[] =>
  query
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');

const isIn = (word: string, { label, keywords = [] }: Findable): boolean =>
  label.toLowerCase().includes(word) || keywords.some((keyword) => keyword.toLowerCase().includes(word));

/** How well all words fit, 0 is best; undefined if a word is missing. */
export function rankOf(words: readonly string[], findable: Findable): number | undefined {
  if (!words.every((word) => isIn(word, findable))) return undefined;
  const label = findable.label.toLowerCase();
  const query = words.join(' ');
  if (label === query) return 0;
  if (label.startsWith(query)) return 1;
  const parts = label.split(/[^\p{L}\p{N}]+/u);
  if (words.every((word) => parts.some((part) => part.startsWith(word)))) return 2;
  return words.every((word) => label.includes(word)) ? 3 : 4;
}

/** As `rankOf`, for a page of an engine: the words name both, in any order (`schema shop`). */
export function rankOfBoth(words: readonly string[], page: Findable, engine: string): number | undefined {
  const ofPage = words.filter((word) => isIn(word, page));
  const ofEngine = words.filter((word) => engine.toLowerCase().includes(word));
  const isWhole = words.every((word) => ofPage.includes(word) || ofEngine.includes(word));
  if (words.length < 2 || ofPage.length === 0 || ofEngine.length === 0 || !isWhole) return undefined;
  // Words of the engine say nothing about the page.
  const others = ofPage.filter((word) => !ofEngine.includes(word));
  const rank = rankOf(others.length > 0 ? others : ofPage, page) ?? 4;
  return ofEngine.includes(engine.toLowerCase()) ? rank : rank + 0.5;
}
