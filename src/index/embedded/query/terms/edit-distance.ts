/** The longest form that is compared: words are cut there when they are folded. */
export const LONGEST = 130;

/** A text as code points, which is what edits are counted in. */
export const codePoints = (text: string): number[] =>
  Array.from(text, (character) => character.codePointAt(0) as number).slice(0, LONGEST);

/**
 * Edits from one text to another (code points each): insertions, deletions, substitutions and swaps of neighbours,
 * no part edited twice (optimal string alignment). Gives `most + 1` as soon as it is sure to be more than `most`.
 */
export function editDistance(
  a: ArrayLike<number>,
  aLength: number,
  b: ArrayLike<number>,
  bLength: number,
  most: number,
): number {
  const beyond = most + 1;
  if (Math.abs(aLength - bLength) > most) return beyond;
  // A row per character of one text, in it a cell per character of the other, of which a band is looked at.
  const width = bLength + 1;
  const rows = new Uint8Array((aLength + 1) * width);
  for (let j = 0; j <= bLength && j <= most; j++) rows[j] = j;
  let leastBefore = 0;
  for (let i = 1; i <= aLength; i++) {
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
    // A swap looks two rows back, so one row beyond the bound is not the end yet.
    if (least > most && leastBefore > most) return beyond;
    leastBefore = least;
  }
  return Math.min(rows[aLength * width + bLength] as number, beyond);
}
