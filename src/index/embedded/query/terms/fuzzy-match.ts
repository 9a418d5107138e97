import type { Dictionary } from '../../segment/dictionary.ts';
import { codePoints, editDistance, LONGEST } from './edit-distance.ts';

/*
 * Compares a pattern with all texts of a range of a dictionary. The distance is that of `editDistance`; its matrix is
 * computed a column at a time, with a bit per cell (Myers 1999, with transpositions by Hyyrö 2003, "A bit-vector algorithm
 * for computing Levenshtein and Damerau edit distances"). Neighbouring texts share prefixes, whose columns are reused:
 *
 *                 c a v e            text so far: c a v e   next text: c a v i t y
 *              0  1 2 3 4            columns of c, a, v stay; a column for i is computed
 *          c   1  0 1 2 3            bits of a column, one per row: where it rises, where it falls
 *          a   2  1 0 1 2
 *
 * One function, with arrays that are made once per thread: a comparison takes some 50 ns, less than an allocation.
 */

/** Forms up to this length have a bit per character in a small integer, with one to spare for a carry. */
const LONGEST_IN_BITS = 29;
const ASCII = 128;
/** Edits that a form may have at most. */
const MOST = 3;

/** By character of ASCII, where it is in the form. */
const places = new Int32Array(ASCII);
/** The text that was compared last, as far as its columns are known. */
const text = new Uint32Array(LONGEST);

/* By number of characters of that text, the column of the table after them: */
const COLUMNS = LONGEST_IN_BITS + MOST + 1;
/** Bits of characters of the form: where the column rises by one towards the next character, and where it falls. */
const rises = new Int32Array(COLUMNS);
const falls = new Int32Array(COLUMNS);
/** Where a cell is the same as the one before in both texts. */
const same = new Int32Array(COLUMNS);
/** Where the last character is in the form. */
const equal = new Int32Array(COLUMNS);
/** The last cell: edits to the whole form. */
const edits = new Int32Array(COLUMNS);
/** The cell where both texts have come equally far. */
const middle = new Int32Array(COLUMNS);
/** The least cell, or one that the bound allows. */
const least = new Int32Array(COLUMNS);

/** A word or a stem, and how many edits a text may be away from it. */
export class FuzzyPattern {
  readonly codes: readonly number[];
  readonly length: number;
  readonly maxEdits: number;

  constructor(form: string, most: number) {
    if (most > MOST) throw new RangeError(`more than ${MOST} edits`);
    this.codes = codePoints(form);
    this.length = this.codes.length;
    this.maxEdits = most;
  }
}

/**
 * Calls `note` for every text of a dictionary from `from` to before `to` that is not further from a form than it may
 * be. Cost: some thirty operations per character that the text before did not begin with.
 */
export function eachFuzzyMatch(
  form: FuzzyPattern,
  { blob, offsets }: Pick<Dictionary, 'blob' | 'offsets'>,
  from: number,
  to: number,
  note: (ordinal: number, edits: number) => void,
): void {
  const { codes, length, maxEdits } = form;
  if (length > LONGEST_IN_BITS) {
    eachLongFuzzyMatch(form, blob, offsets, from, to, note);
    return;
  }
  const longest = length + maxEdits;
  places.fill(0);
  for (let i = 0; i < length; i++) {
    const code = codes[i] as number;
    if (code < ASCII) places[code] = (places[code] as number) | (1 << i);
  }
  const all = (1 << length) - 1;
  rises[0] = all;
  edits[0] = length;
  /** Characters of `text` whose columns are known. */
  let known = 0;
  /** So many of them rule out all texts that begin with them; more than there can be where none do. */
  let dead = COLUMNS;
  texts: for (let ordinal = from; ordinal < to; ordinal++) {
    const start = offsets[ordinal] as number;
    const end = offsets[ordinal + 1] as number;
    // A character has one byte to four.
    if (end - start < length - maxEdits || end - start > 4 * longest) continue;
    let count = 0;
    for (let at = start; at < end; count++) {
      if (count === longest) continue texts;
      let code = blob[at++] as number;
      if (code >= ASCII) {
        code = codeAt(blob, at - 1);
        at += bytesOf(code) - 1;
      }
      if (count < known) {
        if (text[count] === code) {
          if (count + 1 === dead) continue texts;
          continue;
        }
        known = count;
        dead = COLUMNS;
      }
      text[count] = code;
      known++;
      // The column after this character, from the one before it.
      const isIn = code < ASCII ? (places[code] as number) : placesOf(code, codes, length);
      const rising = rises[count] as number;
      const falling = falls[count] as number;
      const swapped = ((~(same[count] as number) & isIn) << 1) & (equal[count] as number);
      const isSame = (((isIn & rising) + rising) ^ rising) | isIn | falling | swapped;
      const more = falling | ~(isSame | rising);
      const fewer = isSame & rising;
      const moreNext = (more << 1) | 1;
      const nowRising = ((fewer << 1) | ~(isSame | moreNext)) & all;
      const nowFalling = moreNext & isSame & all;
      rises[known] = nowRising;
      falls[known] = nowFalling;
      same[known] = isSame;
      equal[known] = isIn;
      edits[known] =
        (edits[count] as number) + ((more >>> (length - 1)) & 1) - ((fewer >>> (length - 1)) & 1);
      if (count >= length) {
        // Beyond the end of the form few characters can follow anyhow.
        least[known] = 0;
        continue;
      }
      const cell = (middle[count] as number) + 1 - ((isSame >>> count) & 1);
      middle[known] = cell;
      least[known] =
        cell <= maxEdits ? cell : leastAround(cell, nowRising, nowFalling, known, length, maxEdits);
      // A swap looks two columns back, so one column beyond the bound is not the end yet.
      if ((least[known] as number) > maxEdits && (least[count] as number) > maxEdits) {
        dead = known;
        continue texts;
      }
    }
    const found = edits[count] as number;
    if (found <= maxEdits) note(ordinal, found);
  }
}

function placesOf(code: number, codes: readonly number[], length: number): number {
  let found = 0;
  for (let i = 0; i < length; i++) if (codes[i] === code) found |= 1 << i;
  return found;
}

/** The least cell of a column that is not further than `most` from the one at `at`; those beyond are larger. */
function leastAround(
  value: number,
  rising: number,
  falling: number,
  at: number,
  length: number,
  most: number,
): number {
  let found = value;
  let cell = value;
  for (let i = at - 1; i >= 0 && i >= at - most; i--) {
    cell += ((falling >>> i) & 1) - ((rising >>> i) & 1);
    if (cell < found) found = cell;
  }
  cell = value;
  for (let i = at; i < length && i < at + most; i++) {
    cell += ((rising >>> i) & 1) - ((falling >>> i) & 1);
    if (cell < found) found = cell;
  }
  return found;
}

function eachLongFuzzyMatch(
  { codes, length, maxEdits }: FuzzyPattern,
  blob: Uint8Array,
  offsets: Uint32Array,
  from: number,
  to: number,
  note: (ordinal: number, edits: number) => void,
): void {
  for (let ordinal = from; ordinal < to; ordinal++) {
    let count = 0;
    for (
      let at = offsets[ordinal] as number;
      at < (offsets[ordinal + 1] as number) && count < LONGEST;
      count++
    ) {
      const code = codeAt(blob, at);
      text[count] = code;
      at += bytesOf(code);
    }
    const found = editDistance(text, count, codes, length, maxEdits);
    if (found <= maxEdits) note(ordinal, found);
  }
}

/** The bytes of a code point. */
const bytesOf = (code: number): number => (code < ASCII ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4);

/** The code point that begins at a byte. */
function codeAt(bytes: Uint8Array, at: number): number {
  const code = bytes[at] as number;
  if (code < ASCII) return code;
  if (code < 0xe0) return ((code & 0x1f) << 6) | rest(bytes, at + 1);
  if (code < 0xf0) return ((code & 0x0f) << 12) | (rest(bytes, at + 1) << 6) | rest(bytes, at + 2);
  return (
    ((code & 0x07) << 18) | (rest(bytes, at + 1) << 12) | (rest(bytes, at + 2) << 6) | rest(bytes, at + 3)
  );
}

const rest = (bytes: Uint8Array, at: number): number => (bytes[at] as number) & 0x3f;
