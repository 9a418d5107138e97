import { encoded, type TextCursor, type TextWriter } from './dictionary.ts';
import { GrowableUint8Array, GrowableUint32Array } from './growable-arrays.ts';
import type { Sections } from './sections.ts';
import type { SectionSources } from './serializer.ts';

/** Texts of a group. More make it smaller, and every look into it longer. */
export const GROUP = 16;

const MOST_VARINT = 5;

/**
 * Texts in the order of their UTF-8 bytes, each known by its ordinal, as in a `Dictionary`, but of each only what the
 * one before does not begin with. For texts of which many begin alike, and which nobody compares one after the other.
 *
 *   groups  the number of texts; then, per group of 16 texts, where it begins in `blob`
 *   blob    per text: how many bytes it shares with the one before (not for the first of a group), how many follow,
 *           and those; numbers as varints
 *
 *   5 caves   4 1 r   0 7 glacier   ...
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

  /** Whether there are as many groups as its texts need. */
  get isPlausible(): boolean {
    return this.#groups.length === 1 + Math.ceil(this.size / GROUP);
  }

  /** The most bytes that its texts take among others: each whole, with two numbers. Cost: a step per text. */
  get largestBlob(): number {
    let bytes = 0;
    for (const cursor = this.cursor(); !cursor.isAtEnd; cursor.next()) {
      bytes += cursor.end + 2 * (cursor.end < 128 ? 1 : MOST_VARINT);
    }
    return bytes;
  }

  text(ordinal: number): string {
    const cursor = new FrontCodedCursor(this.#blob, this.#groups, ordinal - (ordinal % GROUP));
    for (let left = ordinal % GROUP; left > 0; left--) cursor.next();
    return Buffer.from(cursor.bytes.buffer, 0, cursor.end).toString('utf8');
  }

  /** The ordinal of a text, -1 if it is not there. */
  find(text: string): number {
    const bytes = encoded(text);
    const at = this.#lowerBound(bytes);
    return isExact ? at : -1;
  }

  /** First ordinal whose text is not below `text`. */
  lowerBound(text: string): number {
    return this.#lowerBound(encoded(text));
  }

  cursor(): TextCursor {
    return new FrontCodedCursor(this.#blob, this.#groups, 0);
  }

  /**
   * Sets `isExact`, too. Cost: a comparison per halving of the groups; then, per text of the group, a look at how much
   * it shares with the one before, which nearly always tells that it is still below.
   */
  #lowerBound(wanted: Uint8Array): number {
    const groups = this.#groups;
    isExact = false;
    let low = 0;
    let high = groups.length - 1;
    // The last group that does not begin above what is wanted.
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
    // How much of what is wanted the text before begins with; that text is below.
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

/* What the functions below have found out beside their result; no objects for that. */
let isExact = false;
let commonLength = 0;
let read = 0;

/** The order of a text and what is wanted, both from a byte on up to which they are equal. Sets `commonLength`. */
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

/** The number at `read`, which moves on behind it. */
function varint(blob: Uint8Array): number {
  let byte = blob[read++] as number;
  let number = byte & 127;
  for (let shift = 7; byte > 127; shift += 7) {
    byte = blob[read++] as number;
    number |= (byte & 127) << shift;
  }
  return number;
}

/** Goes along the texts from the beginning of a group on. */
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

/** Collects texts, which come in order, each once. */
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

  addTo(parts: SectionSources, name: string): void {
    parts.set(`${name}/blob`, this.#blob);
    const starts = this.#starts.toArray();
    const groups = new Uint32Array(starts.length + 1);
    groups[0] = this.size;
    groups.set(starts, 1);
    parts.set(`${name}/groups`, groups);
  }
}
