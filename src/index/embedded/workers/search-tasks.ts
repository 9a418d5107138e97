import type { TaskHandler } from '../../../threads/serve.ts';
import { lowerPriority } from '../../../threads/thread-priority.ts';
import type { SearchOutcome, SearchPlan } from '../../plan.ts';
import { searchSteps } from '../query/search.ts';
import { timeSliced } from '../runtime/time-slice.ts';
import { Snapshot } from '../snapshot/snapshot.ts';
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
  /** Further generations that are searched together with the first. */
  readonly others?: ReadonlyArray<{ readonly generation: number; readonly number: number }>;
}

/** A generator: between two slices of time other searches of this thread get their turn. */
export const searchTask: TaskHandler = (message: SearchMessage) => search(message);

function* search({ plan, others = [], ...first }: SearchMessage): Generator<void, SearchOutcome> {
  const replicas = [first, ...others].map(({ generation, number }) => mirror.get(generation, number));
  for (const replica of replicas) mirror.begin(replica);
  try {
    const snapshot = Snapshot.union(replicas.map((replica) => replica.snapshot));
    return yield* timeSliced(searchSteps(snapshot, plan));
  } finally {
    for (const replica of replicas) mirror.end(replica);
  }
}

export const dropTask: TaskHandler = ({ keys }: { keys: readonly number[] }) => mirror.drop(keys);
