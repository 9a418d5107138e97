import { getPriority, setPriority } from 'node:os';
import { isMainThread } from 'node:worker_threads';

/**
 * Lets others go first where they want the same core: `steps` from 1 to 19. Linux takes this for the calling thread
 * alone; elsewhere it would be the whole process, which gains nothing, and is left. There is no way back.
 */
export function lowerPriority(steps: number): void {
  if (isMainThread || process.platform !== 'linux') return;
  try {
    if (getPriority() < steps) setPriority(steps);
  } catch {
    // Where it is not allowed all threads are alike, as they are elsewhere.
  }
}
