/*
 * An arena: chunks of one size, cut from large slabs.
 *
 * malloc keeps small freed buffers for later, so the process would stay as large as it was: a merge would need memory
 * for its growing arrays and for the segment made of them. A slab is so large (glibc: 32 MB and more) that its memory
 * returns to the system at once. A merge releases its chunks about in the order of allocation, so slabs become free one
 * after another. A slab of which little has been used is kept for the next segment.
 */
export const CHUNK_BYTES = 1 << 18;
export const SLAB_BYTES = 1 << 25;
/** A slab of which no more has been used is kept when its last chunk is released: V8 would count a new one as growth. */
const KEPT_BYTES = SLAB_BYTES / 4;
/**
 * Elements from which on an array is released as soon as it has been copied; smaller ones are garbage collected. Arrays
 * with a chunk of the arena have more.
 */
export const MIN_RELEASED = CHUNK_BYTES / 16;

interface Slab {
  readonly buffer: ArrayBuffer;
  used: number;
  /** Chunks that have not been released. */
  open: number;
}

let current: Slab | undefined;
/** Finds the slab of a chunk by its buffer. */
const slabs = new WeakMap<ArrayBuffer, Slab>();

/** The next free chunk: the buffer of its slab and its first byte. Its content is undefined. */
export function allocateChunk(): { readonly buffer: ArrayBuffer; readonly at: number } {
  if (current === undefined || current.used === SLAB_BYTES) {
    current = { buffer: new ArrayBuffer(SLAB_BYTES), used: 0, open: 0 };
    slabs.set(current.buffer, current);
  }
  const at = current.used;
  current.used += CHUNK_BYTES;
  current.open++;
  return { buffer: current.buffer, at };
}

/** Releases a chunk, or any buffer that is not from the arena. It must not be used afterwards. */
export function releaseChunk(buffer: ArrayBuffer): void {
  const slab = slabs.get(buffer);
  if (slab !== undefined) {
    slab.open--;
    if (slab.open > 0) return;
    if (slab === current) {
      if (slab.used <= KEPT_BYTES) {
        slab.used = 0;
        return;
      }
      current = undefined;
    }
  }
  buffer.transfer(0);
}
