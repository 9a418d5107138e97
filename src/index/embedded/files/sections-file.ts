import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import type { SectionEntry } from '../segment/sections.ts';
import { writeAtomically } from './atomic-write.ts';
import { checksumsOf } from './checksums.ts';
import { damaged, type FileProblem, foreign, isProblem, orProblem, versionProblem } from './file-problem.ts';
import { type Files, type OpenFile, readAll, withFile } from './file-system.ts';
import { indexFileTexts as texts } from './file-texts.ts';
import { FORMAT } from './format.ts';
import {
  HEAD_BYTES,
  type Header,
  headBytes,
  headerBytes,
  isContiguous,
  isMagic,
  parseHead,
  parseHeader,
  type SectionRecord,
  spansOf,
} from './sections-header.ts';
import { ShapeError } from './shape.ts';

/** The record of a file in a manifest. Its checksum is that of the header, which has those of the sections. */
export interface WrittenFile {
  readonly file: string;
  readonly bytes: number;
  readonly crc: number;
}

/** Sections as plain data: a buffer and the locations of sections in it. */
export interface SectionsImage {
  readonly buffer: SharedArrayBuffer;
  readonly entries: readonly SectionEntry[];
}

/** Sections and the description of their file. */
export interface DescribedSections {
  /** Any JSON value. */
  readonly description: unknown;
  readonly image: SectionsImage;
}

/** A file whose head and header are verified; its sections are not yet. */
export interface UncheckedFile extends DescribedSections, WrittenFile {
  readonly format: number;
  readonly records: readonly SectionRecord[];
}

/**
 * Writes sections as one file: head, header, and the buffer as it is in memory, without a copy. The name is durable
 * when the folder has been synced. Cost: one checksum of all bytes, one pass of writing, one sync.
 */
export async function writeSectionsFile(
  files: Files,
  folder: string,
  file: string,
  { description, image: { buffer, entries } }: DescribedSections,
): Promise<WrittenFile> {
  if (!isContiguous(entries, buffer.byteLength))
    throw new Error('sections do not fill their buffer in order');
  const checksums = await checksumsOf(spansOf(buffer, entries));
  const records = entries.map(({ name, kind, at, length }, i) => ({
    ...{ name, kind, at, length },
    crc: checksums[i] as number,
  }));
  const header = headerBytes({ description, sections: records });
  const crc = crc32(header);
  const bytes = HEAD_BYTES + header.length + buffer.byteLength;
  const head = headBytes({
    format: FORMAT,
    headerBytes: header.length,
    fileBytes: bytes,
    headerChecksum: crc,
  });
  await writeAtomically(files, folder, file, [head, header, new Uint8Array(buffer)]);
  return { file, bytes, crc };
}

/** Reads a file and verifies all of it before anything is used. */
export async function readSectionsFile(
  files: Files,
  folder: string,
  file: string,
  expected?: WrittenFile,
): Promise<DescribedSections | FileProblem> {
  const read = await openSectionsFile(files, folder, file, expected);
  return isProblem(read) ? read : checked(read);
}

/** The bytes of a file that are loaded into memory: all but head and header. An unreadable file counts in full. */
export async function sectionBytes(
  files: Files,
  folder: string,
  { file, bytes }: WrittenFile,
): Promise<number> {
  const start = new Uint8Array(HEAD_BYTES);
  const read = () => withFile(files, join(folder, file), (open) => readAll(open, start, 0));
  const isRead = await orProblem(file, async () => ({ whole: await read() }));
  const head = !isProblem(isRead) && isRead.whole && isMagic(start) ? parseHead(start) : undefined;
  return head === undefined ? bytes : Math.max(0, bytes - HEAD_BYTES - head.headerBytes);
}

/**
 * Reads a file into its own shared buffer. Memory is allocated only after the lengths are verified, and no section may
 * be trusted before `damagedSections` has checked it. `expected` is the record in the manifest.
 */
export const openSectionsFile = (
  files: Files,
  folder: string,
  file: string,
  expected?: WrittenFile,
): Promise<UncheckedFile | FileProblem> =>
  orProblem(file, () => withFile(files, join(folder, file), (open) => opened(open, file, expected)));

async function opened(
  open: OpenFile,
  file: string,
  expected: WrittenFile | undefined,
): Promise<UncheckedFile | FileProblem> {
  const size = await open.size();
  const start = new Uint8Array(Math.min(HEAD_BYTES, size));
  if (!(await readAll(open, start, 0))) return damaged(file, texts.damage.cutShort);
  if (!isMagic(start)) return foreign(file, texts.notOurs(file));
  if (size < HEAD_BYTES) return damaged(file, size === 0 ? texts.damage.empty : texts.damage.cutShort);
  const head = parseHead(start);
  if (head === undefined) return damaged(file, texts.damage.head);
  const version = versionProblem(file, head.format, FORMAT);
  if (version !== undefined) return version;
  if (size !== head.fileBytes) return damaged(file, texts.damage.length(size, head.fileBytes));
  const dataAt = HEAD_BYTES + head.headerBytes;
  if (dataAt > size) return damaged(file, texts.damage.head);
  const text = new Uint8Array(head.headerBytes);
  if (!(await readAll(open, text, HEAD_BYTES))) return damaged(file, texts.damage.cutShort);
  const crc = crc32(text);
  if (crc !== head.headerChecksum) return damaged(file, texts.damage.header);
  if (expected !== undefined && (expected.bytes !== size || expected.crc !== crc)) {
    return foreign(file, texts.otherFile(file));
  }
  const header = headerOf(file, text, size - dataAt);
  if (isProblem(header)) return header;
  const buffer = new SharedArrayBuffer(size - dataAt);
  if (!(await readAll(open, new Uint8Array(buffer), dataAt))) return damaged(file, texts.damage.cutShort);
  const entries = header.sections.map(({ name, kind, at, length }) => ({ name, kind, at, length }));
  return {
    ...{ file, bytes: size, crc, format: head.format },
    ...{ description: header.description, records: header.sections },
    image: { buffer, entries },
  };
}

function headerOf(file: string, text: Uint8Array, dataBytes: number): Header | FileProblem {
  try {
    return parseHeader(text, dataBytes);
  } catch (error) {
    if (error instanceof ShapeError) return damaged(file, texts.damage.shape(error.message));
    throw error;
  }
}

/** The names of the sections whose bytes or padding do not match their checksum. */
export async function damagedSections({ image, records }: UncheckedFile): Promise<string[]> {
  const checksums = await checksumsOf(spansOf(image.buffer, records));
  return records.filter(({ crc }, i) => crc !== checksums[i]).map(({ name }) => name);
}

/** The content of a file if all its sections match their checksums. */
export async function checked(read: UncheckedFile): Promise<DescribedSections | FileProblem> {
  const [wrong] = await damagedSections(read);
  if (wrong !== undefined) return damaged(read.file, texts.damage.section(wrong));
  const { description, image } = read;
  return { description, image };
}
