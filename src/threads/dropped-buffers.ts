/**
 * Dropped bytes after which this thread collects its garbage. V8 does not count shared buffers, so a thread with little
 * other work would keep those of whole segments for minutes. Collecting a thread's heap takes some 10 ms, copying as many
 * bytes ten times as long.
 */
const COLLECTED_AFTER = 32 * 2 ** 20;

let dropped = 0;

/** This thread no longer needs shared buffers of so many bytes. */
export function dropBuffers(bytes: number): void {
  dropped += bytes;
  if (dropped < COLLECTED_AFTER) return;
  dropped = 0;
  // After the current task has answered. `bin/findling.js` makes V8 offer `gc`.
  setImmediate(() => globalThis.gc?.());
}
