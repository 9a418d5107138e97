/*
 * Memory for what grows, by pieces of one size that are cut from large slabs.
 *
 * An allocator keeps small buffers that were given back for later, and the process stays as large as it was: a merge
 * would need room for its parts and for the whole that is made of them. A slab is so large (glibc: 32 MB and more) that
 * the system has it back at once. Pieces of a merge are given back about in the order in which they were taken,
 * so slabs become free one after another.
 */
export const CHUNK_BYTES = 1 << 18;
export const SLAB_BYTES = 1 << 25;

interface Slab {
  readonly buffer: ArrayBuffer;
  used: number;
  /** Pieces that were not given back yet. */
  open: number;
}

let current: Slab | undefined;
/** So that a piece is known by its buffer; a slab that nobody has a piece of any more is forgotten with it. */
const slabs = new WeakMap<ArrayBuffer, Slab>();

/** The next free piece: its slab, and the byte it begins at. What is in it is of no use. */
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

/** Gives back a piece, or any buffer that was not cut from a slab. Nobody may look at it afterwards. */
export function releaseChunk(buffer: ArrayBuffer): void {
  const slab = slabs.get(buffer);
  if (slab !== undefined) {
    slab.open--;
    if (slab.open > 0) return;
    if (slab === current) current = undefined;
  }
  buffer.transfer(0);
}
