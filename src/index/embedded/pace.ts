/** How long a piece of work keeps a thread before others get a turn, in milliseconds. */
const SLICE = 4;

/** Passes the pauses of a generator on only when a slice of time is over: a turn of the loop costs more than a step. */
export function* inSlices<T>(steps: Iterator<void, T>): Generator<void, T> {
  let since = performance.now();
  for (let step = steps.next(); ; step = steps.next()) {
    if (step.done) return step.value;
    if (performance.now() - since < SLICE) continue;
    yield;
    since = performance.now();
  }
}

/** Runs a generator to its end without a pause. */
export function atOnce<T>(steps: Iterator<void, T>): T {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

/** Runs a generator on this thread, letting others in once a slice. */
export async function between<T>(steps: Iterator<void, T>, signal?: AbortSignal): Promise<T> {
  const sliced = inSlices(steps);
  for (;;) {
    const step = sliced.next();
    if (step.done) return step.value;
    await new Promise((resolve) => setImmediate(resolve));
    signal?.throwIfAborted();
  }
}
