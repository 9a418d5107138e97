import type { FieldText } from './field-text.ts';

/** By how much the words of a phrase may be out of place. */
const SLOP = 2;

/**
 * Whether `stems` stand in a text at different positions p(i) that differ from their places i in the phrase by
 * amounts no more than the slop apart. Tries every assignment within each window of `SLOP + 1` offsets.
 */
export function hasPhrase(text: FieldText, stems: readonly string[]): boolean {
  const stemAt = new Map(text.words.map(({ stem, position }) => [position, stem]));
  const fits = (lowest: number, i: number, taken: ReadonlySet<number>): boolean => {
    if (i === stems.length) return true;
    for (let position = lowest + i; position <= lowest + i + SLOP; position++) {
      if (stemAt.get(position) !== stems[i] || taken.has(position)) continue;
      if (fits(lowest, i + 1, new Set([...taken, position]))) return true;
    }
    return false;
  };
  // The first word stands at one of the lowest offsets of the window, or up to the slop above it.
  return text.words
    .filter(({ stem }) => stem === stems[0])
    .some(({ position }) => [0, 1, 2].some((above) => fits(position - above, 0, new Set())));
}
