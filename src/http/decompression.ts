import type { Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate, createInflateRaw } from 'node:zlib';
import { ApiError, errors } from '../errors.ts';

/** Returns the decompressed bytes. `count` sees every chunk as it is inflated, and stops decompression bombs by throwing. */
export type Decompression = (bytes: Buffer, count: (bytes: number) => void) => Promise<Buffer>;

const OPTIONS = { chunkSize: 65_536 };

/**
 * Bodies that are decompressed at once: as many as Node has threads for it. Each takes a window of up to 16 MB, which is
 * counted nowhere else.
 */
const AT_ONCE = 4;
let running = 0;
const waiting: Array<() => void> = [];

const inflatedBy =
  (inflater: (bytes: Buffer) => Transform): Decompression =>
  async (bytes, count) => {
    if (running === AT_ONCE) await new Promise<void>((proceed) => waiting.push(proceed));
    else running++;
    try {
      return await inflated(inflater(bytes), bytes, count);
    } finally {
      const next = waiting.shift();
      if (next === undefined) running--;
      else next();
    }
  };

const inflated = (stream: Transform, bytes: Buffer, count: (bytes: number) => void): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    stream.on('data', (chunk: Buffer) => {
      try {
        count(chunk.length);
        chunks.push(chunk);
      } catch (error) {
        stream.destroy(error as Error);
      }
    });
    stream.on('end', () => resolve(Buffer.concat(chunks)));
    stream.on('error', (error) => reject(error instanceof ApiError ? error : errors.undecodable()));
    stream.end(bytes);
  });

// "deflate" means the zlib format, but some clients send raw deflate. The first byte tells them apart.
const isWrapped = (bytes: Buffer): boolean => ((bytes[0] ?? 0) & 0x0f) === 8;

const gzip = inflatedBy(() => createGunzip(OPTIONS));
const BY_ENCODING: ReadonlyMap<string, Decompression | null> = new Map([
  ['', null],
  ['identity', null],
  ['gzip', gzip],
  ['x-gzip', gzip],
  ['deflate', inflatedBy((bytes) => (isWrapped(bytes) ? createInflate(OPTIONS) : createInflateRaw(OPTIONS)))],
  ['br', inflatedBy(() => createBrotliDecompress(OPTIONS))],
]);

/** The decompression for a Content-Encoding; null if the body is not compressed. */
export function decompressionFor(contentEncoding: string | undefined): Decompression | null {
  const decompression = BY_ENCODING.get((contentEncoding ?? '').trim().toLowerCase());
  if (decompression === undefined) throw errors.unknownEncoding();
  return decompression;
}
