import type { TaskHandler } from '../../../threads/serve.ts';
import { standBack } from '../../../threads/thread-priority.ts';
import { atOnce, inSlices } from '../runtime/time-slice.ts';
import type { SegmentBuilder } from '../segment/segment-builder.ts';
import { type SegmentParcel, segmentParcel } from './segment-envelope.ts';
import { addAll, type Built, build, type NewText, newBuilder, type Recipe, sealed } from './segment-work.ts';

export interface BuiltParcel {
  readonly segment: SegmentParcel;
}
const builtParcel = ({ segment }: Built): BuiltParcel => ({ segment: segmentParcel(segment) });

// Answers come first, long ones too.
standBack(10);

/** Segments of generations that nobody sees yet, on their way. */
const collecting = new Map<number, SegmentBuilder>();

// Documents go in without a pause: two pages of one collector must not mix.
export const buildTask: TaskHandler = ({
  recipe,
  documents,
}: {
  recipe: Recipe;
  documents: readonly NewText[];
}) => builtParcel(atOnce(build(recipe, documents)));

interface Page {
  readonly key: number;
  readonly recipe: Recipe;
  readonly documents: readonly NewText[];
}

export const collectTask: TaskHandler = ({ key, recipe, documents }: Page) => {
  const builder = collecting.get(key) ?? newBuilder(recipe);
  collecting.set(key, builder);
  atOnce(addAll(builder, recipe, documents));
};

export const sealTask: TaskHandler = ({ key, recipe, documents }: Page) => {
  const builder = collecting.get(key);
  // The thread died since, and with it what was collected.
  if (builder === undefined) throw new Error('the documents that were collected are gone');
  collecting.delete(key);
  atOnce(addAll(builder, recipe, documents));
  return inSlices(sealedParcel(builder));
};

export const forgetTask: TaskHandler = ({ key }: { key: number }) => {
  collecting.delete(key);
};

function* sealedParcel(builder: SegmentBuilder): Generator<void, BuiltParcel> {
  return builtParcel(yield* sealed(builder));
}
