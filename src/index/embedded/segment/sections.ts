/** The kinds of array a segment is made of. */
export type Section = Uint8Array | Uint16Array | Uint32Array | Float64Array;

const ALIGNMENT = 8;

/**
 * Named arrays that are laid into one shared buffer: a segment can be handed to a worker, or written to a file,
 * as one piece, and its readers look at the very same bytes.
 *
 *   | title/terms ........ | title/offsets ... | title/df ... | ... |
 *     each section begins at a multiple of 8 bytes
 */
export class Sections {
  readonly #arrays: Map<string, Section>;
  readonly buffer: SharedArrayBuffer;

  constructor(arrays: ReadonlyMap<string, Section>) {
    let size = 0;
    for (const array of arrays.values()) size += aligned(array.byteLength);
    this.buffer = new SharedArrayBuffer(size);
    this.#arrays = new Map();
    let at = 0;
    for (const [name, array] of arrays) {
      const view = sameKind(array, this.buffer, at);
      view.set(array);
      this.#arrays.set(name, view);
      at += aligned(array.byteLength);
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

const aligned = (bytes: number): number => Math.ceil(bytes / ALIGNMENT) * ALIGNMENT;

function sameKind(array: Section, buffer: SharedArrayBuffer, at: number): Section {
  if (array instanceof Uint8Array) return new Uint8Array(buffer, at, array.length);
  if (array instanceof Uint16Array) return new Uint16Array(buffer, at, array.length);
  if (array instanceof Uint32Array) return new Uint32Array(buffer, at, array.length);
  return new Float64Array(buffer, at, array.length);
}
