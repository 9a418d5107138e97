import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { IndexUnavailable } from '../index/port.ts';
import { StoreUnavailable } from '../store/port.ts';
import { WaitEnded } from './database.ts';

/** Pauses between two attempts, and between two sentences about them, in milliseconds. */
const TRY_EVERY = 1000;
const SAY_EVERY = 5000;

export interface StepOptions {
  readonly log: Logger;
  /** Ends the start. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Runs a step of the start, and again as long as the store or the index cannot be reached: what was there at the beginning
 * of the start may be away for a while. The step must be one that can be repeated after it has failed halfway.
 */
export async function startStep<T>(step: () => Promise<T>, { log, signal }: StepOptions): Promise<T> {
  for (let saidAt = Number.NEGATIVE_INFINITY; ; ) {
    try {
      return await step();
    } catch (error) {
      if (!(error instanceof StoreUnavailable || error instanceof IndexUnavailable)) throw error;
      if (performance.now() - saidAt >= SAY_EVERY) {
        saidAt = performance.now();
        log.warn(`The start waits and tries again: ${error.message}`);
      }
    }
    await sleep(TRY_EVERY, undefined, { signal }).catch(() => {
      throw new WaitEnded('the start was ended before the database or the search index could be reached');
    });
  }
}
