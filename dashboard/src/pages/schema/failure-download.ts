import { failuresOf, reportAnswer } from './failure-stream.ts';
import type { Failure } from './schema-queries.ts';

const COLUMNS = ['document_id', 'field', 'type', 'value', 'reason'] as const;

/** A CSV cell (RFC 4180). A leading quote prevents CSV injection by values that start like a formula. */
function cell(text: string): string {
  const harmless = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

const line = (failure: Failure): string => `${COLUMNS.map((name) => cell(failure[name])).join(',')}\r\n`;

/** Downloads the whole report as a file. */
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
  // Revoke the URL once the download has started.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
