/**
 * The bytes of an array that may be in shared memory, as a `Buffer` over the same memory: it decodes texts, and its `copy`
 * is fast. The `set` of a typed array copies shared memory word by word: 512 bytes take three times as long, 64 KB five.
 */
export const sharedBytes = ({ buffer, byteOffset, byteLength }: ArrayBufferView): Buffer =>
  Buffer.from(buffer as ArrayBuffer, byteOffset, byteLength);
