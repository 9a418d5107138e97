import { yieldToEventLoop } from '../../../threads/turns.ts';

/*
 * Cooperative scheduling: long work is a generator that yields often, and runs in slices of time. Between two slices
 * the event loop runs, so that requests and messages are served.
 */

/** Length of a slice in milliseconds. */
const SLICE = 4;

/** The same for searches: requests and other searches of the thread wait for a slice at each of their turns. */
export const SEARCH_SLICE = 1;

/** The same for background work, and the pause after each of its slices. */
const BACKGROUND_SLICE = 1;
const BACKGROUND_PAUSE = 3;

/** Yields once per slice instead of once per step: a turn of the event loop costs more than a step. */
export function* timeSliced<T>(steps: Iterator<void, T>, slice = SLICE): Generator<void, T> {
  let since = performance.now();
  for (let step = steps.next(); ; step = steps.next()) {
    if (step.done) return step.value;
    if (performance.now() - since < slice) continue;
    yield;
    since = performance.now();
  }
}

/** Runs a generator to its end without yielding to the event loop. */
export function runToCompletion<T>(steps: Iterator<void, T>): T {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

/** Runs a generator on this thread and yields to the event loop after each slice. */
export const runTimeSliced = <T>(steps: Iterator<void, T>, signal?: AbortSignal): Promise<T> =>
  run(timeSliced(steps), yieldToEventLoop, signal);

/** Runs the remaining slices of work whose first slice has run. */
export async function runRemainingSlices<T>(slices: Iterator<void, T>, signal?: AbortSignal): Promise<T> {
  await yieldToEventLoop();
  return run(slices, yieldToEventLoop, signal);
}

/**
 * As `runTimeSliced`, for work that no request waits for. A request takes several turns of the event loop and would
 * wait for one slice at each of them, so slices are short and pauses long enough for a request.
 */
export const runInBackground = <T>(steps: Iterator<void, T>, signal?: AbortSignal): Promise<T> =>
  run(
    timeSliced(steps, BACKGROUND_SLICE),
    () => new Promise((resolve) => setTimeout(resolve, BACKGROUND_PAUSE)),
    signal,
  );

async function run<T>(
  slices: Iterator<void, T>,
  pause: () => Promise<void>,
  signal: AbortSignal | undefined,
): Promise<T> {
  for (;;) {
    signal?.throwIfAborted();
    const step = slices.next();
    if (step.done) return step.value;
    await pause();
  }
}
