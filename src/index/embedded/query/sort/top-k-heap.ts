import { mergeSorted } from './merge-sort.ts';

/**
 * Top-k heap: a bounded binary heap (Williams, "Algorithm 232: Heapsort", 1964) that holds the first `size` of all
 * items offered. The root is the last of them in the order, so one comparison rejects most items.
 * Cost: one comparison for a rejected item, O(log size) for another.
 */
export class TopKHeap<T> {
  readonly #heap: T[] = [];
  /** The capacity. */
  readonly size: number;
  readonly #order: (a: T, b: T) => number;

  constructor(size: number, order: (a: T, b: T) => number) {
    this.size = size;
    this.#order = order;
  }

  /** The last item in the order, once the heap is full: items that sort after it need not be offered. */
  get bound(): T | undefined {
    return this.#heap.length < this.size ? undefined : this.#heap[0];
  }

  /** The first item in the order; undefined if there is none. Cost: one comparison per item. */
  get first(): T | undefined {
    let first = this.#heap[0];
    for (const item of this.#heap) if (this.#order(item, first as T) < 0) first = item;
    return first;
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

  sorted(): T[] {
    return this.#heap.toSorted(this.#order);
  }

  /** The same for a large heap. It yields. */
  sortedInSteps(): Generator<void, T[]> {
    return mergeSorted(this.#heap, this.#order);
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
