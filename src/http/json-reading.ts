import { resultOf, type TaskOutcome } from '../api/task-outcome.ts';
import { parseJson } from '../json/parse.ts';
import { limits } from '../limits.ts';
import type { Thread } from '../threads/thread.ts';

/** Parses the JSON of a body. */
export type JsonReading = (text: string) => Promise<unknown>;

/** Parses small bodies at once and has large ones parsed by another thread. */
export const readJson =
  (parser: Pick<Thread, 'call'>): JsonReading =>
  async (text) =>
    text.length > limits.smallBody
      ? resultOf(await parser.call<TaskOutcome<unknown>>('parse', text))
      : parseJson(text);
