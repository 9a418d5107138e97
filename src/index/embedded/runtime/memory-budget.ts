/** Bytes of index that a byte of documents becomes at most, as a rule: what documents are admitted by. */
export const INDEX_BYTES_PER_DOCUMENT_BYTE = 2;
/** The part of the budget that work which can wait leaves to writes, which cannot. */
const LEFT_TO_WRITES = 1 / 8;
/**
 * By how much the budget may be exceeded for two things that would otherwise never happen again. What filled it has to
 * come back at the next start, though estimates were a little too small; and where small segments fill it,
 * only a merge makes room.
 */
const OVERDRAFT = 1 / 8;
/** The part of the budget up to which work is small: it need not leave anything to writes, and may overdraw. */
const SMALL = 1 / 16;

/** Bytes that somebody has. */
export interface Reservation {
  /** Gives some of them back: those that are counted elsewhere by now. */
  shrink(bytes: number): void;
  /** Gives back what is left of them; again it does nothing. */
  release(): void;
}

/**
 * What the index may hold in memory: a number of bytes, and who has which of them. Buffers that several threads look
 * at count until the last of them has let go.
 */
export class MemoryBudget {
  readonly limit: number;
  #used = 0;
  #waiting: Array<() => void> = [];

  constructor(budget: number) {
    this.limit = budget;
  }

  get used(): number {
    return this.#used;
  }

  fits(bytes: number): boolean {
    return this.#used + bytes <= this.limit;
  }

  /** Counts bytes that are there, or will be, whether they fit or not. */
  reserve(bytes: number): Reservation {
    this.#used += bytes;
    let left = bytes;
    const shrink = (by: number): void => {
      const given = Math.min(by, left);
      if (given === 0) return;
      left -= given;
      this.#used -= given;
      const waiting = this.#waiting;
      this.#waiting = [];
      for (const wake of waiting) wake();
    };
    return { shrink, release: () => shrink(left) };
  }

  /** Whether bytes fit that were there before the service stopped, and were admitted then. */
  fitsWithOverdraft(bytes: number): boolean {
    return this.#used + bytes <= this.limit * (1 + OVERDRAFT);
  }

  /** Whether work that can wait may begin. What takes nothing always may. */
  fitsWithHeadroom(bytes: number): boolean {
    if (bytes === 0 || this.fits(bytes + this.limit * LEFT_TO_WRITES)) return true;
    return bytes <= this.limit * SMALL && this.fitsWithOverdraft(bytes);
  }

  /** Takes bytes as soon as they fit amply. Rejects when `signal` says to give up. */
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
