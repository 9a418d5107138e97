/**
 * Dropped bytes after which this thread collects its garbage. V8 does not count shared buffers, so a thread with little
 * other work would keep those of whole segments for minutes.
 */
const COLLECTED_AFTER = 32 * 2 ** 20;
/**
 * V8 begins to collect garbage when the buffers that it counts have grown by 64 MB. Unlike a call of `gc`, that keeps the
 * code that V8 has optimized for objects which no longer exist, such as those of a finished merge.
 */
const COUNTED = 80 * 2 ** 20;

let dropped = 0;

/** This thread no longer needs shared buffers of so many bytes. */
export function dropBuffers(bytes: number): void {
  dropped += bytes;
  if (dropped < COLLECTED_AFTER) return;
  dropped = 0;
  // After the current task has answered.
  setImmediate(collectGarbage);
}

function collectGarbage(): void {
  try {
    // Nothing is written to it, so it takes no memory.
    new ArrayBuffer(COUNTED);
  } catch {
    // V8 has collected all garbage before it gave up.
  }
}
