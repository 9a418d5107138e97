/** From this length on V8 represents a slice as a pointer into the whole text (SlicedString) and keeps it alive. */
const MIN_SLICED_LENGTH = 13;

/** Characters that are copied by one call. Arguments are on the stack, and a "word" may have a hundred thousand. */
const UNITS_AT_ONCE = 1024;

/**
 * A copy of a string that does not refer to another one. A dictionary or cache of slices would keep every document
 * alive of which it holds a word.
 */
export function flatCopy(word: string): string {
  if (word.length < MIN_SLICED_LENGTH) return word;
  if (word.length <= UNITS_AT_ONCE) return copied(word, 0, word.length);
  let copy = '';
  for (let from = 0; from < word.length; from += UNITS_AT_ONCE) {
    copy += copied(word, from, Math.min(from + UNITS_AT_ONCE, word.length));
  }
  return copy;
}

function copied(word: string, from: number, to: number): string {
  const units = new Array<number>(to - from);
  for (let at = from; at < to; at++) units[at - from] = word.charCodeAt(at);
  // biome-ignore lint/plugin: at most UNITS_AT_ONCE arguments.
  return String.fromCharCode(...units);
}
