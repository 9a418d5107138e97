/**
 * The bytes of an array that may be in shared memory, for its `copy`. The `set` of a typed array copies shared memory word
 * by word: 512 bytes take three times as long, 64 KB five times.
 */
export const sharedBytes = ({ buffer, byteOffset, byteLength }: ArrayBufferView): Buffer =>
  Buffer.from(buffer as ArrayBuffer, byteOffset, byteLength);
