import { crc32 } from 'node:zlib';
import type { SectionEntry, SectionKind } from '../segment/sections.ts';
import { checksumOf, countOf, lineOf, listOf, membersOf, ShapeError, textOf } from './shape.ts';

/*
 * What precedes the sections of a file.
 *
 *   bytes 0-31   the head
 *     0   8  the letters FINDLING
 *     8   4  format
 *     12  4  length of the header in bytes
 *     16  8  length of the whole file in bytes
 *     24  4  CRC-32 of the header
 *     28  4  CRC-32 of bytes 0 to 27
 *   from 32      the header: JSON, padded with spaces until 32 + its length is a multiple of 64
 *
 * Numbers have the byte order of the machine, as the sections have: on a machine of the other order the checksum of the
 * head does not match. The head has this form in every format, so that damage and a newer format can be told apart.
 */
export const HEAD_BYTES = 32;
const MAGIC = new TextEncoder().encode('FINDLING');
const DATA_ALIGNMENT = 64;
const SECTION_ALIGNMENT = 8;
/** The kind of content in the header; there is only one. */
const KIND = 'segment';
const ELEMENT_BYTES: Readonly<Record<SectionKind, number>> = { u8: 1, u16: 2, u32: 4, f64: 8 };

export interface Head {
  readonly format: number;
  readonly headerBytes: number;
  readonly fileBytes: number;
  readonly headerChecksum: number;
}

/** A section in the header. Its checksum covers its bytes and the padding up to the next section. */
export interface SectionRecord extends SectionEntry {
  readonly crc: number;
}

export interface Header {
  /** Facts that a reader needs before it reads the sections. */
  readonly description: unknown;
  readonly sections: readonly SectionRecord[];
}

/** Whether a file that begins with these up to eight bytes may be an index file. */
export const isMagic = (beginning: Uint8Array): boolean =>
  beginning.every((byte, i) => i >= MAGIC.length || byte === MAGIC[i]);

export function headBytes({ format, headerBytes, fileBytes, headerChecksum }: Head): Uint8Array {
  const head = new Uint8Array(HEAD_BYTES);
  const numbers = new Uint32Array(head.buffer);
  head.set(MAGIC);
  numbers[2] = format;
  numbers[3] = headerBytes;
  new BigUint64Array(head.buffer, 16, 1)[0] = BigInt(fileBytes);
  numbers[6] = headerChecksum;
  numbers[7] = crc32(head.subarray(0, 28));
  return head;
}

/** Undefined if the checksum of the head is wrong. */
export function parseHead(head: Uint8Array<ArrayBuffer>): Head | undefined {
  const numbers = new Uint32Array(head.buffer, head.byteOffset, 8);
  if (numbers[7] !== crc32(head.subarray(0, 28))) return undefined;
  return {
    format: numbers[2] as number,
    headerBytes: numbers[3] as number,
    fileBytes: Number(new BigUint64Array(head.buffer, head.byteOffset + 16, 1)[0]),
    headerChecksum: numbers[6] as number,
  };
}

export function headerBytes(header: Header): Uint8Array {
  const text = new TextEncoder().encode(JSON.stringify({ kind: KIND, ...header }));
  const dataAt = Math.ceil((HEAD_BYTES + text.length) / DATA_ALIGNMENT) * DATA_ALIGNMENT;
  const bytes = new Uint8Array(dataAt - HEAD_BYTES).fill(0x20);
  bytes.set(text);
  return bytes;
}

/** Parses a header with a verified checksum; the sections have `dataBytes`. Throws a `ShapeError`. */
export function parseHeader(bytes: Uint8Array, dataBytes: number): Header {
  const { kind, description, sections } = membersOf(jsonOf(bytes), 'header', [
    'kind',
    'description',
    'sections',
  ]);
  if (kind !== KIND) throw new ShapeError('kind');
  const records = listOf(sections, 'sections', sectionOf);
  if (!isContiguous(records, dataBytes)) throw new ShapeError('sections');
  return { description, sections: records };
}

function jsonOf(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    throw new ShapeError('header');
  }
}

function sectionOf(value: unknown): SectionRecord {
  const { name, kind, at, length, crc } = membersOf(value, 'section', [
    'name',
    'kind',
    'at',
    'length',
    'crc',
  ]);
  const label = lineOf(name, 'section');
  const elements = textOf(kind, 'section');
  if (!Object.hasOwn(ELEMENT_BYTES, elements)) throw new ShapeError('section');
  return {
    name: label,
    kind: elements as SectionKind,
    at: countOf(at, 'section'),
    length: countOf(length, 'section'),
    crc: checksumOf(crc, 'section'),
  };
}

export const bytesOf = ({ kind, length }: SectionEntry): number => ELEMENT_BYTES[kind] * length;

/** Whether sections follow one another, each at the next multiple of 8, and fill their buffer. */
export function isContiguous(sections: readonly SectionEntry[], bytes: number): boolean {
  let end = 0;
  const names = new Set<string>();
  for (const section of sections) {
    if (section.at !== end || names.has(section.name)) return false;
    names.add(section.name);
    end += Math.ceil(bytesOf(section) / SECTION_ALIGNMENT) * SECTION_ALIGNMENT;
    if (end > bytes) return false;
  }
  return end === bytes;
}

/** Per section its bytes and the padding after it: together they are the whole buffer. */
export function spansOf(buffer: SharedArrayBuffer, sections: readonly SectionEntry[]): Uint8Array[] {
  return sections.map(
    ({ at }, i) => new Uint8Array(buffer, at, (sections[i + 1]?.at ?? buffer.byteLength) - at),
  );
}
