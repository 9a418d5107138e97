import { resultOf, type TaskOutcome } from '../api/task-outcome.ts';
import { parseOptions } from '../json/parse.ts';
import { limits } from '../limits.ts';
import { Slots } from '../threads/slots.ts';
import type { Thread } from '../threads/thread.ts';
import { takeTurn, yieldToEventLoop } from '../threads/turns.ts';

/** Parses the JSON of a body. */
export type JsonReading = (text: string) => Promise<unknown>;

/**
 * Parses small bodies at once and has large ones parsed by another thread, one at a time: this thread needs longer to
 * receive a value than the other to parse it, and would receive all that are ready in one turn of the event loop.
 */
export function readJson(parser: Pick<Thread, 'call'>): JsonReading {
  const slots = new Slots([1]);
  return async (text) => {
    if (text.length <= limits.smallBody) return parseOptions(text);
    const release = await slots.acquire();
    try {
      const outcome = await parser.call<TaskOutcome<unknown>>('parse', text);
      // Reading the options of a large body takes a while, too.
      await takeTurn();
      return resultOf(outcome);
    } finally {
      void yieldToEventLoop().then(release);
    }
  };
}
