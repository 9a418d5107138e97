import { problems } from './file-problem.ts';

export interface JsonText {
  /** The text of one value of the list; null if it exceeds the maximum size of a document. */
  readonly text: string | null;
  /** The line on which it starts, from 1. */
  readonly line: number;
  /** Offset of its end in the chunk, in characters. */
  readonly end: number;
}

/** Maximum length of a value, in characters. The server accepts documents of 100 KB; whitespace and escapes add to that. */
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
 * A streaming splitter: extracts the texts of the values of a JSON list, or of concatenated objects, from chunks that may
 * end anywhere. Tracks only brackets and quotation marks. Values are parsed later, so that one invalid document does not
 * affect the others.
 * Cost: one test per character, one slice per value.
 */
export class JsonValues {
  /** Undefined until the first character that is not whitespace. */
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
    // Offset in this chunk where the current value starts.
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
        // Only in lists: a number or literal ends at the next delimiter.
        yield this.#end(text.slice(from, at), at);
        if (code === CLOSE_ARRAY) this.#isOver = true;
      } else if ((code === CLOSE_ARRAY || code === CLOSE_OBJECT) && this.#depth > 0) {
        this.#depth--;
        if (this.#depth === 0) yield this.#end(text.slice(from, at + 1), at + 1);
      }
    }
    if (this.#inValue) this.#keep(text.slice(from));
  }

  /** Throws if the text is incomplete. */
  end(): void {
    if (this.#inValue) throw problems.cutOff(this.#began);
    if (this.#inList === true && !this.#isOver) throw problems.cutOff(this.#line);
  }

  /** Handles a character between values; returns whether it starts a value. */
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
