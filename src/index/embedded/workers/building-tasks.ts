import type { TaskHandler } from '../../../threads/serve.ts';
import { atOnce, inSlices, LONG_SLICE } from '../pace.ts';
import type { SegmentImage } from '../segment/segment.ts';
import type { SegmentBuilder } from '../segment/segment-builder.ts';
import type { RunImage } from '../vocabulary.ts';
import {
  addAll,
  build,
  joinRuns,
  type MergePart,
  merge,
  type NewText,
  newBuilder,
  type Recipe,
  sealed,
  spell,
} from './building.ts';

/** Segments of generations that nobody sees yet, on their way. */
const collecting = new Map<number, SegmentBuilder>();

// Documents go in without a pause: two pages of one collector must not mix.
export const buildTask: TaskHandler = ({
  recipe,
  documents,
}: {
  recipe: Recipe;
  documents: readonly NewText[];
}) => atOnce(build(recipe, documents));

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
  return inSlices(sealed(builder));
};

export const forgetTask: TaskHandler = ({ key }: { key: number }) => {
  collecting.delete(key);
};

export const mergeTask: TaskHandler = ({ parts }: { parts: readonly MergePart[] }) =>
  inSlices(merge(parts), LONG_SLICE);

export const spellTask: TaskHandler = ({ images }: { images: readonly SegmentImage[] }) =>
  inSlices(spell(images), LONG_SLICE);

export const joinTask: TaskHandler = ({ images }: { images: readonly RunImage[] }) =>
  inSlices(joinRuns(images), LONG_SLICE);
