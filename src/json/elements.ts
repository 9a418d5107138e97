import { errors } from '../errors.ts';
import { limits } from '../limits.ts';
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

/** One element of an array, or the only value of a text. */
export interface Element {
  readonly text: string;
  /** No more than the bytes of the value as `JSON.stringify` writes it. */
  readonly leastBytes: number;
}

const SMALL_U = 0x75;

/**
 * Splits the text of an array into its elements, `most` of them and no more; any other text is one element. The elements
 * themselves are not checked: the caller parses each of them, and can leave out those that are too large.
 *
 * Parsing a hostile text as a whole takes up to a hundred times its size in memory, and the thread for seconds. Cost of
 * this pass: one or two nanoseconds per character, and no memory.
 */
export function* elementsOf(text: string, most: number): Generator<Element> {
  const scanner = new Scanner(text);
  if (!scanner.skip(OPEN_ARRAY)) {
    yield scanner.element(0);
    scanner.expectEnd();
    return;
  }
  if (!scanner.skip(CLOSE_ARRAY)) {
    for (let count = 1; ; count++) {
      yield scanner.element(1);
      if (scanner.skip(CLOSE_ARRAY)) break;
      if (count === most) return;
      if (!scanner.skip(COMMA)) throw errors.undecodable();
    }
  }
  scanner.expectEnd();
}

class Scanner {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  /** Skips blanks, and `code` if it comes next. */
  skip(code: number): boolean {
    this.#skipBlanks();
    if (this.#text.charCodeAt(this.#at) !== code) return false;
    this.#at++;
    return true;
  }

  expectEnd(): void {
    this.#skipBlanks();
    if (this.#at < this.#text.length) throw errors.undecodable();
  }

  /** The value that begins here, inside `outer` arrays. */
  element(outer: number): Element {
    const text = this.#text;
    this.#skipBlanks();
    const start = this.#at;
    let at = start;
    let depth = outer;
    let bytes = 0;
    for (; at < text.length; at++) {
      const code = text.charCodeAt(at);
      if (code === QUOTE) {
        // A character of a string is at least one byte, an escape sequence stands for one character.
        bytes += 2;
        for (at++; at < text.length; at++) {
          const inside = text.charCodeAt(at);
          if (inside === QUOTE) break;
          bytes++;
          if (inside === BACKSLASH) at += text.charCodeAt(at + 1) === SMALL_U ? 5 : 1;
        }
      } else if (code === OPEN_ARRAY || code === OPEN_OBJECT) {
        if (++depth > limits.bodyDepth) throw errors.undecodable();
        bytes++;
      } else if (code === CLOSE_ARRAY || code === CLOSE_OBJECT) {
        if (depth === outer) break;
        depth--;
        bytes++;
      } else if (code === COMMA) {
        if (depth === outer) break;
        bytes++;
      } else if (code === COLON) bytes++;
      // Numbers are not counted: 1.000 is written as 1.
    }
    if (at > text.length || depth !== outer) throw errors.undecodable();
    this.#at = at;
    return { text: text.slice(start, at), leastBytes: bytes };
  }

  #skipBlanks(): void {
    while (isBlank(this.#text.charCodeAt(this.#at))) this.#at++;
  }
}
