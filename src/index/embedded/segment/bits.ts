/** A set of document numbers, one bit each. */
export type BitSet = Uint32Array;

export const newBitSet = (size: number): BitSet => new Uint32Array((size + 31) >>> 5);

/** A set that other threads can look at. */
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

/** Takes what is not in another set out of a set, from one word of bits up to another; null is a set of all. */
export function intersect(bits: BitSet, other: BitSet | null, from = 0, to = bits.length): void {
  if (other === null) return;
  for (let i = from; i < to; i++) bits[i] = (bits[i] as number) & (other[i] as number);
}

/** Adds another set to a set. */
export function unite(bits: BitSet, other: BitSet): void {
  for (let i = 0; i < bits.length; i++) bits[i] = (bits[i] as number) | (other[i] as number);
}

/** Bits that are set among the first `size`: beyond the last document they may have any value. */
export function countBits(bits: BitSet, size: number): number {
  const words = size >>> 5;
  let count = 0;
  for (let i = 0; i < words; i++) count += popcount(bits[i] as number);
  const rest = size & 31;
  return rest === 0 ? count : count + popcount((bits[words] as number) & ((1 << rest) - 1));
}

/** Bits that are set in a word of 32. */
export const popcount = (word: number): number => {
  let n = word - ((word >>> 1) & 0x55555555);
  n = (n & 0x33333333) + ((n >>> 2) & 0x33333333);
  return (((n + (n >>> 4)) & 0x0f0f0f0f) * 0x01010101) >>> 24;
};
