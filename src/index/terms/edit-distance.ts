/** The longest text that is compared, in code points; folding truncates words to fewer. */
export const MAX_LENGTH = 130;

/** The code points of a text: the units in which edits are counted. */
export const codePoints = (text: string): number[] =>
  Array.from(text, (character) => character.codePointAt(0) as number).slice(0, MAX_LENGTH);

/**
 * The optimal string alignment distance of two texts, given as code points: insertions, deletions, substitutions and
 * transpositions of adjacent characters, with no substring edited twice. A banded matrix (Ukkonen 1985): it returns
 * `maxEdits + 1` as soon as the distance is certain to exceed `maxEdits`.
 */
export function editDistance(
  a: ArrayLike<number>,
  aLength: number,
  b: ArrayLike<number>,
  bLength: number,
  maxEdits: number,
): number {
  const beyond = maxEdits + 1;
  if (Math.abs(aLength - bLength) > maxEdits) return beyond;
  // A row per character of `a`, a cell per character of `b`; only cells within `maxEdits` of the diagonal are computed.
  const width = bLength + 1;
  const rows = new Uint8Array((aLength + 1) * width);
  for (let j = 0; j <= bLength && j <= maxEdits; j++) rows[j] = j;
  let leastBefore = 0;
  for (let i = 1; i <= aLength; i++) {
    const row = i * width;
    const above = row - width;
    const before = above - width;
    const from = Math.max(1, i - maxEdits);
    const to = Math.min(bLength, i + maxEdits);
    let left = from === 1 && i <= maxEdits ? i : beyond;
    let least = left;
    rows[row + from - 1] = left;
    for (let j = from; j <= to; j++) {
      let edits = (rows[above + j - 1] as number) + (a[i - 1] === b[j - 1] ? 0 : 1);
      if (left + 1 < edits) edits = left + 1;
      // The cell above the last cell of the band lies outside the band.
      if (j !== i + maxEdits && (rows[above + j] as number) + 1 < edits)
        edits = (rows[above + j] as number) + 1;
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        if ((rows[before + j - 2] as number) + 1 < edits) edits = (rows[before + j - 2] as number) + 1;
      }
      if (edits > beyond) edits = beyond;
      rows[row + j] = edits;
      if (edits < least) least = edits;
      left = edits;
    }
    // A transposition reads the row before the last, so two rows must exceed the bound.
    if (least > maxEdits && leastBefore > maxEdits) return beyond;
    leastBefore = least;
  }
  return Math.min(rows[aLength * width + bLength] as number, beyond);
}
