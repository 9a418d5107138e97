import { problems } from './file-problem.ts';

export interface JsonText {
  /** One value of the list, as it is written; null if it is longer than any document may be. */
  readonly text: string | null;
  /** The line in which it begins, from 1. */
  readonly line: number;
  /** The characters of the piece that end with it. */
  readonly end: number;
}

/** Characters of one value. The server takes documents of 100 KB; blanks and escapes may make them longer. */
export const LONGEST_VALUE = 2_000_000;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const OPEN_ARRAY = 0x5b;
const CLOSE_ARRAY = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;
const LF = 0x0a;

const isBlank = (code: number): boolean => code === 0x20 || code === LF || code === 0x0d || code === 0x09;

/**
 * Takes a JSON list, or objects one after another, apart into the texts of its values, from pieces that may end
 * anywhere. Only brackets and quotation marks are looked at: whether a value is good JSON is found out by whoever reads
 * it, so that one bad document does not cost the others.
 * Cost: one look at each character, one slice per value.
 */
export class JsonValues {
  /** Undefined until the first character that is no blank. */
  #inList: boolean | undefined;
  #isOver = false;
  #depth = 0;
  #inValue = false;
  #inString = false;
  #escaped = false;
  #value = '';
  #isTooLong = false;
  #line = 1;
  #began = 1;

  *push(text: string): Generator<JsonText> {
    // Where the part of this piece begins that belongs to the value.
    let from = 0;
    for (let at = 0; at < text.length; at++) {
      const code = text.charCodeAt(at);
      if (code === LF) this.#line++;
      if (this.#inString) {
        if (this.#escaped) this.#escaped = false;
        else if (code === BACKSLASH) this.#escaped = true;
        else if (code === QUOTE) this.#inString = false;
        continue;
      }
      if (!this.#inValue) {
        if (isBlank(code) || !this.#begins(code)) continue;
        this.#inValue = true;
        this.#began = this.#line;
        from = at;
      }
      if (code === QUOTE) this.#inString = true;
      else if (code === OPEN_ARRAY || code === OPEN_OBJECT) this.#depth++;
      else if (this.#depth === 0 && (code === COMMA || code === CLOSE_ARRAY)) {
        // Only in lists: a number or a word ends where the next thing begins.
        yield this.#end(text.slice(from, at), at);
        if (code === CLOSE_ARRAY) this.#isOver = true;
      } else if ((code === CLOSE_ARRAY || code === CLOSE_OBJECT) && this.#depth > 0) {
        this.#depth--;
        if (this.#depth === 0) yield this.#end(text.slice(from, at + 1), at + 1);
      }
    }
    if (this.#inValue) this.#keep(text.slice(from));
  }

  /** Throws if the text ends where it must not. */
  end(): void {
    if (this.#inValue) throw problems.cutOff(this.#began);
    if (this.#inList === true && !this.#isOver) throw problems.cutOff(this.#line);
  }

  /** What a character outside of values means; whether it begins one. */
  #begins(code: number): boolean {
    if (this.#isOver) throw problems.afterTheEnd(this.#line);
    if (this.#inList === undefined) {
      if (code !== OPEN_ARRAY && code !== OPEN_OBJECT) throw problems.notJson(this.#line);
      this.#inList = code === OPEN_ARRAY;
      return !this.#inList;
    }
    if (code === COMMA) return false;
    if (this.#inList && code === CLOSE_ARRAY) {
      this.#isOver = true;
      return false;
    }
    if (!this.#inList && code !== OPEN_OBJECT) throw problems.notJson(this.#line);
    return true;
  }

  #keep(part: string): void {
    if (this.#isTooLong) return;
    this.#value += part;
    if (this.#value.length <= LONGEST_VALUE) return;
    this.#isTooLong = true;
    this.#value = '';
  }

  #end(part: string, end: number): JsonText {
    this.#keep(part);
    const value = { text: this.#isTooLong ? null : this.#value.trimEnd(), line: this.#began, end };
    this.#inValue = false;
    this.#isTooLong = false;
    this.#value = '';
    return value;
  }
}
