/*
 * Bit packing with one width per list (Lemire and Boytsov, "Decoding billions of integers per second through
 * vectorization", 2015, describe the family): numbers one after the other, low bits of a byte first. Only widths that
 * fill whole bytes after a few numbers are used. Searches unpack in WebAssembly (kernel/assembly/postings.ts); this is
 * for merges, positions and everything else.
 *
 *   6 bits   | 11000000 | 22221111 | 33333322 |   numbers 0 to 3 in three bytes (the lowest bit of a byte on the right)
 *
 * Reads go beyond the end of a list by up to `PADDING_BYTES` bytes, which a section has after its last list.
 */
export const PADDING_BYTES = 8;

/** The widths in bits; a list stores the index of its width. */
const WIDTHS = Uint8Array.of(0, 1, 2, 4, 6, 8, 10, 12, 16, 20, 24, 32);

/** Index of the least sufficient width, by the number of bits of the greatest number. */
const WIDTH_INDEXES = Uint8Array.from({ length: 33 }, (_, bits) =>
  WIDTHS.findIndex((width) => width >= bits),
);

/** The index of the width for numbers up to `largest`. */
export const widthFor = (largest: number): number => WIDTH_INDEXES[32 - Math.clz32(largest)] as number;

/** The width in bits with an index. */
export const widthOf = (index: number): number => WIDTHS[index] as number;

/** The bytes of `count` packed numbers. */
export const packedBytes = (width: number, count: number): number =>
  (count * (WIDTHS[width] as number) + 7) >>> 3;

/** Packs the first `count` numbers into `bytes` from `at` on, which must be 0, and returns the offset after them. */
export function pack(
  numbers: Uint32Array,
  count: number,
  width: number,
  bytes: Uint8Array,
  at: number,
): number {
  const bits = WIDTHS[width] as number;
  let bit = at * 8;
  for (let i = 0; i < count; i++) {
    const number = numbers[i] as number;
    // A number begins within a byte and continues in the next ones.
    let done = 8 - (bit & 7);
    bytes[bit >>> 3] = (bytes[bit >>> 3] as number) | (number << (bit & 7));
    for (let next = (bit >>> 3) + 1; done < bits; next++, done += 8) bytes[next] = number >>> done;
    bit += bits;
  }
  return at + packedBytes(width, count);
}

/**
 * Unpacks `count` deltas from `at` on, each stored less 1, and writes their running sums to `sums` from index 1 on;
 * `sums[0]` is the first number.
 */
export function unpackDeltas(
  data: Uint8Array,
  at: number,
  width: number,
  count: number,
  sums: Int32Array,
): void {
  unpackPlusOne(data, at, width, count, sums, 1);
  let sum = sums[0] as number;
  for (let i = 1; i <= count; i++) sums[i] = sum += sums[i] as number;
}

/** Unpacks `count` numbers from `at` on, each stored less 1, to `numbers` from index `first` on. */
export function unpackPlusOne(
  data: Uint8Array,
  at: number,
  width: number,
  count: number,
  numbers: Int32Array,
  first = 0,
): void {
  const bits = WIDTHS[width] as number;
  const mask = bits === 32 ? -1 : (1 << bits) - 1;
  const end = first + count;
  if (bits === 0) numbers.fill(1, first, end);
  else if (8 % bits === 0)
    for (let i = first, bit = 0; i < end; i++, bit += bits)
      numbers[i] = 1 + (((data[at + (bit >> 3)] as number) >> (bit & 7)) & mask);
  else
    for (let i = first, bit = 0; i < end; i++, bit += bits)
      // Widths are even, and those above 24 are byte-aligned, so four bytes always contain the number.
      numbers[i] = 1 + ((fourBytes(data, at + (bit >> 3)) >>> (bit & 7)) & mask);
}

/** Numbers stay below 2^31. */
const fourBytes = (data: Uint8Array, at: number): number =>
  (data[at] as number) |
  ((data[at + 1] as number) << 8) |
  ((data[at + 2] as number) << 16) |
  ((data[at + 3] as number) << 24);
