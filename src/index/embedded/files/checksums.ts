import { setImmediate } from 'node:timers/promises';
import { crc32 } from 'node:zlib';

/** Bytes between two turns of the event loop: about a millisecond. */
const AT_ONCE = 4 << 20;

/** The CRC-32 of each of several arrays. Yields to the event loop every few megabytes. */
export async function checksumsOf(pieces: readonly Uint8Array[]): Promise<number[]> {
  const checksums: number[] = [];
  let sincePause = 0;
  for (const piece of pieces) {
    let checksum = 0;
    for (let at = 0; at < piece.length; at += AT_ONCE) {
      const part = piece.subarray(at, at + AT_ONCE);
      if (sincePause + part.length > AT_ONCE) {
        await setImmediate();
        sincePause = 0;
      }
      checksum = crc32(part, checksum);
      sincePause += part.length;
    }
    checksums.push(checksum);
  }
  return checksums;
}
