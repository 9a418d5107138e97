/** The longest form that is compared: words are cut there when they are folded. */
const LONGEST = 130;
/** A text as code points, which is what edits are counted in. */
export function codePoints(text: string, into: Uint32Array): number {
  let length = 0;
  for (let i = 0; i < text.length && length < LONGEST; i++) {
    const code = text.codePointAt(i) as number;
    if (code > 0xffff) i++;
    into[length++] = code;
  }
  return length;
}

/**
 * Edits from one text to another (code points each): insertions, deletions, substitutions and swaps of neighbours,
 * no part edited twice (optimal string alignment). Gives `most + 1` as soon as it is sure to be more than `most`.
 */
export function editsBetween(
  a: Uint32Array,
  aLength: number,
  b: Uint32Array,
  bLength: number,
  most: number,
): number {
  if (Math.abs(aLength - bLength) > most) return most + 1;
  const edits = fillRows(newRows(aLength, bLength), a, aLength, b, bLength, most, 0);
  return edits < 0 ? most + 1 : edits;
}

/** The table of edits: a row per character of one text, in it a cell per character of the other and its least cell. */
const newRows = (aLength: number, bLength: number): Uint8Array =>
  new Uint8Array((aLength + 1) * (bLength + 2));

/**
 * Works out the rows of `a` from `known` on; those before are there from a text with the same beginning. Gives the
 * edits, `most + 1` for any more; or, where the beginning of `a` alone rules out all texts that share it, the length
 * of that beginning, below zero. The lengths differ by `most` at most.
 * Cost: a band of 2 · most + 1 cells per character.
 */
function fillRows(
  rows: Uint8Array,
  a: Uint32Array,
  aLength: number,
  b: Uint32Array,
  bLength: number,
  most: number,
  known: number,
): number {
  const beyond = most + 1;
  const width = bLength + 2;
  if (known === 0) for (let j = 0; j <= bLength && j <= most; j++) rows[j] = j;
  for (let i = known + 1; i <= aLength; i++) {
    const row = i * width;
    const above = row - width;
    const before = above - width;
    const from = Math.max(1, i - most);
    const to = Math.min(bLength, i + most);
    let left = from === 1 && i <= most ? i : beyond;
    let least = left;
    rows[row + from - 1] = left;
    for (let j = from; j <= to; j++) {
      let edits = (rows[above + j - 1] as number) + (a[i - 1] === b[j - 1] ? 0 : 1);
      if (left + 1 < edits) edits = left + 1;
      // The cell above the last of the band lies outside of it.
      if (j !== i + most && (rows[above + j] as number) + 1 < edits) edits = (rows[above + j] as number) + 1;
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        if ((rows[before + j - 2] as number) + 1 < edits) edits = (rows[before + j - 2] as number) + 1;
      }
      if (edits > beyond) edits = beyond;
      rows[row + j] = edits;
      if (edits < least) least = edits;
      left = edits;
    }
    rows[row + width - 1] = least;
    // A swap looks two rows back, so one row beyond the bound is not the end yet.
    if (least > most && i > 1 && (rows[above + width - 1] as number) > most) return -i;
  }
  return Math.min(rows[aLength * width + bLength] as number, beyond);
}

/**
 * Compares a form with many texts, which come in the order of a dictionary: neighbours begin alike, and what is known
 * of their common beginning is not worked out again.
 */
export class EditsOfForm {
  readonly length: number;
  readonly #most: number;
  readonly #form = new Uint32Array(LONGEST);
  readonly #text = new Uint32Array(LONGEST);
  readonly #rows: Uint8Array;
  /** Characters of `#text` whose rows are known. */
  #known = 0;

  constructor(form: string, most: number) {
    this.length = codePoints(form, this.#form);
    this.#most = most;
    this.#rows = newRows(this.length + most, this.length);
  }

  /**
   * Edits from the form to a text of UTF-8 from `start` to before `end`, `most + 1` for any more. Below zero: so many
   * characters at its beginning rule out every text that begins with them.
   */
  to(bytes: Uint8Array, start: number, end: number): number {
    const most = this.#most;
    // A character has one byte to four.
    if (end - start < this.length - most || end - start > 4 * (this.length + most)) return most + 1;
    const length = this.#read(bytes, start, end);
    if (Math.abs(length - this.length) > most) return most + 1;
    const edits = fillRows(this.#rows, this.#text, length, this.#form, this.length, most, this.#known);
    this.#known = edits < 0 ? -edits : length;
    return edits;
  }

  /** Takes the text apart into code points, and gives their number. */
  #read(bytes: Uint8Array, start: number, end: number): number {
    const text = this.#text;
    let known = this.#known;
    let length = 0;
    for (let at = start; at < end && length < LONGEST; length++) {
      let code = bytes[at++] as number;
      if (code >= 0xf0) {
        code =
          ((code & 0x07) << 18) | (rest(bytes, at) << 12) | (rest(bytes, at + 1) << 6) | rest(bytes, at + 2);
        at += 3;
      } else if (code >= 0xe0) {
        code = ((code & 0x0f) << 12) | (rest(bytes, at) << 6) | rest(bytes, at + 1);
        at += 2;
      } else if (code >= 0x80) code = ((code & 0x1f) << 6) | rest(bytes, at++);
      if (length < known && text[length] !== code) known = length;
      text[length] = code;
    }
    this.#known = Math.min(known, length);
    return length;
  }
}

const rest = (bytes: Uint8Array, at: number): number => (bytes[at] as number) & 0x3f;
