/** From this length on V8 makes a slice as a view that keeps the whole text alive. */
const SHORTEST_VIEW = 13;

/**
 * The same string in memory of its own. A dictionary or a cache that kept views would keep every document that it
 * ever saw one word of.
 */
export function flatCopy(word: string): string {
  if (word.length < SHORTEST_VIEW) return word;
  const units = new Array<number>(word.length);
  for (let i = 0; i < word.length; i++) units[i] = word.charCodeAt(i);
  return String.fromCharCode(...units);
}
