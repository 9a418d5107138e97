/** A code expression inside plain data, evaluated at run time. */
export class Expression {
  readonly code: string;
  constructor(code: string) {
    this.code = code;
  }
}

/** The literal syntax of a language. */
export interface Notation {
  readonly indent: string;
  readonly nothing: string;
  readonly yes: string;
  readonly no: string;
  /** The delimiters of an object, and the empty object. */
  readonly object: readonly [open: string, close: string];
  readonly emptyObject: string;
  readonly entry: (key: string, value: string) => string;
  /** The escape sequence of a code point in a double-quoted string. */
  readonly escape: (codePoint: number) => string;
  /** Further special characters in double-quoted strings, besides quote and backslash. */
  readonly special?: RegExp;
  /** A prefix for objects with numeric keys, where the language would treat them as lists. */
  readonly numbered?: string;
}

/** Maximum width of a literal on one line. */
const WIDTH = 60;

/** Invisible and bidi control characters are always escaped. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Cn}\p{Zl}\p{Zp}]|(?! )\p{Zs}/u;
const EACH_UNSEEN = new RegExp(UNSEEN, 'gu');

/** A string: in single quotes, which all the languages share, unless it needs an escape. */
export function textOf(text: string, { escape: escapeOf, special }: Notation): string {
  if (!UNSEEN.test(text)) return `'${text.replace(/[\\']/g, '\\$&')}'`;
  const quoted = text.replace(/[\\"]/g, '\\$&');
  const escaped = special === undefined ? quoted : quoted.replace(special, '\\$&');
  return `"${escaped.replace(EACH_UNSEEN, (character) => escapeOf(character.codePointAt(0) ?? 0))}"`;
}

/** Formats JSON data with expressions as a literal. Object members keep their order. */
export function literalOf(value: unknown, notation: Notation, indent = ''): string {
  if (value instanceof Expression) return value.code;
  if (value === null) return notation.nothing;
  if (value === true || value === false) return value ? notation.yes : notation.no;
  if (typeof value === 'number') return JSON.stringify(value);
  if (typeof value === 'string') return textOf(value, notation);
  const inner = indent + notation.indent;
  if (Array.isArray(value)) {
    return lines(
      value.map((item) => literalOf(item, notation, inner)),
      ['[', ']'],
      indent,
      inner,
    );
  }
  const entries = Object.entries(value as object);
  if (entries.length === 0) return notation.emptyObject;
  const prefix = entries.some(([key]) => /^(0|-?[1-9]\d*)$/.test(key)) ? (notation.numbered ?? '') : '';
  const parts = entries.map(([key, member]) => notation.entry(key, literalOf(member, notation, inner)));
  return prefix + lines(parts, notation.object, indent, inner);
}

function lines(
  parts: readonly string[],
  [open, close]: readonly [string, string],
  indent: string,
  inner: string,
): string {
  const inOne = open + parts.join(', ') + close;
  if (!inOne.includes('\n') && indent.length + inOne.length <= WIDTH) return inOne;
  const each = parts.map((part) => `${inner}${part},\n`).join('');
  return `${open.trim()}\n${each}${indent}${close.trim()}`;
}
