import type { TaskHandler } from '../../../threads/serve.ts';
import { standBack } from '../../../threads/thread-priority.ts';
import type { SearchOutcome, SearchPlan } from '../../plan.ts';
import { searchSteps } from '../query/search.ts';
import { inSlices } from '../runtime/time-slice.ts';
import { Mirror, type ViewMessage } from './snapshot-replicas.ts';

// What comes here is long. Short searches are done where requests are read, and come first.
standBack(5);

const mirror = new Mirror();

export const viewTask: TaskHandler = (message: ViewMessage) => mirror.show(message);

export interface SearchMessage {
  readonly generation: number;
  /** The oldest view that will do: one's own write is always seen. */
  readonly number: number;
  readonly plan: SearchPlan;
}

/** A generator: between two slices of time other searches of this thread get their turn. */
export const searchTask: TaskHandler = (message: SearchMessage) => search(message);

function* search({ generation, number, plan }: SearchMessage): Generator<void, SearchOutcome> {
  const mirrored = mirror.get(generation, number);
  mirror.begin(mirrored);
  try {
    return yield* inSlices(searchSteps(mirrored.view, plan));
  } finally {
    mirror.end(mirrored);
  }
}

export const dropTask: TaskHandler = ({ keys }: { keys: readonly number[] }) => mirror.drop(keys);
