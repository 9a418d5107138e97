/*
 * Bit packing with one width per list (Lemire and Boytsov, "Decoding billions of integers per second through
 * vectorization", 2015, describe the family): numbers one after the other, low bits of a byte first. Only widths that
 * fill whole bytes after a few numbers are used. Each has its own unrolled loop of reads, shifts and masks without a
 * branch that depends on the data.
 *
 *   6 bits   | 11000000 | 22221111 | 33333322 |   numbers 0 to 3 in three bytes (the lowest bit of a byte on the right)
 *
 * Loops handle several numbers at a time and go beyond the end of a list: by up to `OVERREAD` numbers, and up to
 * `PADDING_BYTES` bytes, which a section has after its last list. The surplus numbers are garbage.
 */
export const OVERREAD = 8;
export const PADDING_BYTES = 8;

/** The widths in bits; a list stores the index of its width. */
const WIDTHS = Uint8Array.of(0, 1, 2, 4, 6, 8, 10, 12, 16, 20, 24, 32);

/** Index of the least sufficient width, by the number of bits of the greatest number. */
const WIDTH_INDEXES = Uint8Array.from({ length: 33 }, (_, bits) =>
  WIDTHS.findIndex((width) => width >= bits),
);

/** The index of the width for numbers up to `largest`. */
export const widthFor = (largest: number): number => WIDTH_INDEXES[32 - Math.clz32(largest)] as number;

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
  let sum = sums[0] as number;
  let from = at;
  switch (width) {
    case 0:
      for (let i = 1; i <= count; i++) sums[i] = ++sum;
      return;
    case 1:
      for (let i = 1; i <= count; i += 8) {
        const byte = data[from++] as number;
        sums[i] = sum += 1 + (byte & 1);
        sums[i + 1] = sum += 1 + ((byte >> 1) & 1);
        sums[i + 2] = sum += 1 + ((byte >> 2) & 1);
        sums[i + 3] = sum += 1 + ((byte >> 3) & 1);
        sums[i + 4] = sum += 1 + ((byte >> 4) & 1);
        sums[i + 5] = sum += 1 + ((byte >> 5) & 1);
        sums[i + 6] = sum += 1 + ((byte >> 6) & 1);
        sums[i + 7] = sum += 1 + (byte >> 7);
      }
      return;
    case 2:
      for (let i = 1; i <= count; i += 4) {
        const byte = data[from++] as number;
        sums[i] = sum += 1 + (byte & 3);
        sums[i + 1] = sum += 1 + ((byte >> 2) & 3);
        sums[i + 2] = sum += 1 + ((byte >> 4) & 3);
        sums[i + 3] = sum += 1 + (byte >> 6);
      }
      return;
    case 3:
      for (let i = 1; i <= count; i += 2) {
        const byte = data[from++] as number;
        sums[i] = sum += 1 + (byte & 15);
        sums[i + 1] = sum += 1 + (byte >> 4);
      }
      return;
    case 4:
      for (let i = 1; i <= count; i += 4, from += 3) {
        const bits =
          (data[from] as number) | ((data[from + 1] as number) << 8) | ((data[from + 2] as number) << 16);
        sums[i] = sum += 1 + (bits & 63);
        sums[i + 1] = sum += 1 + ((bits >> 6) & 63);
        sums[i + 2] = sum += 1 + ((bits >> 12) & 63);
        sums[i + 3] = sum += 1 + (bits >> 18);
      }
      return;
    case 5:
      for (let i = 1; i <= count; i++) sums[i] = sum += 1 + (data[from++] as number);
      return;
    case 6:
      for (let i = 1; i <= count; i += 4, from += 5) {
        const second = data[from + 1] as number;
        const third = data[from + 2] as number;
        const fourth = data[from + 3] as number;
        sums[i] = sum += 1 + ((data[from] as number) | ((second & 3) << 8));
        sums[i + 1] = sum += 1 + ((second >> 2) | ((third & 15) << 6));
        sums[i + 2] = sum += 1 + ((third >> 4) | ((fourth & 63) << 4));
        sums[i + 3] = sum += 1 + ((fourth >> 6) | ((data[from + 4] as number) << 2));
      }
      return;
    case 7:
      for (let i = 1; i <= count; i += 2, from += 3) {
        const middle = data[from + 1] as number;
        sums[i] = sum += 1 + ((data[from] as number) | ((middle & 15) << 8));
        sums[i + 1] = sum += 1 + ((middle >> 4) | ((data[from + 2] as number) << 4));
      }
      return;
    case 8:
      for (let i = 1; i <= count; i++, from += 2) {
        sums[i] = sum += 1 + ((data[from] as number) | ((data[from + 1] as number) << 8));
      }
      return;
    case 9:
      for (let i = 1; i <= count; i += 2, from += 5) {
        const middle = data[from + 2] as number;
        const low = (data[from] as number) | ((data[from + 1] as number) << 8);
        const high = ((data[from + 3] as number) << 4) | ((data[from + 4] as number) << 12);
        sums[i] = sum += 1 + (low | ((middle & 15) << 16));
        sums[i + 1] = sum += 1 + ((middle >> 4) | high);
      }
      return;
    case 10:
      for (let i = 1; i <= count; i++, from += 3) {
        const low = (data[from] as number) | ((data[from + 1] as number) << 8);
        sums[i] = sum += 1 + (low | ((data[from + 2] as number) << 16));
      }
      return;
    default:
      for (let i = 1; i <= count; i++, from += 4) sums[i] = sum += 1 + fourBytes(data, from);
  }
}

/** Unpacks `count` numbers from `at` on, each stored less 1. */
export function unpackPlusOne(
  data: Uint8Array,
  at: number,
  width: number,
  count: number,
  numbers: Int32Array,
): void {
  let from = at;
  switch (width) {
    case 0:
      for (let i = 0; i < count; i++) numbers[i] = 1;
      return;
    case 1:
      for (let i = 0; i < count; i += 4) {
        const byte = (data[at + (i >> 3)] as number) >> (i & 4);
        numbers[i] = 1 + (byte & 1);
        numbers[i + 1] = 1 + ((byte >> 1) & 1);
        numbers[i + 2] = 1 + ((byte >> 2) & 1);
        numbers[i + 3] = 1 + ((byte >> 3) & 1);
      }
      return;
    case 2:
      for (let i = 0; i < count; i += 4) {
        const byte = data[from++] as number;
        numbers[i] = 1 + (byte & 3);
        numbers[i + 1] = 1 + ((byte >> 2) & 3);
        numbers[i + 2] = 1 + ((byte >> 4) & 3);
        numbers[i + 3] = 1 + (byte >> 6);
      }
      return;
    case 3:
      for (let i = 0; i < count; i += 2) {
        const byte = data[from++] as number;
        numbers[i] = 1 + (byte & 15);
        numbers[i + 1] = 1 + (byte >> 4);
      }
      return;
    default:
      unpackRare(data, at, width, count, numbers);
  }
}

/** The same for rare widths. */
function unpackRare(data: Uint8Array, at: number, width: number, count: number, numbers: Int32Array): void {
  const bits = WIDTHS[width] as number;
  const mask = bits === 32 ? -1 : (1 << bits) - 1;
  for (let i = 0, bit = 0; i < count; i++, bit += bits) {
    const from = at + (bit >> 3);
    // Widths are even, and those above 24 are byte-aligned, so four bytes always contain the number.
    numbers[i] = 1 + ((fourBytes(data, from) >>> (bit & 7)) & mask);
  }
}

/** Numbers stay below 2^31. */
const fourBytes = (data: Uint8Array, at: number): number =>
  (data[at] as number) |
  ((data[at + 1] as number) << 8) |
  ((data[at + 2] as number) << 16) |
  ((data[at + 3] as number) << 24);
