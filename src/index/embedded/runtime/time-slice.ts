import { yieldToEventLoop } from '../../../threads/time-slice.ts';

/** How long a piece of work keeps a thread before others get a turn, in milliseconds. */
const SLICE = 4;

/** The same for work that nobody waits for, and how long others then have the thread to themselves. */
const SHORT_SLICE = 1;
const PAUSE = 3;

/** Passes the pauses of a generator on only when a slice of time is over: a turn of the loop costs more than a step. */
export function* timeSliced<T>(steps: Iterator<void, T>, slice = SLICE): Generator<void, T> {
  let since = performance.now();
  for (let step = steps.next(); ; step = steps.next()) {
    if (step.done) return step.value;
    if (performance.now() - since < slice) continue;
    yield;
    since = performance.now();
  }
}

/** Runs a generator to its end without a pause. */
export function runToCompletion<T>(steps: Iterator<void, T>): T {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

/** Runs a generator on this thread, letting others in once a slice. */
export const runTimeSliced = <T>(steps: Iterator<void, T>, signal?: AbortSignal): Promise<T> =>
  paced(timeSliced(steps), yieldToEventLoop, signal);

/**
 * The same behind the back of everybody. A request takes several turns of the loop, and would wait for a slice at each
 * of them: so slices are short, and there are pauses long enough for a request.
 */
export const runInBackground = <T>(steps: Iterator<void, T>, signal?: AbortSignal): Promise<T> =>
  paced(timeSliced(steps, SHORT_SLICE), () => new Promise((resolve) => setTimeout(resolve, PAUSE)), signal);

async function paced<T>(
  slices: Iterator<void, T>,
  pause: () => Promise<void>,
  signal: AbortSignal | undefined,
): Promise<T> {
  for (;;) {
    const step = slices.next();
    if (step.done) return step.value;
    await pause();
    signal?.throwIfAborted();
  }
}
