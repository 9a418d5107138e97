import type { TaskHandler } from '../../../threads/serve.ts';
import { lowerPriority } from '../../../threads/thread-priority.ts';
import type { SearchOutcome, SearchPlan } from '../../plan.ts';
import { searchSteps } from '../query/search.ts';
import { timeSliced } from '../runtime/time-slice.ts';
import { type SnapshotMessage, SnapshotReplicas } from './snapshot-replicas.ts';

// What comes here is long. Short searches are done where requests are read, and come first.
lowerPriority(5);

const mirror = new SnapshotReplicas();

export const viewTask: TaskHandler = (message: SnapshotMessage) => mirror.show(message);

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
    return yield* timeSliced(searchSteps(mirrored.snapshot, plan));
  } finally {
    mirror.end(mirrored);
  }
}

export const dropTask: TaskHandler = ({ keys }: { keys: readonly number[] }) => mirror.drop(keys);
