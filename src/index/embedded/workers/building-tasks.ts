import type { TaskHandler } from '../../../threads/serve.ts';
import { lowerPriority } from '../../../threads/thread-priority.ts';
import { runToCompletion, timeSliced } from '../runtime/time-slice.ts';
import type { SegmentBuilder } from '../segment/segment-builder.ts';
import { type SegmentEnvelope, toEnvelope } from './segment-envelope.ts';
import { addAll, type BuildSpec, build, newBuilder, type SourceDocument, sealed } from './segment-work.ts';

// Searches come first, long ones too.
lowerPriority(10);

/** Unfinished segments. */
const collecting = new Map<number, SegmentBuilder>();

interface DocumentBatch {
  readonly spec: BuildSpec;
  readonly documents: readonly SourceDocument[];
}

/** Documents of a segment that is sealed later. */
interface CollectedBatch extends DocumentBatch {
  readonly key: number;
}

// Documents are added without yielding: two batches of one segment must not mix.
export const buildTask: TaskHandler = ({
  memory,
  spec,
  documents,
}: DocumentBatch & { readonly memory: number }): SegmentEnvelope[] =>
  runToCompletion(build(memory, spec, documents)).map(toEnvelope);

/** Returns the memory that the segment takes so far. */
export const collectTask: TaskHandler = ({ key, spec, documents }: CollectedBatch): number => {
  const builder = collecting.get(key) ?? newBuilder(spec);
  collecting.set(key, builder);
  addAll(builder, spec, documents);
  return builder.workingMemory;
};

export const sealTask: TaskHandler = ({ key, spec, documents }: CollectedBatch) => {
  const builder = collecting.get(key);
  // The thread has been restarted since the documents were sent.
  if (builder === undefined) throw new Error('the collected documents are lost');
  collecting.delete(key);
  addAll(builder, spec, documents);
  return timeSliced(sealedEnvelope(builder));
};

export const forgetTask: TaskHandler = ({ key }: { key: number }) => {
  collecting.delete(key);
};

function* sealedEnvelope(builder: SegmentBuilder): Generator<void, SegmentEnvelope> {
  return toEnvelope(yield* sealed(builder));
}
