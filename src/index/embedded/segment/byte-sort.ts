/** Ranges up to this size are sorted by insertion. */
const MAX_INSERTION_SORTED = 24;
/** Bytes of a text in one key. */
const KEY_BYTES = 5;
/** Texts that share this many bytes are sorted by comparison. */
const MAX_DEPTH = 12 * KEY_BYTES;
/** Numbers that fit into a key. */
const MAX_KEYED = 1 << 24;

/** Index of the low half of 64 bits in memory: the endianness of the machine. */
const LOW = new Uint8Array(Uint32Array.of(1).buffer)[0] === 1 ? 0 : 1;

/**
 * The numbers of distinct texts in the order of their UTF-8 bytes: text n is blob[offsets[n] .. offsets[n + 1]].
 *
 * A most-significant-digit string sort with digits of five bytes. Five bytes of a text and its number make a key of 64
 * bits; the native sort of such keys needs no comparison function and takes a tenth of the time. Texts with the same
 * five bytes are then sorted by the next five.
 *
 *   key  | byte 0 | byte 1 | byte 2 | byte 3 | byte 4 | number, 24 bits |
 */
export function sortByBytes(blob: Uint8Array, offsets: Uint32Array): Uint32Array<ArrayBuffer> {
  const count = offsets.length - 1;
  const order = new Uint32Array(count);
  for (let i = 0; i < count; i++) order[i] = i;
  if (count > MAX_KEYED) order.sort((a, b) => compareAt(blob, offsets, a, b));
  else sortRange(blob, offsets, order, 0);
  return order;
}

/** Sorts numbers whose texts have the same first `depth` bytes. */
function sortRange(blob: Uint8Array, offsets: Uint32Array, order: Uint32Array, depth: number): void {
  if (order.length <= MAX_INSERTION_SORTED) {
    insertionSort(blob, offsets, order);
    return;
  }
  if (depth >= MAX_DEPTH) {
    order.sort((a, b) => compareAt(blob, offsets, a, b));
    return;
  }
  const keys = new BigUint64Array(order.length);
  const halves = new Uint32Array(keys.buffer);
  for (let i = 0; i < order.length; i++) {
    const number = order[i] as number;
    const at = (offsets[number] as number) + depth;
    const left = (offsets[number + 1] as number) - at;
    let high = 0;
    for (let k = 0; k < 4; k++) high = (high << 8) | (k < left ? (blob[at + k] as number) : 0);
    halves[2 * i + (1 - LOW)] = high;
    halves[2 * i + LOW] = ((left > 4 ? (blob[at + 4] as number) : 0) << 24) | number;
  }
  keys.sort();
  let from = 0;
  for (let i = 0; i < order.length; i++) {
    order[i] = (halves[2 * i + LOW] as number) & 0xffffff;
    const isLast = i + 1 === order.length;
    if (!isLast && isSameText(halves, i, i + 1)) continue;
    if (i > from) sortRange(blob, offsets, order.subarray(from, i + 1), depth + KEY_BYTES);
    from = i + 1;
  }
}

const isSameText = (halves: Uint32Array, a: number, b: number): boolean =>
  halves[2 * a + (1 - LOW)] === halves[2 * b + (1 - LOW)] &&
  (halves[2 * a + LOW] as number) >>> 24 === (halves[2 * b + LOW] as number) >>> 24;

function insertionSort(blob: Uint8Array, offsets: Uint32Array, order: Uint32Array): void {
  for (let i = 1; i < order.length; i++) {
    const moved = order[i] as number;
    let at = i;
    while (at > 0 && compareAt(blob, offsets, order[at - 1] as number, moved) > 0) {
      order[at] = order[at - 1] as number;
      at--;
    }
    order[at] = moved;
  }
}

function compareAt(blob: Uint8Array, offsets: Uint32Array, a: number, b: number): number {
  const left = offsets[a] as number;
  const right = offsets[b] as number;
  const leftLength = (offsets[a + 1] as number) - left;
  const rightLength = (offsets[b + 1] as number) - right;
  const common = Math.min(leftLength, rightLength);
  for (let i = 0; i < common; i++) {
    const difference = (blob[left + i] as number) - (blob[right + i] as number);
    if (difference !== 0) return difference;
  }
  return leftLength - rightLength;
}
