import { encoded, type TextCursor, type TextWriter } from './dictionary.ts';
import { GrowableUint8Array, GrowableUint32Array } from './growable-arrays.ts';
import type { Sections } from './sections.ts';
import type { SectionSources } from './serializer.ts';

/** Texts per group. A larger group takes less memory and more time per lookup. */
export const GROUP = 16;

/**
 * A dictionary with front coding in groups (Witten, Moffat and Bell, "Managing Gigabytes", chapter 4): of each text
 * only the bytes are stored that differ from the text before. For texts with many common prefixes that are not compared
 * in hot loops: values of columns and subtokens.
 *
 *   groups  the number of texts; then, per group of 16 texts, its offset in `blob`
 *   blob    per text: length of the prefix shared with the text before (omitted for the first of a group), length of the
 *           rest, the rest; lengths as varints
 *
 *   cave, caver, glacier    4 cave   4 1 r   0 7 glacier   ...
 */
export class FrontCoded {
  readonly size: number;
  readonly #blob: Uint8Array;
  readonly #groups: Uint32Array;

  constructor(sections: Sections, name: string) {
    this.#blob = sections.bytes(`${name}/blob`);
    this.#groups = sections.words(`${name}/groups`);
    this.size = this.#groups[0] ?? 0;
  }

  /** Whether the number of groups fits the number of texts. */
  get isPlausible(): boolean {
    return this.#groups.length === 1 + Math.ceil(this.size / GROUP);
  }

  text(ordinal: number): string {
    const cursor = new FrontCodedCursor(this.#blob, this.#groups, ordinal - (ordinal % GROUP));
    for (let left = ordinal % GROUP; left > 0; left--) cursor.next();
    return Buffer.from(cursor.bytes.buffer, 0, cursor.end).toString('utf8');
  }

  /** The ordinal of a text, -1 if it is missing. */
  find(text: string): number {
    const bytes = encoded(text);
    const at = this.#lowerBound(bytes);
    return isExact ? at : -1;
  }

  /** The first ordinal whose text is not below `text`. */
  lowerBound(text: string): number {
    return this.#lowerBound(encoded(text));
  }

  cursor(): TextCursor {
    return new FrontCodedCursor(this.#blob, this.#groups, 0);
  }

  /**
   * Also sets `isExact`. Cost: a binary search over the groups; then, per text of the group, a look at the length of
   * the shared prefix, which nearly always shows that the text is still below.
   */
  #lowerBound(wanted: Uint8Array): number {
    const groups = this.#groups;
    isExact = false;
    let low = 0;
    let high = groups.length - 1;
    // Find the last group whose first text is not above `wanted`.
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#compareFirst(middle, wanted) <= 0) low = middle + 1;
      else high = middle;
    }
    if (low === 0) return 0;
    const group = low - 1;
    const first = group * GROUP;
    if (this.#compareFirst(group, wanted) === 0) {
      isExact = true;
      return first;
    }
    // Length of the prefix that `wanted` shares with the text before, which is below `wanted`.
    let common = commonLength;
    const blob = this.#blob;
    read = groups[group + 1] as number;
    const length = varint(blob);
    read += length;
    const end = Math.min(first + GROUP, this.size);
    for (let ordinal = first + 1; ordinal < end; ordinal++) {
      const shared = varint(blob);
      const rest = varint(blob);
      const at = read;
      read += rest;
      if (shared > common) continue;
      if (shared < common) return ordinal;
      const order = compare(blob, at, rest, wanted, common);
      if (order >= 0) {
        isExact = order === 0;
        return ordinal;
      }
      common = commonLength;
    }
    return end;
  }

  #compareFirst(group: number, wanted: Uint8Array): number {
    read = this.#groups[group + 1] as number;
    const length = varint(this.#blob);
    return compare(this.#blob, read, length, wanted, 0);
  }
}

/* Second results of the functions below, in variables to avoid allocations. */
let isExact = false;
let commonLength = 0;
let read = 0;

/** Compares a text with `wanted`, whose first `from` bytes are known to be equal. Sets `commonLength`. */
function compare(blob: Uint8Array, at: number, length: number, wanted: Uint8Array, from: number): number {
  const end = Math.min(length, wanted.length - from);
  for (let i = 0; i < end; i++) {
    const difference = (blob[at + i] as number) - (wanted[from + i] as number);
    if (difference === 0) continue;
    commonLength = from + i;
    return difference;
  }
  commonLength = from + end;
  return length - (wanted.length - from);
}

/** Reads the varint at `read` and advances `read`. */
function varint(blob: Uint8Array): number {
  let byte = blob[read++] as number;
  let number = byte & 127;
  for (let shift = 7; byte > 127; shift += 7) {
    byte = blob[read++] as number;
    number |= (byte & 127) << shift;
  }
  return number;
}

/** Iterates over texts, beginning at the first of a group. */
class FrontCodedCursor implements TextCursor {
  bytes = new Uint8Array(new ArrayBuffer(64));
  readonly start = 0;
  end = 0;
  readonly #blob: Uint8Array;
  readonly #size: number;
  #ordinal: number;
  #read: number;

  constructor(blob: Uint8Array, groups: Uint32Array, first: number) {
    this.#blob = blob;
    this.#size = groups[0] ?? 0;
    this.#ordinal = first - 1;
    this.#read = this.#size === 0 ? 0 : (groups[1 + first / GROUP] as number);
    this.next();
  }

  get isAtEnd(): boolean {
    return this.#ordinal >= this.#size;
  }

  next(): void {
    if (++this.#ordinal >= this.#size) return;
    const blob = this.#blob;
    read = this.#read;
    const shared = this.#ordinal % GROUP === 0 ? 0 : varint(blob);
    const rest = varint(blob);
    this.end = shared + rest;
    if (this.bytes.length < this.end) this.#grow();
    const { bytes } = this;
    for (let i = 0; i < rest; i++) bytes[shared + i] = blob[read + i] as number;
    this.#read = read + rest;
  }

  #grow(): void {
    const next = new Uint8Array(new ArrayBuffer(2 * this.end));
    next.set(this.bytes);
    this.bytes = next;
  }
}

/** Writes a `FrontCoded` dictionary. */
export class FrontCodedWriter implements TextWriter {
  readonly #blob = new GrowableUint8Array();
  readonly #starts = new GrowableUint32Array();
  #last = new Uint8Array(64);
  #lastLength = 0;
  size = 0;

  add(bytes: Uint8Array, start: number, end: number): void {
    const length = end - start;
    let shared = 0;
    if (this.size % GROUP === 0) this.#starts.push(this.#blob.length);
    else {
      const most = Math.min(length, this.#lastLength);
      while (shared < most && this.#last[shared] === bytes[start + shared]) shared++;
      this.#blob.pushVarint(shared);
    }
    this.#blob.pushVarint(length - shared);
    this.#blob.append(bytes, start + shared, end);
    if (this.#last.length < length) this.#last = new Uint8Array(2 * length);
    const last = this.#last;
    for (let i = 0; i < length; i++) last[i] = bytes[start + i] as number;
    this.#lastLength = length;
    this.size++;
  }

  addTo(out: SectionSources, name: string): void {
    out.set(`${name}/blob`, this.#blob);
    const starts = this.#starts.toArray();
    const groups = new Uint32Array(starts.length + 1);
    groups[0] = this.size;
    groups.set(starts, 1);
    out.set(`${name}/groups`, groups);
  }
}
