/** Keeps the first `size` of many things in an order: a heap whose root is the last of those kept. */
export class TopKHeap<T> {
  readonly #heap: T[] = [];
  /** How many are kept. */
  readonly size: number;
  readonly #order: (a: T, b: T) => number;

  constructor(size: number, order: (a: T, b: T) => number) {
    this.size = size;
    this.#order = order;
  }

  /** The last of those kept once there are enough: whatever comes after it need not be offered. */
  get bound(): T | undefined {
    return this.#heap.length < this.size ? undefined : this.#heap[0];
  }

  offer(item: T): void {
    const heap = this.#heap;
    if (this.size === 0) return;
    if (heap.length < this.size) {
      heap.push(item);
      this.#up(heap.length - 1);
    } else if (this.#order(item, heap[0] as T) < 0) {
      heap[0] = item;
      this.#down();
    }
  }

  inOrder(): T[] {
    return this.#heap.toSorted(this.#order);
  }

  #up(from: number): void {
    const heap = this.#heap;
    for (let at = from; at > 0; ) {
      const parent = (at - 1) >>> 1;
      if (this.#order(heap[at] as T, heap[parent] as T) <= 0) return;
      this.#swap(at, parent);
      at = parent;
    }
  }

  #down(): void {
    const heap = this.#heap;
    for (let at = 0; ; ) {
      const left = 2 * at + 1;
      const right = left + 1;
      let last = at;
      if (left < heap.length && this.#order(heap[left] as T, heap[last] as T) > 0) last = left;
      if (right < heap.length && this.#order(heap[right] as T, heap[last] as T) > 0) last = right;
      if (last === at) return;
      this.#swap(at, last);
      at = last;
    }
  }

  #swap(a: number, b: number): void {
    const heap = this.#heap;
    const item = heap[a] as T;
    heap[a] = heap[b] as T;
    heap[b] = item;
  }
}
