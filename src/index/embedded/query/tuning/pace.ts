import { postingsRead } from '../../segment/read-counters.ts';
import { POSTINGS_PAUSE } from './thresholds.ts';

/**
 * Says when work that reads postings has to yield. Work of other searches during a pause counts too, which only makes
 * the next pause come sooner.
 */
export class Pace {
  #left = POSTINGS_PAUSE;
  #read = postingsRead();

  /** Whether the postings read, and `terms` that were opened, since it was last true are enough for a pause. */
  isDue(terms: number): boolean {
    const read = postingsRead();
    this.#left -= read - this.#read + terms;
    this.#read = read;
    if (this.#left > 0) return false;
    this.#left = POSTINGS_PAUSE;
    return true;
  }
}
