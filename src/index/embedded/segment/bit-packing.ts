/*
 * Small numbers in a few bits each, one behind the other, the low bits of a byte first. All numbers of a list have one
 * width, out of those that fill whole bytes after a few numbers: every width has a loop of its own, which reads bytes,
 * shifts and masks, and never branches on what it reads.
 *
 *   6 bits   | 00000011 | 11112222 | 22333333 |   four numbers in three bytes (the lowest bit of a byte on the right)
 *
 * Loops read and write some numbers at a time, so that they go beyond the end of a list: up to `BEYOND` numbers, and up
 * to `SPARE` bytes, which the section has behind its last list. What they find there is of no use.
 */
export const OVERREAD = 8;
export const PADDING_BYTES = 8;

/** The widths there are; a list names its own by the place in here. */
const WIDTHS = Uint8Array.of(0, 1, 2, 4, 6, 8, 10, 12, 16, 20, 24, 32);

/** By the number of bits that the largest number needs: the place of the least width that has room for it. */
const PLACES = Uint8Array.from({ length: 33 }, (_, bits) => WIDTHS.findIndex((width) => width >= bits));

/** Which width numbers up to `largest` need. */
export const widthFor = (largest: number): number => PLACES[32 - Math.clz32(largest)] as number;

/** The bytes of so many numbers. */
export const packedBytes = (width: number, count: number): number =>
  (count * (WIDTHS[width] as number) + 7) >>> 3;

/** Writes the first `count` numbers to `bytes` from `at` on, where all is 0 beforehand; gives where they end. */
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
    // A number begins within a byte and goes on in the next ones.
    let done = 8 - (bit & 7);
    bytes[bit >>> 3] = (bytes[bit >>> 3] as number) | (number << (bit & 7));
    for (let next = (bit >>> 3) + 1; done < bits; next++, done += 8) bytes[next] = number >>> done;
    bit += bits;
  }
  return at + packedBytes(width, count);
}

/**
 * Reads `count` numbers from `at` on, each plus 1 being the step from one number to the next, into `sums` from 1 on;
 * `sums` has the first number already.
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

/** Reads `count` numbers from `at` on into `numbers`, each plus 1. */
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

/** The same for widths that few lists have. */
function unpackRare(data: Uint8Array, at: number, width: number, count: number, numbers: Int32Array): void {
  const bits = WIDTHS[width] as number;
  const mask = bits === 32 ? -1 : (1 << bits) - 1;
  for (let i = 0, bit = 0; i < count; i++, bit += bits) {
    const from = at + (bit >> 3);
    // Widths are even, and those beyond 24 begin with a byte: what is left of four bytes is enough.
    numbers[i] = 1 + ((fourBytes(data, from) >>> (bit & 7)) & mask);
  }
}

/** Numbers stay below 2^31. */
const fourBytes = (data: Uint8Array, at: number): number =>
  (data[at] as number) |
  ((data[at + 1] as number) << 8) |
  ((data[at + 2] as number) << 16) |
  ((data[at + 3] as number) << 24);
