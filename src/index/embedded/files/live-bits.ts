import { type BitSet, sharedBitSet } from '../segment/bits.ts';
import { ShapeError } from './shape.ts';

/** Live documents as text: the words of the bit set as they are in memory, in base64. */
export const bitsText = (live: BitSet): string =>
  Buffer.from(live.buffer, live.byteOffset, live.byteLength).toString('base64');

/** The bit set of `docCount` documents in a text, in shared memory. Throws a `ShapeError`. */
export function bitsFrom(text: string, docCount: number): BitSet {
  const bytes = Buffer.from(text, 'base64');
  const live = sharedBitSet(docCount);
  // The decoder skips characters that are not base64; encoding again detects them.
  if (bytes.length !== live.byteLength || bytes.toString('base64') !== text)
    throw new ShapeError('live documents');
  new Uint8Array(live.buffer).set(bytes);
  return live;
}
