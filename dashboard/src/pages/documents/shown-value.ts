/** A value of a document on one line. React escapes markup. */
export function inOneLine(value: unknown): string {
  if (value === null || value === undefined) return '–';
  if (Array.isArray(value)) return value.map(inOneLine).join(', ');
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** The items of a value, one per line. */
export const linesOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [value]);
