/** The seed of a random test: SEED from the environment, or a new one. Always printed. */
export function announcedSeed(name: string): number {
  const seed = Number(process.env.SEED ?? Math.floor(Math.random() * 2 ** 31));
  process.stdout.write(`${name}: seed ${seed} (repeat with SEED=${seed})\n`);
  return seed;
}

/**
 * How often a random test repeats itself: `usual` times, a tenth of that in the quick run, or as the variable of the
 * environment says, which `npm run campaign` sets.
 */
export function repetitions(variable: string, usual: number): number {
  const isQuick = process.env.QUICK === 'on';
  return Number(process.env[variable] ?? (isQuick ? Math.ceil(usual / 10) : usual));
}

/** A pseudo-random number generator (mulberry32): the same seed gives the same sequence. */
export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** At least 0 and below 1. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let t = this.#state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  }

  /** An integer of at least 0 and below `below`. */
  below(below: number): number {
    return Math.floor(this.next() * below);
  }

  pick<T>(items: readonly T[]): T {
    return items[this.below(items.length)] as T;
  }
}
