import { FrontCodedWriter } from './front-coded.ts';
import { GrowableUint32Array } from './growable-arrays.ts';
import { hashTextOf, isLong } from './long-texts.ts';
import { newOrdinals } from './ordinals.ts';
import { SegmentTooLarge } from './segment-too-large.ts';
import type { SectionSources } from './serializer.ts';
import { TextBytes } from './text-bytes.ts';

/** Limit of a `Map`. */
const MAX_VALUES = (1 << 24) - 1;

/**
 * Interns the values of a new text column: distinct values are numbered in order of appearance, long ones by their
 * hash. `addTo` renumbers them by their sorted order, so that ordinals compare as the values do.
 */
export class ValueInterner {
  readonly #numberOfText = new Map<string, number>();
  /** By hash, as a string of eight characters. */
  readonly #numberOfHash = new Map<string, number>();
  readonly #numbers = new GrowableUint32Array();

  get size(): number {
    return this.#numbers.length;
  }

  add(item: string | number): void {
    const text = item as string;
    const isHashed = isLong(text);
    const numberOf = isHashed ? this.#numberOfHash : this.#numberOfText;
    const key = isHashed ? hashTextOf(text) : text;
    let number = numberOf.get(key);
    if (number === undefined) {
      number = this.#numberOfText.size + this.#numberOfHash.size;
      if (number === MAX_VALUES) throw new SegmentTooLarge('the values of a field', number + 1, MAX_VALUES);
      numberOf.set(key, number);
    }
    this.#numbers.push(number);
  }

  addTo(out: SectionSources, name: string): void {
    const texts = new TextBytes();
    for (const text of this.#numberOfText.keys()) texts.add(text);
    const sorted = texts.sorted();
    sorted.to(new FrontCodedWriter()).addTo(out, `${name}/values`);
    // Texts and hashes share one sequence of numbers, and each map iterates in the order of its numbers.
    const ordinals = new Uint32Array(this.#numberOfText.size + this.#numberOfHash.size);
    const ranks = sorted.ranks();
    let at = 0;
    for (const number of this.#numberOfText.values()) ordinals[number] = ranks[at++] as number;
    out.set(`${name}/long`, this.#addHashes(ordinals, ranks.length));
    const numbers = this.#numbers.toArray();
    for (let i = 0; i < numbers.length; i++) numbers[i] = ordinals[numbers[i] as number] as number;
    const narrow = newOrdinals(numbers.length, ordinals.length);
    narrow.set(numbers);
    out.set(`${name}/ordinals`, narrow);
  }

  #addHashes(ordinals: Uint32Array, before: number): Uint32Array {
    const hashes = Array.from(this.#numberOfHash, ([key, number]) => {
      const bytes = Buffer.from(key, 'latin1');
      return { low: bytes.readUInt32LE(0), high: bytes.readUInt32LE(4), number };
    });
    hashes.sort((a, b) => a.high - b.high || a.low - b.low);
    const section = new Uint32Array(2 * hashes.length);
    for (const [i, { low, high, number }] of hashes.entries()) {
      section[2 * i] = low;
      section[2 * i + 1] = high;
      ordinals[number] = before + i;
    }
    return section;
  }
}
