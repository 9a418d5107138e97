import { crc32 } from 'node:zlib';
import type { FieldType } from '../../../values/types.ts';
import type { BitSet } from '../segment/bits.ts';
import { isFileName, MANIFEST } from './file-names.ts';
import { damaged, type FileProblem, foreign, versionProblem } from './file-problem.ts';
import { indexFileTexts as texts } from './file-texts.ts';
import { FORMAT } from './format.ts';
import { bitsFrom, bitsText } from './live-bits.ts';
import type { Analysis, WrittenSegment } from './segment-file.ts';
import {
  checksumOf,
  countOf,
  fieldsOf,
  flagOf,
  languageOf,
  lineOf,
  listOf,
  membersOf,
  momentOf,
  ShapeError,
  textOf,
} from './shape.ts';

export interface SegmentRecord extends WrittenSegment {
  /** Live documents; null if all are live. */
  readonly live: BitSet | null;
}

/** One state of an engine's index, as its files describe it. */
export interface ManifestData extends Analysis {
  /** Identity of the store, unique to its data folder. */
  readonly identity: string;
  readonly engineId: number;
  readonly schema: ReadonlyArray<readonly [string, FieldType]>;
  /** Every change up to this one is part of the state. */
  readonly sequence: number;
  /** Always false: an index with whole long texts in its columns is rebuilt. */
  readonly keepsLong: boolean;
  /** Milliseconds since 1970. */
  readonly writtenAt: number;
}

export interface Manifest extends ManifestData {
  readonly format: number;
  /** Version of the Unicode tables of the analysis: new tables bring new letters and thus other words. */
  readonly icu: string;
  /** In the order of writing. */
  readonly segments: readonly SegmentRecord[];
}

/*
 *   FINDLING MANIFEST 1          the number is the format
 *   { ... }                      JSON
 *   crc32 0123abcd               of all bytes before this line
 *
 * The first and last line have this form in every format. The manifest is text so that people can read it.
 */
const FIRST_LINE = /^FINDLING MANIFEST (0|[1-9]\d{0,8})\n/;
const LAST_LINE = /^crc32 ([0-9a-f]{8})\n$/;
const LAST_LINE_BYTES = 'crc32 01234567\n'.length;

/** Whether a file with this beginning may be a manifest. */
export const isManifest = (beginning: Uint8Array): boolean =>
  Buffer.from(beginning).toString('latin1').startsWith('FINDLING MANIFEST ');

export function manifestText({ format, segments, ...rest }: Manifest): string {
  const json = {
    ...rest,
    segments: segments.map((one) => ({ ...one, live: one.live && bitsText(one.live) })),
  };
  const text = `FINDLING MANIFEST ${format}\n${JSON.stringify(json, null, 1)}\n`;
  return `${text}crc32 ${crc32(text).toString(16).padStart(8, '0')}\n`;
}

/** `file` is the name of the manifest in problems. */
export function parseManifest(bytes: Uint8Array, file = MANIFEST): Manifest | FileProblem {
  if (bytes.length === 0) return damaged(file, texts.damage.empty);
  const end = Math.max(bytes.length - LAST_LINE_BYTES, 0);
  const [, crc] = LAST_LINE.exec(Buffer.from(bytes.subarray(end)).toString('latin1')) ?? [];
  if (crc === undefined || Number.parseInt(crc, 16) !== crc32(bytes.subarray(0, end))) {
    return isManifest(bytes) ? damaged(file, texts.damage.manifest) : foreign(file, texts.notOurs(file));
  }
  const text = Buffer.from(bytes.subarray(0, end)).toString('utf8');
  const [line, number] = FIRST_LINE.exec(text) ?? [];
  if (line === undefined) return foreign(file, texts.notOurs(file));
  const format = Number(number);
  return versionProblem(file, format, FORMAT) ?? parsedJson(text.slice(line.length), format, file);
}

function parsedJson(text: string, format: number, file: string): Manifest | FileProblem {
  try {
    return manifestOf(JSON.parse(text), format);
  } catch (error) {
    if (error instanceof ShapeError) return damaged(file, texts.damage.shape(error.message));
    if (error instanceof SyntaxError) return damaged(file, texts.damage.shape('JSON'));
    throw error;
  }
}

const MEMBERS = [
  ...(['identity', 'engineId', 'language', 'schema', 'analysisVersion', 'icu', 'sequence'] as const),
  ...(['keepsLong', 'writtenAt', 'segments'] as const),
] as const;

function manifestOf(json: unknown, format: number): Manifest {
  const members = membersOf(json, 'list of members', MEMBERS);
  const manifest = {
    format,
    identity: lineOf(members.identity, 'identity'),
    engineId: countOf(members.engineId, 'engineId'),
    language: languageOf(members.language),
    schema: fieldsOf(members.schema),
    analysisVersion: countOf(members.analysisVersion, 'analysisVersion'),
    icu: lineOf(members.icu, 'icu'),
    sequence: countOf(members.sequence, 'sequence'),
    keepsLong: flagOf(members.keepsLong, 'keepsLong'),
    writtenAt: momentOf(members.writtenAt, 'writtenAt'),
    segments: listOf(members.segments, 'list of segments', segmentRecordOf),
  };
  const names = filesOf(manifest);
  if (new Set(names).size !== names.length) throw new ShapeError('list of files');
  return manifest;
}

function segmentRecordOf(value: unknown): SegmentRecord {
  const names = ['file', 'bytes', 'crc', 'docCount', 'live'] as const;
  const { live, ...written } = membersOf(value, 'segment', names);
  const file = textOf(written.file, 'segment');
  // Only names of the allowed form: a manifest cannot refer to other places.
  if (!isFileName(file)) throw new ShapeError('segment');
  const docCount = countOf(written.docCount, 'segment');
  return {
    ...{ file, bytes: countOf(written.bytes, 'segment'), crc: checksumOf(written.crc, 'segment'), docCount },
    live: live === null ? null : bitsFrom(textOf(live, 'segment'), docCount),
  };
}

/** The names of all files of a manifest. */
export const filesOf = ({ segments }: Pick<Manifest, 'segments'>): string[] =>
  segments.map(({ file }) => file);
