/** Estimate for documents that were admitted once: a byte of them rarely becomes more than this many bytes of index. */
export const INDEX_BYTES_PER_DOCUMENT_BYTE = 2;
/** The same for admission, where hostile documents count: it is seven if all their words differ. */
export const MOST_INDEX_BYTES_PER_DOCUMENT_BYTE = 8;
/** Share of the budget that deferrable work leaves free for writes. */
const HEADROOM = 1 / 8;
/**
 * Share by which the budget may be exceeded in two cases that would otherwise be stuck: an index that filled the budget
 * must load again at the next start although estimates were a little low, and where small segments fill the budget only
 * a merge frees memory.
 */
const OVERDRAFT = 1 / 8;
/** Work of at most this share of the budget needs no headroom and may overdraw. */
const SMALL = 1 / 16;

/** Bytes that count as used until they are released. */
export interface Reservation {
  /** Releases some of the bytes, because another reservation counts them now. */
  shrink(bytes: number): void;
  /** Releases the rest. Calling it again does nothing. */
  release(): void;
}

/**
 * Admission control for the memory of the index. It counts reservations against a limit; a buffer that several threads
 * share counts once, until the last of them has dropped it.
 */
export class MemoryBudget {
  readonly limit: number;
  #used = 0;
  #waiting: Array<() => void> = [];

  constructor(limit: number) {
    this.limit = limit;
  }

  get used(): number {
    return this.#used;
  }

  fits(bytes: number): boolean {
    return this.#used + bytes <= this.limit;
  }

  /** Reserves bytes unconditionally, even beyond the limit. */
  reserve(bytes: number): Reservation {
    this.#used += bytes;
    let left = bytes;
    const shrink = (by: number): void => {
      const released = Math.min(by, left);
      if (released === 0) return;
      left -= released;
      this.#used -= released;
      const waiting = this.#waiting;
      this.#waiting = [];
      for (const wake of waiting) wake();
    };
    return { shrink, release: () => shrink(left) };
  }

  /** Whether bytes fit that were admitted before the service was restarted. */
  fitsWithOverdraft(bytes: number): boolean {
    return this.#used + bytes <= this.limit * (1 + OVERDRAFT);
  }

  /** Whether deferrable work may begin. Work that takes no memory always may. */
  fitsWithHeadroom(bytes: number): boolean {
    if (bytes === 0 || this.fits(bytes + this.limit * HEADROOM)) return true;
    return bytes <= this.limit * SMALL && this.fitsWithOverdraft(bytes);
  }

  /** Reserves bytes as soon as they fit with headroom. Rejects when `signal` is aborted. */
  async reserveWhenAvailable(bytes: number, signal?: AbortSignal): Promise<Reservation> {
    while (!this.fitsWithHeadroom(bytes)) {
      signal?.throwIfAborted();
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      const giveUp = () => reject(signal?.reason);
      signal?.addEventListener('abort', giveUp, { once: true });
      this.#waiting.push(resolve);
      try {
        await promise;
      } finally {
        signal?.removeEventListener('abort', giveUp);
      }
    }
    signal?.throwIfAborted();
    return this.reserve(bytes);
  }
}
