/** The end of a chart's scale: an even number with one significant digit that is not below the highest value. */
export function roundTop(most: number): number {
  const unit = 10 ** Math.floor(Math.log10(Math.max(1, most)));
  return [1, 2, 4, 6, 8].map((step) => step * unit).find((top) => top >= most && top % 2 === 0) ?? 10 * unit;
}
