import type { TaskHandler } from '../../../threads/serve.ts';
import { lowerPriority } from '../../../threads/thread-priority.ts';
import type { SearchOutcome, SearchPlan } from '../../plan.ts';
import { searchSteps } from '../query/search.ts';
import type { Thresholds } from '../query/tuning/thresholds.ts';
import { SEARCH_SLICE, timeSliced } from '../runtime/time-slice.ts';
import { Snapshot } from '../snapshot/snapshot.ts';
import { type SnapshotMessage, SnapshotReplicas } from './snapshot-replicas.ts';

// Long searches come here. Short ones run on the main thread and come first.
lowerPriority(5);

const replicas = new SnapshotReplicas();

export const snapshotTask: TaskHandler = (message: SnapshotMessage) => replicas.add(message);

export interface SearchMessage {
  readonly generation: number;
  /** The oldest snapshot that may be searched, so that a client sees its own writes. */
  readonly number: number;
  readonly plan: SearchPlan;
  readonly thresholds: Thresholds;
  /** Further generations that are searched together with the first. */
  readonly others?: ReadonlyArray<{ readonly generation: number; readonly number: number }>;
}

/** A generator, so that searches of this thread take turns. */
export const searchTask: TaskHandler = (message: SearchMessage) => search(message);

function* search({ plan, thresholds, others = [], ...first }: SearchMessage): Generator<void, SearchOutcome> {
  const searched = [first, ...others].map(({ generation, number }) => replicas.get(generation, number));
  for (const replica of searched) replicas.begin(replica);
  try {
    const snapshot = Snapshot.union(searched.map((replica) => replica.snapshot));
    return yield* timeSliced(searchSteps(snapshot, plan, thresholds), SEARCH_SLICE);
  } finally {
    for (const replica of searched) replicas.end(replica);
  }
}

export const dropTask: TaskHandler = ({ keys }: { keys: readonly number[] }) => replicas.drop(keys);
