import { BoundedCache, textBytes } from '../../../caching/bounded-cache.ts';
import { GrowableUint8Array, GrowableUint32Array } from './growable-arrays.ts';
import type { Sections } from './sections.ts';
import type { SectionSources } from './serializer.ts';
import { sharedBytes } from './shared-bytes.ts';

const encoder = new TextEncoder();

/** The longest text that is cached. */
const LONGEST_CACHED = 256;
/** What a typed array takes besides its bytes, about. */
const ARRAY_BYTES = 160;
const encodings = new BoundedCache<string, Uint8Array>({
  bytes: 2 ** 20,
  weigh: (text, { length }) => textBytes(text) + ARRAY_BYTES + length,
});

/** Ordinals are cached in dictionaries of at least this size; in smaller ones a binary search is as fast. */
const LARGE = 2048;
/** The most bytes of cached ordinals per dictionary: some 2,000 texts. */
const ORDINAL_CACHE_BYTES = 256 * 1024;

/** The UTF-8 bytes of a text; cached, because a query looks up the same texts in every dictionary. */
export function encoded(text: string): Uint8Array {
  const known = encodings.get(text);
  if (known !== undefined) return known;
  const bytes = encoder.encode(text);
  if (bytes.length <= LONGEST_CACHED) encodings.set(text, bytes);
  return bytes;
}

/** Iterates over the texts of a dictionary in order; begins at the first. */
export interface TextCursor {
  /** The current text is the bytes from `start` to before `end`; valid until `next`. */
  readonly bytes: Uint8Array;
  readonly start: number;
  readonly end: number;
  readonly isAtEnd: boolean;
  next(): void;
}

/** Collects distinct texts in order. */
export interface TextWriter {
  readonly size: number;
  /** A text as UTF-8 bytes from `start` to before `end`. */
  add(bytes: Uint8Array, start: number, end: number): void;
  addTo(out: SectionSources, name: string): void;
}

const SURROGATE = /[\ud800-\udfff]/;

/** Order of UTF-8 bytes, which is that of code points; `<` compares UTF-16 units. */
export function compareTexts(a: string, b: string): number {
  if (a === b) return 0;
  if (!SURROGATE.test(a) && !SURROGATE.test(b)) return a < b ? -1 : 1;
  return Buffer.compare(Buffer.from(a), Buffer.from(b));
}

/**
 * A sorted term dictionary: texts in the order of their UTF-8 bytes, each with its ordinal. Lookup is a binary search.
 *
 *   blob     caveglaciermoon...
 *   offsets  0   4      11  15      text i is blob[offsets[i] .. offsets[i + 1]]
 */
export class Dictionary {
  readonly blob: Uint8Array;
  readonly offsets: Uint32Array;
  readonly size: number;
  /** The blob as a `Buffer`, which decodes texts in shared memory without a copy. */
  #texts: Buffer | undefined;
  /** Ordinals of texts. A write replaces the snapshot, but large segments stay, and people repeat their queries. */
  #found: BoundedCache<string, number> | undefined;

  constructor(sections: Sections, name: string) {
    this.blob = sections.bytes(`${name}/blob`);
    this.offsets = sections.words(`${name}/offsets`);
    this.size = this.offsets.length - 1;
  }

  text(ordinal: number): string {
    this.#texts ??= sharedBytes(this.blob);
    return this.#texts.toString('utf8', this.offsets[ordinal], this.offsets[ordinal + 1]);
  }

  /** The ordinal of a text, -1 if it is missing. Cost: a binary search, or one lookup for a cached text. */
  find(text: string): number {
    const known = this.#found?.get(text);
    if (known !== undefined) return known;
    const bytes = encoded(text);
    const at = this.#lowerBound(bytes);
    const ordinal = at < this.size && this.#compare(at, bytes) === 0 ? at : -1;
    if (this.size >= LARGE && text.length <= LONGEST_CACHED) this.#keep(text, ordinal);
    return ordinal;
  }

  #keep(text: string, ordinal: number): void {
    this.#found ??= new BoundedCache({ bytes: ORDINAL_CACHE_BYTES, weigh: textBytes });
    this.#found.set(text, ordinal);
  }

  /** Whether a text equals the first `length` of these bytes. */
  isText(ordinal: number, bytes: Uint8Array, length: number): boolean {
    const { blob } = this;
    const start = this.offsets[ordinal] as number;
    if ((this.offsets[ordinal + 1] as number) - start !== length) return false;
    for (let i = 0; i < length; i++) if (blob[start + i] !== bytes[i]) return false;
    return true;
  }

  cursor(): TextCursor {
    return new DictionaryCursor(this);
  }

  /** The first ordinal whose text is not below `text`. */
  lowerBound(text: string): number {
    return this.#lowerBound(encoded(text));
  }

  /** The ordinals of the texts with a prefix: from inclusive, to exclusive. */
  prefixRange(prefix: string): readonly [number, number] {
    const bytes = encoded(prefix);
    const from = this.#lowerBound(bytes);
    // UTF-8 has no byte 0xff, so this is above every text with the prefix.
    const above = new Uint8Array(bytes.length + 1);
    above.set(bytes);
    above[bytes.length] = 0xff;
    return [from, this.#lowerBound(above)];
  }

  /**
   * Of the texts from `from` to before `to`, which share their first `depth` bytes, the first whose next byte is not
   * below `byte`. Cost: one byte per step of a binary search.
   */
  firstAt(from: number, to: number, depth: number, byte: number): number {
    const { blob, offsets } = this;
    let low = from;
    let high = to;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const at = (offsets[middle] as number) + depth;
      if (at >= (offsets[middle + 1] as number) || (blob[at] as number) < byte) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** Length of a text in bytes. */
  lengthOf(ordinal: number): number {
    return (this.offsets[ordinal + 1] as number) - (this.offsets[ordinal] as number);
  }

  #lowerBound(bytes: Uint8Array): number {
    let low = 0;
    let high = this.size;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#compare(middle, bytes) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #compare(ordinal: number, bytes: Uint8Array): number {
    const blob = this.blob;
    const start = this.offsets[ordinal] as number;
    const length = (this.offsets[ordinal + 1] as number) - start;
    const common = Math.min(length, bytes.length);
    for (let i = 0; i < common; i++) {
      const difference = (blob[start + i] as number) - (bytes[i] as number);
      if (difference !== 0) return difference;
    }
    return length - bytes.length;
  }
}

class DictionaryCursor implements TextCursor {
  readonly bytes: Uint8Array;
  start = 0;
  end: number;
  readonly #offsets: Uint32Array;
  #ordinal = 0;

  constructor({ blob, offsets }: Dictionary) {
    this.bytes = blob;
    this.#offsets = offsets;
    this.end = offsets.length > 1 ? (offsets[1] as number) : 0;
  }

  get isAtEnd(): boolean {
    return this.#ordinal >= this.#offsets.length - 1;
  }

  next(): void {
    if (++this.#ordinal >= this.#offsets.length - 1) return;
    this.start = this.end;
    this.end = this.#offsets[this.#ordinal + 1] as number;
  }
}

/** Writes a `Dictionary`. */
export class DictionaryWriter implements TextWriter {
  readonly #blob = new GrowableUint8Array();
  readonly #offsets = new GrowableUint32Array();

  constructor() {
    this.#offsets.push(0);
  }

  get size(): number {
    return this.#offsets.length - 1;
  }

  add(bytes: Uint8Array, start: number, end: number): void {
    this.#blob.append(bytes, start, end);
    this.#offsets.push(this.#blob.length);
  }

  addTo(out: SectionSources, name: string): void {
    out.set(`${name}/blob`, this.#blob);
    out.set(`${name}/offsets`, this.#offsets);
  }
}
