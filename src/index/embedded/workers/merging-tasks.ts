import { standBack } from '../../../threads/politeness.ts';
import type { TaskHandler } from '../../../threads/serve.ts';
import { inSlices } from '../runtime/pace.ts';
import { type MergedImage, type MergePart, merge } from './building.ts';
import { type SegmentParcel, segmentIn, segmentParcel } from './parcels.ts';

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
