import { ndjsonAnswer, ndjsonValues } from '../../api/ndjson.ts';
import { csvLine } from '../../parts/csv.ts';

/** Characters per part. The browser can move parts to the disk. */
const PART = 1_000_000;

/** A value of a document as it was sent, in one cell. */
export function csvCell(value: unknown): string | number {
  if (value === null || value === undefined) return '';
  return typeof value === 'string' || typeof value === 'number' ? value : JSON.stringify(value);
}

/** Converts the export of an engine to CSV. `onProgress` receives percentages. */
export async function documentsAsCsv(
  path: string,
  columns: readonly string[],
  onProgress: (percent: number) => void,
): Promise<Blob[]> {
  const answer = await ndjsonAnswer(path);
  const total = Number(answer.headers.get('x-export-documents'));
  const parts: Blob[] = [];
  let text = csvLine(columns);
  let count = 0;
  for await (const document of ndjsonValues<Readonly<Record<string, unknown>>>(answer)) {
    text += csvLine(columns.map((name) => csvCell(Object.hasOwn(document, name) ? document[name] : null)));
    count++;
    if (text.length < PART) continue;
    parts.push(new Blob([text]));
    text = '';
    onProgress(Math.floor((100 * count) / Math.max(1, total)));
  }
  return [...parts, new Blob([text])];
}
