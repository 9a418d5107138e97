/*
 * Cuts texts at word boundaries. Sizes are in characters (code points), offsets in UTF-16 units.
 */

const SURROGATE = /[\ud800-\udfff]/;
/** Scripts that are written without spaces: a text can be cut between any two characters. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

const isLow = (code: number): boolean => code >= 0xdc00 && code <= 0xdfff;
const isHigh = (code: number): boolean => code >= 0xd800 && code <= 0xdbff;
const isBlank = (text: string, at: number): boolean => (text[at] ?? 'x').trim() === '';
const isUnspaced = (text: string, at: number): boolean => UNSPACED.test(text[at] ?? '');

/** Whether every character of a text is one UTF-16 unit. */
export const isSingleUnit = (text: string): boolean => !SURROGATE.test(text);

/** The number of characters between two offsets. */
export function charactersBetween(text: string, from: number, to: number): number {
  let characters = 0;
  for (let at = from; at < to; at++) {
    if (isHigh(text.charCodeAt(at)) && at + 1 < to && isLow(text.charCodeAt(at + 1))) at++;
    characters++;
  }
  return characters;
}

/** The offset `characters` after `from`, at most the end. */
export function offsetAfter(text: string, from: number, characters: number): number {
  let at = from;
  for (let left = characters; left > 0 && at < text.length; left--) {
    at += isHigh(text.charCodeAt(at)) && isLow(text.charCodeAt(at + 1)) ? 2 : 1;
  }
  return Math.min(at, text.length);
}

/** The offset `characters` before `from`, at least 0. */
export function offsetBefore(text: string, from: number, characters: number): number {
  let at = from;
  for (let left = characters; left > 0 && at > 0; left--) {
    at -= at > 1 && isLow(text.charCodeAt(at - 1)) && isHigh(text.charCodeAt(at - 2)) ? 2 : 1;
  }
  return at;
}

/** The last offset between `from` and `limit` where a text may end; undefined if one word fills the range. */
export function endWithin(text: string, from: number, limit: number): number | undefined {
  if (limit >= text.length || isUnspaced(text, limit - 1)) return Math.min(limit, text.length);
  for (let at = limit; at >= from; at--) {
    if (!isBlank(text, at)) continue;
    while (at > from && isBlank(text, at - 1)) at--;
    return at;
  }
  return undefined;
}

/** The first offset between `limit` and `to` where a text may begin; undefined if one word fills the range. */
export function startWithin(text: string, limit: number, to: number): number | undefined {
  if (limit <= 0 || isUnspaced(text, limit)) return Math.max(limit, 0);
  for (let at = limit; at <= to; at++) {
    if (isBlank(text, at - 1) && !isBlank(text, at)) return at;
  }
  return undefined;
}

/** The beginning of a text: at most `size` characters, cut where a word ends. */
export function beginningOf(text: string, size: number): string {
  if (text.length <= size) return text;
  const limit = offsetAfter(text, 0, size);
  // A single word longer than the size is cut inside: an empty result would be useless.
  return limit >= text.length ? text : text.slice(0, endWithin(text, 0, limit) || limit);
}
