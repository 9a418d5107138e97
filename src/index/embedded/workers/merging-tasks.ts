import type { TaskHandler } from '../../../threads/serve.ts';
import { standBack } from '../../../threads/thread-priority.ts';
import { inSlices } from '../runtime/time-slice.ts';
import { type SegmentParcel, segmentIn, segmentParcel } from './segment-envelope.ts';
import { type MergedImage, type MergePart, merge } from './segment-work.ts';

export interface MergeParcel {
  readonly parcel: SegmentParcel;
  readonly live: MergePart['live'];
}
export interface MergedParcel {
  readonly segment: SegmentParcel;
  readonly maps: MergedImage['maps'];
}

// Answers come first. Not after what is built for writes: merges would fall behind them.
standBack(10);

/** A generator: between two slices of time it hears whether it is still wanted. */
export const mergeTask: TaskHandler = ({ parts }: { parts: readonly MergeParcel[] }) =>
  inSlices(merged(parts));

function* merged(parts: readonly MergeParcel[]): Generator<void, MergedParcel> {
  const { segment, maps } = yield* merge(
    parts.map(({ parcel, live }) => ({ image: segmentIn(parcel), live })),
  );
  return { segment: segmentParcel(segment), maps };
}
