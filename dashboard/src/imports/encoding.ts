import { problems } from './file-problem.ts';

/** Text encodings. All but the first are only used if the file or the person says so. */
export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252';

export const ENCODING_NAMES: Readonly<Record<Encoding, string>> = {
  'utf-8': 'UTF-8',
  'utf-16le': 'UTF-16',
  'utf-16be': 'UTF-16',
  'windows-1252': 'Western European (Windows-1252)',
};

/** Magic bytes of files that are often mistaken for tables or text. */
const PACKED: ReadonlyArray<{ readonly bytes: readonly number[]; readonly kind: string }> = [
  { bytes: [0x50, 0x4b, 0x03, 0x04], kind: 'a zip archive or an Excel workbook' },
  { bytes: [0xd0, 0xcf, 0x11, 0xe0], kind: 'an old Excel workbook' },
  { bytes: [0x1f, 0x8b], kind: 'a gzip archive' },
  { bytes: [0x28, 0xb5, 0x2f, 0xfd], kind: 'a zstd archive' },
  { bytes: [0x25, 0x50, 0x44, 0x46], kind: 'a PDF' },
  { bytes: [0x53, 0x51, 0x4c, 0x69, 0x74, 0x65], kind: 'a SQLite database' },
  { bytes: [0x50, 0x41, 0x52, 0x31], kind: 'a Parquet file' },
];

const startsWith = (head: Uint8Array, bytes: readonly number[]): boolean =>
  bytes.every((byte, index) => head[index] === byte);

/** The encoding according to the first bytes of a file. Throws a `FileProblem` if they are not text. */
export function encodingOf(head: Uint8Array): Encoding {
  if (startsWith(head, [0xff, 0xfe])) return 'utf-16le';
  if (startsWith(head, [0xfe, 0xff])) return 'utf-16be';
  const packed = PACKED.find(({ bytes }) => startsWith(head, bytes));
  if (packed !== undefined) throw problems.packed(packed.kind);
  const zero = head.indexOf(0);
  if (zero >= 0) throw problems.binary(zero);
  return 'utf-8';
}
