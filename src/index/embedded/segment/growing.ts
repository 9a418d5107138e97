/** A Uint32Array that grows: what builders collect into, without an object per number. */
export class GrowingWords {
  #array = new Uint32Array(1024);
  length = 0;

  push(value: number): void {
    if (this.length === this.#array.length) this.#array = grown(this.#array, this.length * 2);
    this.#array[this.length++] = value;
  }

  at(index: number): number {
    return this.#array[index] as number;
  }

  /** A view of what was pushed so far; the next push may leave it behind. */
  view(): Uint32Array {
    return this.#array.subarray(0, this.length);
  }
}

export class GrowingBytes {
  #array = new Uint8Array(1024);
  length = 0;

  push(value: number): void {
    if (this.length === this.#array.length) this.#reserve(this.length * 2);
    this.#array[this.length++] = value;
  }

  /** Seven bits a byte, the low ones first; the high bit says that more follows. */
  pushVarint(value: number): void {
    let rest = value;
    while (rest > 127) {
      this.push((rest & 127) | 128);
      rest >>>= 7;
    }
    this.push(rest);
  }

  append(bytes: Uint8Array): void {
    if (this.length + bytes.length > this.#array.length) this.#reserve((this.length + bytes.length) * 2);
    this.#array.set(bytes, this.length);
    this.length += bytes.length;
  }

  view(): Uint8Array {
    return this.#array.subarray(0, this.length);
  }

  #reserve(size: number): void {
    const next = new Uint8Array(size);
    next.set(this.#array);
    this.#array = next;
  }
}

function grown(array: Uint32Array<ArrayBuffer>, size: number): Uint32Array<ArrayBuffer> {
  const next = new Uint32Array(size);
  next.set(array);
  return next;
}
