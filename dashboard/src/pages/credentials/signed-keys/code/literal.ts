/** A piece of code among plain data: what a program works out when it runs. */
export class Expression {
  readonly code: string;
  constructor(code: string) {
    this.code = code;
  }
}

/** How a language writes plain JSON data. */
export interface Notation {
  readonly indent: string;
  readonly nothing: string;
  readonly yes: string;
  readonly no: string;
  /** Around the entries of an object, and the whole of an empty one. */
  readonly object: readonly [open: string, close: string];
  readonly emptyObject: string;
  readonly entry: (key: string, value: string) => string;
  /** The escape of a character, by its number, between double quotes. */
  readonly escape: (codePoint: number) => string;
  /** Characters that mean something between double quotes, beside the quote and the backslash. */
  readonly special?: RegExp;
  /** In front of an object whose keys are numbers, where the language would take it for a list. */
  readonly numbered?: string;
}

/** Wider than this, objects and lists are broken into lines. */
const WIDTH = 60;

/** What cannot be seen, or changes the direction of what stands beside it, is never written as it is. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Cn}\p{Zl}\p{Zp}]|(?! )\p{Zs}/u;
const EACH_UNSEEN = new RegExp(UNSEEN, 'gu');

/** A text: between single quotes, which every one of the languages reads alike, unless it needs an escape. */
export function textOf(text: string, { escape: escapeOf, special }: Notation): string {
  if (!UNSEEN.test(text)) return `'${text.replace(/[\\']/g, '\\$&')}'`;
  const quoted = text.replace(/[\\"]/g, '\\$&');
  const escaped = special === undefined ? quoted : quoted.replace(special, '\\$&');
  return `"${escaped.replace(EACH_UNSEEN, (character) => escapeOf(character.codePointAt(0) ?? 0))}"`;
}

/** JSON data, and expressions in it, as the language writes them. The members of objects keep their order. */
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
