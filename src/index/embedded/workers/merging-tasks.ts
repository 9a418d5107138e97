import { dropBuffers } from '../../../threads/dropped-buffers.ts';
import type { TaskHandler } from '../../../threads/serve.ts';
import { lowerPriority } from '../../../threads/thread-priority.ts';
import { timeSliced } from '../runtime/time-slice.ts';
import { fromEnvelope, type SegmentEnvelope, toEnvelope } from './segment-envelope.ts';
import { type MergedImage, type MergePart, merge } from './segment-work.ts';

export interface MergeEnvelope {
  readonly envelope: SegmentEnvelope;
  readonly liveDocs: MergePart['liveDocs'];
}
export interface MergedEnvelope {
  readonly segment: SegmentEnvelope;
  readonly maps: MergedImage['maps'];
}

// Searches come first. Builds do not: with a lower priority than theirs merges would fall behind.
lowerPriority(10);

/** A generator, so that it can be cancelled between two time slices. */
export const mergeTask: TaskHandler = ({ parts }: { parts: readonly MergeEnvelope[] }) =>
  timeSliced(merged(parts));

function* merged(parts: readonly MergeEnvelope[]): Generator<void, MergedEnvelope> {
  const { segment, maps } = yield* merge(
    parts.map(({ envelope, liveDocs }) => ({ image: fromEnvelope(envelope), liveDocs })),
  );
  dropBuffers(
    parts.reduce((sum, { envelope }) => sum + envelope.buffer.byteLength, segment.buffer.byteLength),
  );
  return { segment: toEnvelope(segment), maps };
}
