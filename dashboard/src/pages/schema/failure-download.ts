import { failuresOf, reportAnswer } from './failure-stream.ts';
import type { Failure } from './schema-queries.ts';

const COLUMNS = ['document_id', 'field', 'type', 'value', 'reason'] as const;

/** One cell of RFC 4180. A spreadsheet would take texts that begin like formulas for formulas: not with a quote. */
function cell(text: string): string {
  const harmless = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

const line = (failure: Failure): string => `${COLUMNS.map((name) => cell(failure[name])).join(',')}\r\n`;

/** Fetches the whole report and hands it to the browser as a file. */
export async function downloadReport(path: string, name: string, format: 'ndjson' | 'csv'): Promise<void> {
  const answer = await reportAnswer(path);
  save(format === 'ndjson' ? await answer.blob() : await asCsv(answer), `${name}.${format}`);
}

async function asCsv(answer: Response): Promise<Blob> {
  const parts = [`${COLUMNS.join(',')}\r\n`];
  for await (const failure of failuresOf(answer)) parts.push(line(failure));
  return new Blob(parts, { type: 'text/csv;charset=utf-8' });
}

function save(blob: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  // The browser has begun to read it by then.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
