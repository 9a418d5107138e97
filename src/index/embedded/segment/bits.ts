/** A bit set of document numbers. */
export type BitSet = Uint32Array;

export const newBitSet = (size: number): BitSet => new Uint32Array((size + 31) >>> 5);

/** A bit set in shared memory. */
export const sharedBitSet = (size: number): BitSet =>
  new Uint32Array(new SharedArrayBuffer(((size + 31) >>> 5) * Uint32Array.BYTES_PER_ELEMENT));

export const hasBit = (bits: BitSet, at: number): boolean =>
  (((bits[at >>> 5] as number) >>> (at & 31)) & 1) === 1;

export const setBit = (bits: BitSet, at: number): void => {
  bits[at >>> 5] = (bits[at >>> 5] as number) | (1 << (at & 31));
};

export const clearBit = (bits: BitSet, at: number): void => {
  bits[at >>> 5] = (bits[at >>> 5] as number) & ~(1 << (at & 31));
};

/** Intersects a set with another in place, in the words from `from` to before `to`; null is the set of all. */
export function intersect(bits: BitSet, other: BitSet | null, from = 0, to = bits.length): void {
  if (other === null) return;
  for (let i = from; i < to; i++) bits[i] = (bits[i] as number) & (other[i] as number);
}

/** Union of two sets, in place. */
export function unite(bits: BitSet, other: BitSet): void {
  for (let i = 0; i < bits.length; i++) bits[i] = (bits[i] as number) | (other[i] as number);
}

/** Number of set bits among the first `size`: bits beyond the last document may have any value. */
export function countBits(bits: BitSet, size: number): number {
  const words = size >>> 5;
  let count = 0;
  for (let i = 0; i < words; i++) count += popcount(bits[i] as number);
  const rest = size & 31;
  return rest === 0 ? count : count + popcount((bits[words] as number) & ((1 << rest) - 1));
}

/** Number of set bits in a word of 32 (Warren, "Hacker's Delight", section 5-1). */
export const popcount = (word: number): number => {
  let n = word - ((word >>> 1) & 0x55555555);
  n = (n & 0x33333333) + ((n >>> 2) & 0x33333333);
  return (((n + (n >>> 4)) & 0x0f0f0f0f) * 0x01010101) >>> 24;
};
