import { delimiterOf } from './csv-rows.ts';
import { type Encoding, encodingOf } from './encoding.ts';
import { problems } from './file-problem.ts';

export type Format = 'csv' | 'json' | 'ndjson';

export const FORMAT_NAMES: Readonly<Record<Format, string>> = { csv: 'CSV', json: 'JSON', ndjson: 'NDJSON' };

/** How to read a file. */
export interface Layout {
  readonly format: Format;
  readonly encoding: Encoding;
  /** The delimiter of a CSV file. */
  readonly delimiter: string;
}

/** Bytes at the start of a file that are used for detection. */
const HEAD = 65_536;

/** Detects the format from the name and the first bytes. Throws a `FileProblem` for unsupported files. */
export async function layoutOf(file: Blob, name: string, chosen?: Encoding): Promise<Layout> {
  if (file.size === 0) throw problems.empty();
  const bytes = await file
    .slice(0, HEAD)
    .arrayBuffer()
    .then(
      (buffer) => new Uint8Array(buffer),
      () => {
        throw problems.unreadable();
      },
    );
  const encoding = chosen ?? encodingOf(bytes);
  // Not fatal here: the reader reports invalid bytes, and the head may end within a character.
  const head = new TextDecoder(encoding).decode(bytes);
  if (head.trim() === '' && file.size <= HEAD) throw problems.blank();
  const format = formatOf(head, name);
  return { format, encoding, delimiter: format === 'csv' ? delimiterOf(head) : ',' };
}

const EXTENSIONS: Readonly<Record<string, Format>> = {
  csv: 'csv',
  tsv: 'csv',
  tab: 'csv',
  ndjson: 'ndjson',
  jsonl: 'ndjson',
};

/** The content decides; the name only breaks ties. */
function formatOf(head: string, name: string): Format {
  const extension = /\.([^.]+)$/.exec(name.toLowerCase())?.[1] ?? '';
  const text = head.trimStart();
  if (text.startsWith('[')) return EXTENSIONS[extension] ?? 'json';
  if (text.startsWith('{')) {
    const named = EXTENSIONS[extension];
    if (named !== undefined) return named;
    return isLineByLine(text) ? 'ndjson' : 'json';
  }
  if (extension === 'json') return 'json';
  return EXTENSIONS[extension] ?? 'csv';
}

/** Whether the first line is a complete document and more lines follow. */
function isLineByLine(text: string): boolean {
  const end = text.indexOf('\n');
  if (end < 0 || text.slice(end).trim() === '') return false;
  try {
    JSON.parse(text.slice(0, end));
    return true;
  } catch {
    return false;
  }
}
