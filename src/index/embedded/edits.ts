/** The longest form that is compared: words are cut there when they are folded. */
const LONGEST = 130;

let before = new Uint8Array(LONGEST + 1);
let above = new Uint8Array(LONGEST + 1);
let row = new Uint8Array(LONGEST + 1);

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
 * Cost: a band of 2 · most + 1 cells per character; the rows are used again, so nothing is allocated.
 */
export function editsBetween(
  a: Uint32Array,
  aLength: number,
  b: Uint32Array,
  bLength: number,
  most: number,
): number {
  const beyond = most + 1;
  if (Math.abs(aLength - bLength) > most) return beyond;
  for (let j = 0; j <= bLength; j++) above[j] = j <= most ? j : beyond;
  let leastAbove = 0;
  for (let i = 1; i <= aLength; i++) {
    const from = Math.max(1, i - most);
    const to = Math.min(bLength, i + most);
    row[from - 1] = from === 1 && i <= most ? i : beyond;
    let least = row[from - 1] as number;
    for (let j = from; j <= to; j++) {
      const substituted = (above[j - 1] as number) + (a[i - 1] === b[j - 1] ? 0 : 1);
      // The cell above the last of the band lies outside of it.
      const deleted = (j === i + most ? beyond : (above[j] as number)) + 1;
      let edits = Math.min(substituted, deleted, (row[j - 1] as number) + 1);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        edits = Math.min(edits, (before[j - 2] as number) + 1);
      }
      if (edits > beyond) edits = beyond;
      row[j] = edits;
      if (edits < least) least = edits;
    }
    // A swap looks two rows back, so one row beyond the bound is not the end yet.
    if (least > most && leastAbove > most) return beyond;
    leastAbove = least;
    const free = before;
    before = above;
    above = row;
    row = free;
  }
  return Math.min(above[bLength] as number, beyond);
}
