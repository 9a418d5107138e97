import { type BitSet, sharedBitSet } from '../segment/bits.ts';
import { ShapeError } from './shape.ts';

/** Living documents as text: the words of the set as they lie in memory, in base64. */
export const bitsText = (live: BitSet): string =>
  Buffer.from(live.buffer, live.byteOffset, live.byteLength).toString('base64');

/** The set that a text holds, of `docCount` documents, for all threads to look at. Throws a `ShapeError`. */
export function bitsFrom(text: string, docCount: number): BitSet {
  const bytes = Buffer.from(text, 'base64');
  const live = sharedBitSet(docCount);
  // The decoder passes over what is no base64, hence the way back.
  if (bytes.length !== live.byteLength || bytes.toString('base64') !== text)
    throw new ShapeError('live documents');
  new Uint8Array(live.buffer).set(bytes);
  return live;
}
