import { yieldToEventLoop } from './turns.ts';

/** How long work in many steps holds the event loop before it yields, in milliseconds. */
const SLICE = 2;

/**
 * For long work in many short steps: the returned function is called after each step and yields once per time slice.
 * Yielding after every step would starve the work while many requests run.
 */
export function timeSlices(): () => Promise<void> {
  let began = performance.now();
  return async () => {
    if (performance.now() - began < SLICE) return;
    await yieldToEventLoop();
    began = performance.now();
  };
}
