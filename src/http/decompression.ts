import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate, inflateRaw } from 'node:zlib';
import { errors } from '../errors.ts';
import { limits } from '../limits.ts';

/** Decompression stops at the limit, against decompression bombs. */
const BOUNDED = { maxOutputLength: limits.bodyBytes, chunkSize: 65_536 };

export type Decompression = (bytes: Buffer) => Promise<Buffer>;

const ungzip: Decompression = (bytes) => promisify(gunzip)(bytes, BOUNDED);
const unbrotli: Decompression = (bytes) => promisify(brotliDecompress)(bytes, BOUNDED);

// "deflate" means the zlib format, but some clients send raw deflate. The first byte tells them apart.
const isWrapped = (bytes: Buffer): boolean => ((bytes[0] ?? 0) & 0x0f) === 8;
const undeflate: Decompression = (bytes) =>
  promisify(isWrapped(bytes) ? inflate : inflateRaw)(bytes, BOUNDED);

/** Turns zlib errors into API errors. */
const guarded =
  (decompress: Decompression): Decompression =>
  async (bytes) => {
    try {
      return await decompress(bytes);
    } catch (error) {
      const tooLarge = (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE';
      throw tooLarge ? errors.bodyTooLarge() : errors.undecodable();
    }
  };

const BY_ENCODING: ReadonlyMap<string, Decompression> = new Map([
  ['', async (bytes: Buffer) => bytes],
  ['identity', async (bytes: Buffer) => bytes],
  ['gzip', guarded(ungzip)],
  ['x-gzip', guarded(ungzip)],
  ['deflate', guarded(undeflate)],
  ['br', guarded(unbrotli)],
]);

/** The decompression for a Content-Encoding. */
export function decompressionFor(contentEncoding: string | undefined): Decompression {
  const decompression = BY_ENCODING.get((contentEncoding ?? '').trim().toLowerCase());
  if (decompression === undefined) throw errors.unknownEncoding();
  return decompression;
}
