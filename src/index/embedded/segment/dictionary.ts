import { GrowingBytes } from './growing.ts';
import type { Section, Sections } from './sections.ts';

const encoder = new TextEncoder();
const decoder = new TextDecoder();

const KEPT_ENCODINGS = 4096;
const LONGEST_KEPT_ENCODING = 256;
const encodings = new Map<string, Uint8Array>();

/** The bytes of a text; those of recent texts are kept, as a query looks for the same ones in every dictionary. */
function encoded(text: string): Uint8Array {
  const known = encodings.get(text);
  if (known !== undefined) return known;
  const bytes = encoder.encode(text);
  if (bytes.length > LONGEST_KEPT_ENCODING) return bytes;
  if (encodings.size >= KEPT_ENCODINGS) encodings.clear();
  encodings.set(text, bytes);
  return bytes;
}

const SURROGATE = /[\ud800-\udfff]/;

/** Order of UTF-8 bytes, which is that of code points; plain `<` compares UTF-16 units. */
export function compareTexts(a: string, b: string): number {
  if (a === b) return 0;
  if (!SURROGATE.test(a) && !SURROGATE.test(b)) return a < b ? -1 : 1;
  return Buffer.compare(Buffer.from(a), Buffer.from(b));
}

/**
 * Texts in the order of their UTF-8 bytes, each known by its ordinal.
 *
 *   blob     caveglaciermoon...
 *   offsets  0   4      11  15      text i is blob[offsets[i] .. offsets[i + 1]]
 */
export class Dictionary {
  readonly #blob: Uint8Array;
  readonly #offsets: Uint32Array;
  readonly size: number;

  constructor(sections: Sections, name: string) {
    this.#blob = sections.bytes(`${name}/blob`);
    this.#offsets = sections.words(`${name}/offsets`);
    this.size = this.#offsets.length - 1;
  }

  text(ordinal: number): string {
    // A shared buffer must be copied before it can be decoded.
    const slice = this.#blob.slice(this.#offsets[ordinal], this.#offsets[ordinal + 1]);
    return decoder.decode(slice);
  }

  /** The ordinal of a text, -1 if it is not there. Cost: one comparison per halving. */
  find(text: string): number {
    const bytes = encoded(text);
    const at = this.#lowerBound(bytes);
    return at < this.size && this.#compare(at, bytes) === 0 ? at : -1;
  }

  /** First ordinal whose text is not below `text`. */
  lowerBound(text: string): number {
    return this.#lowerBound(encoded(text));
  }

  /** The ordinals, from inclusive and to exclusive, of the texts that begin with `prefix`. */
  prefixRange(prefix: string): readonly [number, number] {
    const bytes = encoded(prefix);
    const from = this.#lowerBound(bytes);
    // No byte of UTF-8 is 0xff, so this is above every text with the prefix.
    const above = new Uint8Array(bytes.length + 1);
    above.set(bytes);
    above[bytes.length] = 0xff;
    return [from, this.#lowerBound(above)];
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
    const blob = this.#blob;
    const start = this.#offsets[ordinal] as number;
    const length = (this.#offsets[ordinal + 1] as number) - start;
    const common = Math.min(length, bytes.length);
    for (let i = 0; i < common; i++) {
      const difference = (blob[start + i] as number) - (bytes[i] as number);
      if (difference !== 0) return difference;
    }
    return length - bytes.length;
  }
}

/** The sections of a dictionary of texts that come in order. */
export function dictionarySections(name: string, texts: Iterable<string>): Map<string, Section> {
  const blob = new GrowingBytes();
  const offsets = [0];
  for (const text of texts) {
    blob.append(encoder.encode(text));
    offsets.push(blob.length);
  }
  return new Map<string, Section>([
    [`${name}/blob`, blob.view()],
    [`${name}/offsets`, Uint32Array.from(offsets)],
  ]);
}
