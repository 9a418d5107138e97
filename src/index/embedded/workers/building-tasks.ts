import type { TaskHandler } from '../../../threads/serve.ts';
import { lowerPriority } from '../../../threads/thread-priority.ts';
import { runToCompletion, timeSliced } from '../runtime/time-slice.ts';
import type { SegmentBuilder } from '../segment/segment-builder.ts';
import { type SegmentEnvelope, toEnvelope } from './segment-envelope.ts';
import {
  addAll,
  type BuildSpec,
  type Built,
  build,
  newBuilder,
  type SourceDocument,
  sealed,
} from './segment-work.ts';

export interface BuiltEnvelope {
  readonly segment: SegmentEnvelope;
}
const builtEnvelope = ({ segment }: Built): BuiltEnvelope => ({ segment: toEnvelope(segment) });

// Searches come first, long ones too.
lowerPriority(10);

/** Unfinished segments of unpublished generations. */
const collecting = new Map<number, SegmentBuilder>();

// Documents are added without yielding: two batches of one segment must not mix.
export const buildTask: TaskHandler = ({
  spec,
  documents,
}: {
  spec: BuildSpec;
  documents: readonly SourceDocument[];
}) => builtEnvelope(runToCompletion(build(spec, documents)));

interface DocumentBatch {
  readonly key: number;
  readonly spec: BuildSpec;
  readonly documents: readonly SourceDocument[];
}

export const collectTask: TaskHandler = ({ key, spec, documents }: DocumentBatch) => {
  const builder = collecting.get(key) ?? newBuilder(spec);
  collecting.set(key, builder);
  runToCompletion(addAll(builder, spec, documents));
};

export const sealTask: TaskHandler = ({ key, spec, documents }: DocumentBatch) => {
  const builder = collecting.get(key);
  // The thread has been restarted since the documents were sent.
  if (builder === undefined) throw new Error('the collected documents are lost');
  collecting.delete(key);
  runToCompletion(addAll(builder, spec, documents));
  return timeSliced(sealedEnvelope(builder));
};

export const forgetTask: TaskHandler = ({ key }: { key: number }) => {
  collecting.delete(key);
};

function* sealedEnvelope(builder: SegmentBuilder): Generator<void, BuiltEnvelope> {
  return builtEnvelope(yield* sealed(builder));
}
