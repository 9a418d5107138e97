import { getPriority, setPriority } from 'node:os';
import { isMainThread } from 'node:worker_threads';

/**
 * Raises the nice value of the calling thread to `nice` (1 to 19), so that other threads get the core first. Linux has
 * nice values per thread; elsewhere they apply to the whole process, so this does nothing there. The priority cannot be
 * raised again.
 */
export function lowerPriority(nice: number): void {
  if (isMainThread || process.platform !== 'linux') return;
  try {
    if (getPriority() < nice) setPriority(nice);
  } catch {
    // Not permitted here: all threads keep the same priority, as on other systems.
  }
}
