/** A value of a document in one line. Strings stay what they are: React shows markup as text. */
export function inOneLine(value: unknown): string {
  if (value === null || value === undefined) return '–';
  if (Array.isArray(value)) return value.map(inOneLine).join(', ');
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** The items of a value, one per line. */
export const linesOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [value]);
