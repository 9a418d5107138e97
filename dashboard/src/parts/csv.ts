/** Prevents CSV injection: spreadsheets evaluate cells that start like a formula. */
const FORMULA = /^[=+\-@\t\r]/;

function cell(value: string | number): string {
  const text = typeof value === 'string' && FORMULA.test(value) ? `'${value}` : String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** A line of a CSV file (RFC 4180). Texts that start like a formula get a leading apostrophe. */
export const csvLine = (cells: ReadonlyArray<string | number>): string => `${cells.map(cell).join(',')}\r\n`;
