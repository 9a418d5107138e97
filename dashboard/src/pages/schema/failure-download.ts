import { csvLine } from '../../parts/csv.ts';
import { failuresOf, reportAnswer } from './failure-stream.ts';
import type { Failure } from './schema-queries.ts';

const COLUMNS = ['document_id', 'field', 'type', 'value', 'reason'] as const;

const line = (failure: Failure): string => csvLine(COLUMNS.map((name) => failure[name]));

/** Downloads the whole report as a file. */
export async function downloadReport(path: string, name: string, format: 'ndjson' | 'csv'): Promise<void> {
  const answer = await reportAnswer(path);
  save(format === 'ndjson' ? await answer.blob() : await asCsv(answer), `${name}.${format}`);
}

async function asCsv(answer: Response): Promise<Blob> {
  const parts = [csvLine(COLUMNS)];
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
