import type { ImportError } from './error-log.ts';

/** NDJSON with the reasons and the rejected documents. */
export const errorsAsNdjson = (errors: readonly ImportError[]): string =>
  errors
    .map(({ number, line, id, errors: messages, json }) =>
      JSON.stringify({ number, line, id, errors: messages, document: documentOf(json) }),
    )
    .map((text) => `${text}\n`)
    .join('');

export const errorsAsCsv = (errors: readonly ImportError[]): string =>
  [
    ['number', 'line', 'id', 'errors'],
    ...errors.map(({ number, line, id, errors: messages }) => [number, line, id, messages.join('; ')]),
  ]
    .map((row) => `${row.map(cell).join(',')}\r\n`)
    .join('');

/** Prevents CSV injection: spreadsheets evaluate cells that start like a formula. */
const FORMULA = /^[=+\-@\t\r]/;

function cell(value: string | number): string {
  const text = typeof value === 'string' && FORMULA.test(value) ? `'${value}` : String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

function documentOf(json: string | null): unknown {
  if (json === null) return null;
  try {
    return JSON.parse(json);
  } catch {
    return json;
  }
}
