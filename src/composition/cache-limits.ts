import type { Config } from '../config.ts';
import { builderCount } from './build-memory.ts';

/**
 * The part of FINDLING_MEMORY that caches may take, in all threads together. Half of the overdraft that a start is
 * allowed, so that an index which filled its memory before caches were counted still opens.
 */
const SHARE = 1 / 16;
/** All caches of a thread together are bounded by less than this anyway. */
const MOST_PER_THREAD = 64 * 2 ** 20;

/** Bytes that caches may take. */
export interface CacheLimits {
  readonly mainThread: number;
  readonly otherThread: number;
  readonly total: number;
}

/**
 * Half of the share is for the main thread, which has every cache; workers, builders and the merger divide the
 * rest evenly.
 */
export function cacheLimits(
  { memory, workers }: Pick<Config, 'memory' | 'workers'>,
  builders = builderCount({ memory }),
): CacheLimits {
  const half = (memory * SHARE) / 2;
  const threads = workers + builders + 1;
  const mainThread = Math.min(MOST_PER_THREAD, Math.floor(half));
  const otherThread = Math.min(MOST_PER_THREAD, Math.floor(half / threads));
  return { mainThread, otherThread, total: mainThread + threads * otherThread };
}
