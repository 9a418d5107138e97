/** From this length on V8 represents a slice as a pointer into the whole text (SlicedString) and keeps it alive. */
const MIN_SLICED_LENGTH = 13;

/**
 * A copy of a string that does not refer to another one. A dictionary or cache of slices would keep every document
 * alive of which it holds a word.
 */
export function flatCopy(word: string): string {
  if (word.length < MIN_SLICED_LENGTH) return word;
  const units = new Array<number>(word.length);
  for (let i = 0; i < word.length; i++) units[i] = word.charCodeAt(i);
  return String.fromCharCode(...units);
}
