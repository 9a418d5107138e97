import { createHash } from 'node:crypto';
import { constants, crc32, zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { FORMAT, FRAME_HEAD_BYTES, MAGIC, MOST_CONTENT, MOST_STORED, PREAMBLE_BYTES } from './format.ts';

const withChecksum = (bytes: Buffer): Buffer => {
  const end = bytes.length - 4;
  bytes.writeUInt32LE(crc32(bytes.subarray(0, end)), end);
  return bytes;
};

const hasChecksum = (bytes: Buffer): boolean => {
  const end = bytes.length - 4;
  return bytes.readUInt32LE(end) === crc32(bytes.subarray(0, end));
};

/** The bytes before the first frame. */
export function preamble(): Buffer {
  const bytes = Buffer.alloc(PREAMBLE_BYTES);
  MAGIC.copy(bytes);
  bytes.writeUInt32LE(FORMAT, MAGIC.length);
  return withChecksum(bytes);
}

/** The format that a preamble names; undefined if it is damaged. */
export const formatOf = (bytes: Buffer): number | undefined =>
  hasChecksum(bytes) ? bytes.readUInt32LE(MAGIC.length) : undefined;

/** The digest of a preamble or a frame covers everything before it. */
export const digestOf = (...parts: readonly Uint8Array[]): Buffer => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest();
};

export interface FrameHead {
  readonly kind: string;
  /** Bytes of the compressed content. */
  readonly stored: number;
  /** Bytes of the content. */
  readonly length: number;
}

/** The head of a frame; undefined if it is damaged or names more bytes than a frame can have. */
export function frameHead(bytes: Buffer): FrameHead | undefined {
  if (!hasChecksum(bytes)) return undefined;
  const kind = bytes.toString('latin1', 0, 4);
  const [stored, length] = [bytes.readUInt32LE(4), bytes.readUInt32LE(8)];
  const isBounded = stored >= 1 && stored <= MOST_STORED && length >= 1 && length <= MOST_CONTENT;
  return isBounded ? { kind, stored, length } : undefined;
}

/** A frame with its digest. */
export interface Frame {
  readonly bytes: Buffer;
  readonly digest: Buffer;
}

/** A frame that follows a preamble or a frame of the given digest. */
export function frame(kind: string, content: string, previous: Buffer): Frame {
  const text = Buffer.from(content);
  if (text.length > MOST_CONTENT) throw new Error(`a frame of ${text.length} bytes is too large`);
  const stored = zstdCompressSync(text);
  const head = Buffer.alloc(FRAME_HEAD_BYTES);
  head.write(kind, 'latin1');
  head.writeUInt32LE(stored.length, 4);
  head.writeUInt32LE(text.length, 8);
  withChecksum(head);
  const digest = digestOf(previous, head, stored);
  return { bytes: Buffer.concat([head, stored, digest]), digest };
}

/** The largest window of a decompressor, as a power of two: it never needs more than the content. */
const WINDOW_LOG = Math.ceil(Math.log2(MOST_CONTENT));

/** The content of a frame whose digest was checked; undefined if it cannot be decompressed to its length. */
export function contentOf(stored: Buffer, length: number): string | undefined {
  try {
    const content = zstdDecompressSync(stored, {
      maxOutputLength: length,
      params: { [constants.ZSTD_d_windowLogMax]: WINDOW_LOG },
    });
    return content.length === length ? content.toString('utf8') : undefined;
  } catch {
    return undefined;
  }
}
