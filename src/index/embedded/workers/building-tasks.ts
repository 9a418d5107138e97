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

// Answers come first, long ones too.
lowerPriority(10);

/** Segments of generations that nobody sees yet, on their way. */
const collecting = new Map<number, SegmentBuilder>();

// Documents go in without a pause: two pages of one collector must not mix.
export const buildTask: TaskHandler = ({
  recipe,
  documents,
}: {
  recipe: BuildSpec;
  documents: readonly SourceDocument[];
}) => builtEnvelope(runToCompletion(build(recipe, documents)));

interface Page {
  readonly key: number;
  readonly recipe: BuildSpec;
  readonly documents: readonly SourceDocument[];
}

export const collectTask: TaskHandler = ({ key, recipe, documents }: Page) => {
  const builder = collecting.get(key) ?? newBuilder(recipe);
  collecting.set(key, builder);
  runToCompletion(addAll(builder, recipe, documents));
};

export const sealTask: TaskHandler = ({ key, recipe, documents }: Page) => {
  const builder = collecting.get(key);
  // The thread died since, and with it what was collected.
  if (builder === undefined) throw new Error('the documents that were collected are gone');
  collecting.delete(key);
  runToCompletion(addAll(builder, recipe, documents));
  return timeSliced(sealedEnvelope(builder));
};

export const forgetTask: TaskHandler = ({ key }: { key: number }) => {
  collecting.delete(key);
};

function* sealedEnvelope(builder: SegmentBuilder): Generator<void, BuiltEnvelope> {
  return builtEnvelope(yield* sealed(builder));
}
