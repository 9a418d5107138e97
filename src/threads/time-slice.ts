import { yieldToEventLoop } from './turns.ts';

/** How long work in many steps holds the event loop before it yields, in milliseconds. */
const SLICE = 2;

/**
 * For long work in many short steps: the returned function is called after each step and yields once per time slice.
 * Yielding after every step would starve the work while many requests run. It returns undefined where it does not yield,
 * so that work with very short steps need not wait for a promise after each.
 */
export function timeSlices(): () => Promise<void> | undefined {
  let began = performance.now();
  const pause = async (): Promise<void> => {
    await yieldToEventLoop();
    began = performance.now();
  };
  return () => (performance.now() - began < SLICE ? undefined : pause());
}
