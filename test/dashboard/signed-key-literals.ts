/*
 * Parses the literals of a Ruby or PHP program, for machines without these languages. Supports what the signing
 * programs contain: objects, lists, strings, numbers, booleans and null.
 */

const TOKEN =
  /\s*(?:(?<word>\(object\)|=>|[[\]{},]|true|false|nil|null)|(?<number>-?\d+(?:\.\d+)?)|'(?<single>(?:[^'\\]|\\.)*)'|"(?<double>(?:[^"\\]|\\.)*)")/suy;

/** The value of the literal at the beginning of `text`, and the remaining text. */
export function readLiteral(text: string): { readonly value: unknown; readonly rest: string } {
  const reader = new LiteralReader(text);
  const value = reader.value();
  return { value, rest: text.slice(reader.at) };
}

class LiteralReader {
  readonly #text: string;
  at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  #next(): { readonly word: string | undefined; readonly value: unknown } {
    TOKEN.lastIndex = this.at;
    const { groups } = TOKEN.exec(this.#text) ?? {};
    if (groups === undefined) throw new Error(`no literal: ${this.#text.slice(this.at, this.at + 40)}`);
    this.at = TOKEN.lastIndex;
    const { word, number, single, double } = groups;
    if (number !== undefined) return { word, value: Number(number) };
    if (single !== undefined) return { word, value: single.replace(/\\([\\'])/g, '$1') };
    if (double !== undefined) return { word, value: unescaped(double) };
    return { word, value: undefined };
  }

  #peek(): string | undefined {
    const { at } = this;
    const { word } = this.#next();
    this.at = at;
    return word;
  }

  value(): unknown {
    const { word, value } = this.#next();
    if (word === undefined) return value;
    if (word === 'true' || word === 'false') return word === 'true';
    if (word === 'nil' || word === 'null') return null;
    if (word === '(object)') return { ...(this.value() as object) };
    if (word === '{') return Object.fromEntries(this.#entries('}').map(pairOf));
    if (word !== '[') throw new Error(`unexpected ${word}`);
    const entries = this.#entries(']');
    // PHP writes both with square brackets; one with keys is an object.
    return entries.length > 0 && entries.every((entry) => entry.key !== undefined)
      ? Object.fromEntries(entries.map(pairOf))
      : entries.map((entry) => entry.value);
  }

  #entries(close: string): Array<{ readonly key: string | undefined; readonly value: unknown }> {
    const entries = [];
    while (this.#peek() !== close) {
      const first = this.value();
      const isPair = this.#peek() === '=>';
      if (isPair) this.#next();
      entries.push(isPair ? { key: String(first), value: this.value() } : { key: undefined, value: first });
      if (this.#peek() === ',') this.#next();
    }
    this.#next();
    return entries;
  }
}

function pairOf({ key, value }: { readonly key: string | undefined; readonly value: unknown }) {
  if (key === undefined) throw new Error('an entry of an object has no key');
  return [key, value] as const;
}

const unescaped = (text: string): string =>
  text.replace(/\\(?:u\{([0-9a-f]+)\}|(["\\#$]))/g, (_, hex: string | undefined, plain: string) =>
    hex === undefined ? plain : String.fromCodePoint(Number.parseInt(hex, 16)),
  );
