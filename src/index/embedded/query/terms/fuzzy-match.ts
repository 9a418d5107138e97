import { codePoints, editDistance, MAX_LENGTH } from '../../../terms/edit-distance.ts';
import type { Dictionary } from '../../segment/dictionary.ts';

/*
 * Compares a pattern with all texts of a dictionary range. The distance is that of `editDistance`; its matrix is computed
 * a column at a time, with a bit per cell (Myers 1999, with transpositions by Hyyrö 2003, "A bit-vector algorithm for
 * computing Levenshtein and Damerau edit distances"). Adjacent texts share prefixes, whose columns are reused:
 *
 *                 c a v e            previous text: c a v e   next text: c a v i t y
 *              0  1 2 3 4            the columns of c, a, v stay; a column for i is computed
 *          c   1  0 1 2 3            bit vectors of a column, a bit per row: where cells increase, where they decrease
 *          a   2  1 0 1 2
 *
 * One function, with arrays allocated once per thread: a comparison takes some 30 ns, less than an allocation.
 */

/** Patterns up to this length fit a bit per character into a small integer, with a spare bit for the carry. */
const MAX_BIT_VECTOR_LENGTH = 29;
const ASCII = 128;
/** The largest bound that a pattern may have. */
const MAX_EDITS = 3;

/** By ASCII character, the positions of the pattern that have it (PM in the paper); all by other bytes. */
const matchVectors = new Int32Array(2 * ASCII);
/** The code points of the last compared text whose columns are known. */
const text = new Uint32Array(MAX_LENGTH);

/* By number of characters of that text, the column of the matrix after them. Vectors have a bit per pattern character. */
const COLUMNS = MAX_BIT_VECTOR_LENGTH + MAX_EDITS + 1;
/** Vertical differences: where a cell is one more than the cell above it (VP), and where it is one less (VN). */
const verticalPlus = new Int32Array(COLUMNS);
const verticalMinus = new Int32Array(COLUMNS);
/** Where a cell equals the diagonally preceding one (D0). */
const diagonalZero = new Int32Array(COLUMNS);
/** The match vector of the last character. */
const lastMatch = new Int32Array(COLUMNS);
/** The last cell: the edits to the whole pattern. */
const edits = new Int32Array(COLUMNS);

/** A word or a stem, and the number of edits that a fuzzy match may be away from it. */
export class FuzzyPattern {
  readonly codes: readonly number[];
  readonly length: number;
  readonly maxEdits: number;

  constructor(pattern: string, maxEdits: number) {
    if (maxEdits > MAX_EDITS) throw new RangeError(`more than ${MAX_EDITS} edits`);
    this.codes = codePoints(pattern);
    this.length = this.codes.length;
    this.maxEdits = maxEdits;
  }
}

/**
 * Calls `onMatch` for every text of a dictionary from `from` to before `to` that is within the edits of a pattern. Cost:
 * three operations per byte, and for the few texts that have nearly the same characters as the pattern some twenty per
 * character after the prefix that a text shares with the previous one of them.
 */
export function eachFuzzyMatch(
  pattern: FuzzyPattern,
  { blob, offsets }: Pick<Dictionary, 'blob' | 'offsets'>,
  from: number,
  to: number,
  onMatch: (ordinal: number, edits: number) => void,
): void {
  const { codes, length, maxEdits } = pattern;
  if (length > MAX_BIT_VECTOR_LENGTH) {
    eachLongFuzzyMatch(pattern, blob, offsets, from, to, onMatch);
    return;
  }
  const longest = length + maxEdits;
  matchVectors.fill(0).fill(-1, ASCII);
  for (let i = 0; i < length; i++) {
    const code = codes[i] as number;
    if (code < ASCII) matchVectors[code] = (matchVectors[code] as number) | (1 << i);
  }
  const all = (1 << length) - 1;
  verticalPlus[0] = all;
  edits[0] = length;
  /** The number of characters of `text` whose columns are known. */
  let known = 0;
  texts: for (let ordinal = from; ordinal < to; ordinal++) {
    const start = offsets[ordinal] as number;
    const end = offsets[ordinal + 1] as number;
    // A character has one to four bytes.
    if (end - start < length - maxEdits || end - start > 4 * longest) continue;
    // Each character that only one of the two has takes an edit, and most texts have too many.
    let others = 0;
    let missing = all;
    for (let at = start; at < end && others <= maxEdits; at++) {
      const vector = matchVectors[blob[at] as number] as number;
      if (vector === 0) others++;
      missing &= ~vector;
    }
    for (let i = 0; i < maxEdits; i++) missing &= missing - 1;
    if (others > maxEdits || missing !== 0) continue;
    let count = 0;
    for (let at = start; at < end; count++) {
      if (count === longest) continue texts;
      let code = blob[at++] as number;
      if (code >= ASCII) {
        code = codeAt(blob, at - 1);
        at += bytesOf(code) - 1;
      }
      if (count < known) {
        if (text[count] === code) continue;
        known = count;
      }
      text[count] = code;
      known++;
      // The column of this character, from the previous column.
      const match = code < ASCII ? (matchVectors[code] as number) : matchVectorOf(code, codes, length);
      const plus = verticalPlus[count] as number;
      const minus = verticalMinus[count] as number;
      const transposed = ((~(diagonalZero[count] as number) & match) << 1) & (lastMatch[count] as number);
      const zero = (((match & plus) + plus) ^ plus) | match | minus | transposed;
      const horizontalPlus = minus | ~(zero | plus);
      const horizontalMinus = zero & plus;
      const shiftedPlus = (horizontalPlus << 1) | 1;
      const nextPlus = ((horizontalMinus << 1) | ~(zero | shiftedPlus)) & all;
      const nextMinus = shiftedPlus & zero & all;
      verticalPlus[known] = nextPlus;
      verticalMinus[known] = nextMinus;
      diagonalZero[known] = zero;
      lastMatch[known] = match;
      edits[known] =
        (edits[count] as number) +
        ((horizontalPlus >>> (length - 1)) & 1) -
        ((horizontalMinus >>> (length - 1)) & 1);
    }
    const found = edits[count] as number;
    if (found <= maxEdits) onMatch(ordinal, found);
  }
}

/** The match vector of a character outside ASCII. */
function matchVectorOf(code: number, codes: readonly number[], length: number): number {
  let found = 0;
  for (let i = 0; i < length; i++) if (codes[i] === code) found |= 1 << i;
  return found;
}

/** The same for patterns that are too long for a bit vector. */
function eachLongFuzzyMatch(
  { codes, length, maxEdits }: FuzzyPattern,
  blob: Uint8Array,
  offsets: Uint32Array,
  from: number,
  to: number,
  onMatch: (ordinal: number, edits: number) => void,
): void {
  for (let ordinal = from; ordinal < to; ordinal++) {
    let count = 0;
    for (
      let at = offsets[ordinal] as number;
      at < (offsets[ordinal + 1] as number) && count < MAX_LENGTH;
      count++
    ) {
      const code = codeAt(blob, at);
      text[count] = code;
      at += bytesOf(code);
    }
    const found = editDistance(text, count, codes, length, maxEdits);
    if (found <= maxEdits) onMatch(ordinal, found);
  }
}

/** The number of bytes of a code point in UTF-8. */
const bytesOf = (code: number): number => (code < ASCII ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4);

/** The code point that begins at a byte. */
function codeAt(bytes: Uint8Array, at: number): number {
  const code = bytes[at] as number;
  if (code < ASCII) return code;
  if (code < 0xe0) return ((code & 0x1f) << 6) | continuation(bytes, at + 1);
  if (code < 0xf0)
    return ((code & 0x0f) << 12) | (continuation(bytes, at + 1) << 6) | continuation(bytes, at + 2);
  return (
    ((code & 0x07) << 18) |
    (continuation(bytes, at + 1) << 12) |
    (continuation(bytes, at + 2) << 6) |
    continuation(bytes, at + 3)
  );
}

const continuation = (bytes: Uint8Array, at: number): number => (bytes[at] as number) & 0x3f;
