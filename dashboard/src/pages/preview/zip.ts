/**
 * A ZIP archive of small text files, uncompressed:
 *   per file: local header (30 bytes), name, contents; then per file: entry of the directory (46 bytes), name;
 *   then the end of the directory (22 bytes). All numbers little-endian.
 */
export function zip(
  files: ReadonlyArray<{ readonly path: string; readonly code: string }>,
): Uint8Array<ArrayBuffer> {
  const encoder = new TextEncoder();
  const contents: Uint8Array[] = [];
  const directory: Uint8Array[] = [];
  let offset = 0;
  for (const { path, code } of files) {
    const name = encoder.encode(path);
    const bytes = encoder.encode(code);
    // Version, flags (names are UTF-8), method, time, date (1980-01-01, so that archives are reproducible).
    const common = [20, 0x800, 0, 0, 0x21];
    const sizes = [crc32(bytes), bytes.length, bytes.length];
    const local = [
      ...numbers(0x04034b50),
      ...shorts(...common),
      ...numbers(...sizes),
      ...shorts(name.length, 0),
    ];
    contents.push(Uint8Array.from(local), name, bytes);
    directory.push(
      Uint8Array.from([
        ...numbers(0x02014b50),
        ...shorts(20, ...common),
        ...numbers(...sizes),
        // Lengths of name, extra field and comment, disk number, internal attributes.
        ...shorts(name.length, 0, 0, 0, 0),
        ...numbers(0, offset),
      ]),
      name,
    );
    offset += local.length + name.length + bytes.length;
  }
  const size = directory.reduce((total, { length }) => total + length, 0);
  const count = files.length;
  const end = Uint8Array.from([
    ...numbers(0x06054b50),
    ...shorts(0, 0, count, count),
    ...numbers(size, offset),
    ...shorts(0),
  ]);
  return joined([...contents, ...directory, end]);
}

const shorts = (...values: readonly number[]): number[] =>
  values.flatMap((value) => [value & 255, value >>> 8]);
const numbers = (...values: readonly number[]): number[] =>
  values.flatMap((value) => [value & 255, (value >>> 8) & 255, (value >>> 16) & 255, value >>> 24]);

function joined(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(parts.reduce((total, { length }) => total + length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

/** CRC-32, bit by bit: a few kilobytes need no table. */
function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return (crc ^ 0xffffffff) >>> 0;
}
