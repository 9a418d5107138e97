import {
  BACKSLASH,
  CLOSE_ARRAY,
  CLOSE_OBJECT,
  COLON,
  COMMA,
  isBlank,
  OPEN_ARRAY,
  OPEN_OBJECT,
  QUOTE,
} from './characters.ts';

/**
 * The members of JSON objects as they were sent. `JSON.parse` keeps the last of several members of one name; where a
 * duplicate is an error (schema bodies, tokens) the text itself must be scanned.
 *
 * Every function expects a text that `JSON.parse` has accepted, and looks only for the characters that matter. One pass
 * without recursion: neither the length nor the depth of a text can exhaust the stack.
 */

const skipBlanks = (text: string, from: number): number => {
  let at = from;
  while (isBlank(text.charCodeAt(at))) at += 1;
  return at;
};

/** The offset after the closing quote of the string whose opening quote is at `from`. */
const endOfString = (text: string, from: number): number => {
  let at = from + 1;
  while (at < text.length) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) return at + 1;
    at += code === BACKSLASH ? 2 : 1;
  }
  return at;
};

/** The offset of the comma or bracket that ends the value at `from`. */
const endOfValue = (text: string, from: number): number => {
  let depth = 0;
  let at = from;
  while (at < text.length) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) {
      at = endOfString(text, at);
      continue;
    }
    if (depth === 0 && (code === COMMA || code === CLOSE_OBJECT)) return at;
    if (code === OPEN_OBJECT || code === OPEN_ARRAY) depth += 1;
    else if (code === CLOSE_OBJECT || code === CLOSE_ARRAY) depth -= 1;
    at += 1;
  }
  return at;
};

/**
 * The first `most` members of the object in `text`, in order and with duplicates; undefined if `text` is not an object.
 */
export const objectMembers = (text: string, most: number): Array<[string, unknown]> | undefined => {
  let at = skipBlanks(text, 0);
  if (text.charCodeAt(at) !== OPEN_OBJECT) return undefined;

  const members: Array<[string, unknown]> = [];
  at = skipBlanks(text, at + 1);
  while (text.charCodeAt(at) === QUOTE && members.length < most) {
    const nameEnd = endOfString(text, at);
    const valueStart = skipBlanks(text, nameEnd) + 1;
    const valueEnd = endOfValue(text, valueStart);
    members.push([JSON.parse(text.slice(at, nameEnd)), JSON.parse(text.slice(valueStart, valueEnd))]);
    at = skipBlanks(text, valueEnd + 1);
  }
  return members;
};

/**
 * The text of the value of the last member `name` of the object in `text`; undefined if there is none. Parses nothing
 * else, so that the cost is one pass however many members there are.
 */
export const lastMember = (text: string, name: string): string | undefined => {
  let at = skipBlanks(text, 0);
  if (text.charCodeAt(at) !== OPEN_OBJECT) return undefined;

  let found: string | undefined;
  at = skipBlanks(text, at + 1);
  while (text.charCodeAt(at) === QUOTE) {
    const nameEnd = endOfString(text, at);
    const valueStart = skipBlanks(text, skipBlanks(text, nameEnd) + 1);
    const valueEnd = endOfValue(text, valueStart);
    if (isNamed(text, at, nameEnd, name)) found = text.slice(valueStart, valueEnd);
    at = skipBlanks(text, valueEnd + 1);
  }
  return found;
};

/** Whether the string literal between two offsets stands for `name`, which is plain ASCII. */
const isNamed = (text: string, from: number, to: number, name: string): boolean => {
  const length = to - from - 2;
  if (length === name.length) return text.startsWith(name, from + 1);
  // At most six characters for one: \u0069.
  if (length < name.length || length > 6 * name.length) return false;
  for (let at = from + 1; at < to; at++) {
    if (text.charCodeAt(at) === BACKSLASH) return JSON.parse(text.slice(from, to)) === name;
  }
  return false;
};

/**
 * Whether any object in `text`, at any depth, has two members of the same decoded name.
 *
 * One set serves the whole text: each object gets a number, and names are stored as `<number> <name>`. A set per open
 * object would cost some hundred bytes for every level of a deeply nested text.
 */
export const hasDuplicateMembers = (text: string): boolean => {
  const IN_ARRAY = 0;
  const seen = new Set<string>();
  const open: number[] = [];
  let objects = 0;
  let nameIsNext = false;
  let at = 0;
  while (at < text.length) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) {
      const end = endOfString(text, at);
      if (nameIsNext) {
        const name = `${open.at(-1)} ${JSON.parse(text.slice(at, end))}`;
        if (seen.has(name)) return true;
        seen.add(name);
      }
      at = end;
      continue;
    }
    if (code === OPEN_OBJECT) {
      objects += 1;
      open.push(objects);
      nameIsNext = true;
    } else if (code === OPEN_ARRAY) {
      open.push(IN_ARRAY);
      nameIsNext = false;
    } else if (code === CLOSE_OBJECT || code === CLOSE_ARRAY) {
      open.pop();
    } else if (code === COLON) {
      nameIsNext = false;
    } else if (code === COMMA) {
      nameIsNext = open.at(-1) !== IN_ARRAY;
    }
    at += 1;
  }
  return false;
};
