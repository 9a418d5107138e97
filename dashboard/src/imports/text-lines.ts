import { type JsonText, LONGEST_VALUE } from './json-values.ts';

/** A streaming line splitter: each non-blank line is a value. Chunks may end anywhere. */
export class TextLines {
  #rest = '';
  #isTooLong = false;
  #line = 1;

  *push(text: string): Generator<JsonText> {
    let from = 0;
    for (;;) {
      const at = text.indexOf('\n', from);
      if (at < 0) break;
      yield* this.#end(text.slice(from, at), at + 1);
      this.#line++;
      from = at + 1;
    }
    this.#keep(text.slice(from));
  }

  *end(): Generator<JsonText> {
    yield* this.#end('', 0);
  }

  #keep(part: string): void {
    if (this.#isTooLong) return;
    this.#rest += part;
    if (this.#rest.length <= LONGEST_VALUE) return;
    this.#isTooLong = true;
    this.#rest = '';
  }

  *#end(part: string, end: number): Generator<JsonText> {
    this.#keep(part);
    const text = this.#isTooLong ? null : this.#rest.trim();
    this.#rest = '';
    this.#isTooLong = false;
    if (text !== '') yield { text, line: this.#line, end };
  }
}
