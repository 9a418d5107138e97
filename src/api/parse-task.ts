import { parseLargeOptions } from '../json/parse.ts';
import { refused, type TaskOutcome } from './task-outcome.ts';

/** The task `parse`: parses a large body that is not one of documents. */
export function parseTask(text: string): TaskOutcome<unknown> {
  try {
    return { result: parseLargeOptions(text) };
  } catch (error) {
    return refused(error);
  }
}
