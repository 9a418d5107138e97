import type { SegmentState } from './segment-state.ts';

/** Neighbouring segments of like size that are made into one. */
const MERGE_FACTOR = 4;
const MOST_AT_ONCE = 64;
/** A merged segment is no larger than this, so that a merge needs no more memory than a machine has. */
const MOST_DOCUMENTS = 4_000_000;
const MOST_BYTES = 2 ** 30;
/** A segment of at least this size, in documents or bytes, is written anew when less than half of it lives. */
const WORTH_REWRITING = 512;
const WORTH_REWRITING_BYTES = 2 ** 17;

const tier = (state: SegmentState): number =>
  Math.floor(Math.log(Math.max(state.liveCount, 1)) / Math.log(MERGE_FACTOR));

/**
 * The neighbouring segments that should be merged next; undefined if there are none. One that is written anew comes
 * first: it frees memory, for which others may have to wait. More than the fewest are taken only while `isAffordable`.
 */
export function nextMerge(
  states: readonly SegmentState[],
  isAffordable: (inputs: readonly SegmentState[]) => boolean = () => true,
): readonly SegmentState[] | undefined {
  const halfDead = states.find((state) => isWorthRewriting(state) && freesMemory([state]));
  if (halfDead !== undefined) return [halfDead];
  const fewest = states.slice(-MERGE_FACTOR);
  return isOutOfOrder(fewest) && isWithinBounds(fewest) ? withThoseBefore(states, isAffordable) : undefined;
}

/**
 * What is worth merging while nobody writes: the newest segments, from the first on that is less than twice as large as
 * all behind it. What is left is few segments of falling size: less to look through for every search, and words that
 * all segments have are kept fewer times. Under writes that would be too much work for what it brings.
 */
export function restingMerge(states: readonly SegmentState[]): readonly SegmentState[] | undefined {
  let behind = 0;
  let from = states.length;
  for (let i = states.length - 1; i >= 0; i--) {
    const { liveCount } = states[i] as SegmentState;
    if (behind > 0 && !isWithinBounds(states.slice(i))) break;
    if (liveCount < 2 * behind) from = i;
    behind += liveCount;
  }
  return from < states.length ? states.slice(from) : undefined;
}

const isWorthRewriting = ({ segment }: SegmentState): boolean =>
  segment.docCount >= WORTH_REWRITING || segment.sections.byteLength >= WORTH_REWRITING_BYTES;

/** Bytes that segments take, and what those that live have of them. */
export function mergeSize(states: readonly SegmentState[]): { readonly all: number; readonly live: number } {
  let all = 0;
  let live = 0;
  for (const { liveCount, segment } of states) {
    const { byteLength } = segment.sections;
    all += byteLength;
    live += (byteLength * liveCount) / segment.docCount;
  }
  return { all, live };
}

/** Whether a merge gives back more than it makes. */
export function freesMemory(states: readonly SegmentState[]): boolean {
  const { all, live } = mergeSize(states);
  return live * 2 < all;
}

/** Whether there are enough segments, and none is of a lower tier than the first: sizes then do not fall from old to new. */
function isOutOfOrder(newest: readonly SegmentState[]): boolean {
  if (newest.length < MERGE_FACTOR) return false;
  const least = tier(newest[0] as SegmentState);
  return newest.every((state) => tier(state) >= least);
}

/** The newest segments; after a rush of writes those of the same tier before them come along, in one go. */
function withThoseBefore(
  states: readonly SegmentState[],
  isAffordable: (inputs: readonly SegmentState[]) => boolean,
): readonly SegmentState[] {
  let newest = states.slice(-MERGE_FACTOR);
  const least = tier(newest[0] as SegmentState);
  while (newest.length < Math.min(MOST_AT_ONCE, states.length)) {
    const more = states.slice(-newest.length - 1);
    const isAlike = tier(more[0] as SegmentState) === least;
    if (!isAlike || !isWithinBounds(more) || !isAffordable(more)) break;
    newest = more;
  }
  return newest;
}

function isWithinBounds(states: readonly SegmentState[]): boolean {
  let documents = 0;
  let bytes = 0;
  for (const { liveCount, segment } of states) {
    documents += liveCount;
    bytes += segment.sections.byteLength;
  }
  return documents <= MOST_DOCUMENTS && bytes <= MOST_BYTES;
}
