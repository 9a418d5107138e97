import { csvLine } from '../parts/csv.ts';
import type { ImportError } from './error-log.ts';

/** The rejected documents as NDJSON, to be corrected and imported: just the documents, in lines of their own. */
export const rejectedAsNdjson = (errors: readonly ImportError[]): string =>
  errors.flatMap(({ json }) => (json === null ? [] : [`${inOneLine(json)}\n`])).join('');

export const errorsAsCsv = (errors: readonly ImportError[]): string =>
  [
    ['number', 'line', 'id', 'errors'],
    ...errors.map(({ number, line, id, errors: messages }) => [number, line, id, messages.join('; ')]),
  ]
    .map(csvLine)
    .join('');

/** Line breaks in JSON are only between its parts; in a broken document they may be anywhere. */
const inOneLine = (json: string): string => json.trim().replaceAll(/\s*[\r\n]+\s*/g, ' ');
