/** Where and why a text is not JSON. Lines and columns start at 1. */
export interface JsonProblem {
  readonly message: string;
  readonly at: number;
  readonly line: number;
  readonly column: number;
}

/**
 * The first syntax error of a text; undefined if it is valid JSON. Browsers word errors differently and some omit the
 * position, so it is determined here after `JSON.parse` has failed.
 */
export function jsonProblem(text: string): JsonProblem | undefined {
  try {
    JSON.parse(text);
    return undefined;
  } catch {
    const { at, message } = new Reader(text).problem();
    const before = text.slice(0, at);
    const line = before.split('\n').length;
    return { message, at, line, column: at - before.lastIndexOf('\n') };
  }
}

class Stop extends Error {
  readonly at: number;
  constructor(at: number, message: string) {
    super(message);
    this.at = at;
  }
}

const BLANKS = /[ \t\r\n]*/y;
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
// biome-ignore lint/suspicious/noControlCharactersInRegex: JSON forbids control characters in strings.
const PLAIN = /[^"\\\u0000-\u001f]*/y;
const WORD = /[A-Za-z_$][\w$]*/y;
const ESCAPE = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;

/** Parses without building values, up to the first error. */
class Reader {
  readonly #text: string;
  #at = 0;
  #depth = 0;

  constructor(text: string) {
    this.#text = text;
  }

  problem(): { readonly at: number; readonly message: string } {
    try {
      this.#skip(BLANKS);
      if (this.#at === this.#text.length) this.#stop('the text is empty');
      this.#value();
      if (this.#at < this.#text.length) this.#stop('unexpected text after the end');
      return { at: this.#at, message: 'this cannot be read' };
    } catch (error) {
      if (error instanceof Stop) return error;
      throw error;
    }
  }

  #value(): void {
    const next = this.#text[this.#at];
    if (++this.#depth > 500) this.#stop('this is nested too deeply');
    if (next === '{') this.#items('}', () => this.#member());
    else if (next === '[') this.#items(']', () => this.#value());
    else if (next === '"') this.#string();
    else this.#scalar();
    this.#depth--;
    this.#skip(BLANKS);
  }

  #items(close: string, item: () => void): void {
    this.#at++;
    this.#skip(BLANKS);
    if (this.#takes(close)) return;
    for (;;) {
      item();
      if (this.#takes(close)) return;
      if (!this.#takes(',')) this.#stop(`expected a comma or ${close}`);
      this.#skip(BLANKS);
      if (this.#text[this.#at] === close) this.#stop(`there is an extra comma before ${close}`);
    }
  }

  #member(): void {
    if (this.#text[this.#at] !== '"') this.#stop('expected a name in double quotes');
    this.#string();
    this.#skip(BLANKS);
    if (!this.#takes(':')) this.#stop('expected a colon after the name');
    this.#skip(BLANKS);
    this.#value();
  }

  #string(): void {
    const began = this.#at++;
    for (;;) {
      this.#skip(PLAIN);
      const next = this.#text[this.#at];
      if (next === '"') break;
      if (next === undefined) {
        this.#at = began;
        this.#stop('this string is never closed');
      }
      if (next !== '\\') this.#stop('a string cannot contain a line break; write \\n instead');
      if (!this.#skip(ESCAPE)) this.#stop('write a backslash as \\\\');
    }
    this.#at++;
  }

  #scalar(): void {
    const at = this.#at;
    if (this.#skip(NUMBER)) return;
    this.#skip(WORD);
    const word = this.#text.slice(at, this.#at);
    if (['true', 'false', 'null'].includes(word)) return;
    this.#at = at;
    this.#stop(word === '' ? 'expected a value' : 'strings need double quotes');
  }

  #skip(pattern: RegExp): boolean {
    pattern.lastIndex = this.#at;
    const length = pattern.exec(this.#text)?.[0].length ?? 0;
    this.#at += length;
    return length > 0;
  }

  #takes(character: string): boolean {
    if (this.#text[this.#at] !== character) return false;
    this.#at++;
    return true;
  }

  #stop(message: string): never {
    throw new Stop(
      this.#at,
      this.#at >= this.#text.length && this.#at > 0 ? `${message}; the text ends here` : message,
    );
  }
}
