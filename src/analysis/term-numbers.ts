/** Numbers distinct terms. */
export interface TermNumbers {
  numberOf(term: string): number;
  /** The number of the term in `bytes` from `start` to before `end`, in UTF-8; `hash` is that of its bytes. */
  numberOfBytes(bytes: Uint8Array, start: number, end: number, hash: number): number;
}

/** The numbers of the terms of a text, in order. */
export class TermList {
  numbers = new Uint32Array(256);
  size = 0;

  push(number: number): void {
    if (this.size === this.numbers.length) this.#grow();
    this.numbers[this.size++] = number;
  }

  #grow(): void {
    const next = new Uint32Array(2 * this.size);
    next.set(this.numbers);
    this.numbers = next;
  }
}
