import { flatCopy } from './flat-copy.ts';

/** Words in one of the two generations. */
const GENERATION = 1 << 15;

/**
 * A bounded memory of stems: two generations, of which the older goes when the younger is full. A word that is still
 * asked for moves over, so frequent words stay. At most 2 · GENERATION words, some 8 MB.
 */
export class RecentStems {
  #young = new Map<string, string>();
  #old = new Map<string, string>();

  get(word: string): string | undefined {
    const stem = this.#young.get(word);
    if (stem !== undefined) return stem;
    const older = this.#old.get(word);
    if (older !== undefined) this.set(word, older);
    return older;
  }

  set(word: string, stem: string): void {
    if (this.#young.size >= GENERATION) {
      this.#old = this.#young;
      this.#young = new Map();
    }
    this.#young.set(flatCopy(word), stem);
  }
}
