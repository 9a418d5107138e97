/** The array types of sections. */
export type Section = Uint8Array | Uint16Array | Uint32Array | Float64Array;
export type SectionKind = 'u8' | 'u16' | 'u32' | 'f64';

/** The location of a section in its buffer. */
export interface SectionEntry {
  readonly name: string;
  readonly kind: SectionKind;
  /** Its first byte, a multiple of 8. */
  readonly at: number;
  /** Number of elements. */
  readonly length: number;
}

/**
 * Named arrays in one shared buffer: a segment is sent to another thread or written to a file as a whole, without
 * encoding.
 *
 *   | ids/blob ........ | ids/offsets ... | text/title/postings/df ... | ... |
 *     each section begins at a multiple of 8 bytes
 */
export class Sections {
  readonly buffer: SharedArrayBuffer;
  readonly entries: readonly SectionEntry[];
  readonly #arrays = new Map<string, Section>();

  /** Throws if an entry reaches beyond the buffer. */
  constructor(buffer: SharedArrayBuffer, entries: readonly SectionEntry[]) {
    this.buffer = buffer;
    this.entries = entries;
    for (const { name, kind, at, length } of entries) {
      this.#arrays.set(name, arrayIn(buffer, kind, at, length));
    }
  }

  get byteLength(): number {
    return this.buffer.byteLength;
  }

  bytes(name: string): Uint8Array {
    return this.#get(name, Uint8Array);
  }

  shorts(name: string): Uint16Array {
    return this.#get(name, Uint16Array);
  }

  words(name: string): Uint32Array {
    return this.#get(name, Uint32Array);
  }

  /** Unsigned integers of any width. */
  wholes(name: string): Uint8Array | Uint16Array | Uint32Array {
    const array = this.#arrays.get(name);
    if (array === undefined || array instanceof Float64Array) {
      throw new Error(`section ${name} is missing or of another kind`);
    }
    return array;
  }

  doubles(name: string): Float64Array {
    return this.#get(name, Float64Array);
  }

  has(name: string): boolean {
    return this.#arrays.has(name);
  }

  #get<T extends Section>(name: string, kind: abstract new (...args: never[]) => T): T {
    const array = this.#arrays.get(name);
    if (!(array instanceof kind)) throw new Error(`section ${name} is missing or of another kind`);
    return array;
  }
}

function arrayIn(buffer: SharedArrayBuffer, kind: SectionKind, at: number, length: number): Section {
  switch (kind) {
    case 'u8':
      return new Uint8Array(buffer, at, length);
    case 'u16':
      return new Uint16Array(buffer, at, length);
    case 'u32':
      return new Uint32Array(buffer, at, length);
    case 'f64':
      return new Float64Array(buffer, at, length);
  }
}
