import type { SegmentState } from '../snapshot/live-segment.ts';

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
 * first: it frees memory, for which others may have to wait. Then comes the longest run of segments whose sizes do not
 * fall: under writes without pause there are always new small ones, and larger ones get their turn when they are more.
 * More than the fewest are taken only while `isAffordable`.
 */
export function nextMerge(
  states: readonly SegmentState[],
  isAffordable: (inputs: readonly SegmentState[]) => boolean = () => true,
): readonly SegmentState[] | undefined {
  const halfDead = states.find((state) => isWorthRewriting(state) && freesMemory([state]));
  if (halfDead !== undefined) return [halfDead];
  const run = runsOf(states).find((one) => isWithinBounds(one.slice(-MERGE_FACTOR)));
  return run && newestOf(run, isAffordable);
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

/** Neighbours none of which is of a lower tier than the first, the most first, then the newest. */
function runsOf(states: readonly SegmentState[]): Array<readonly SegmentState[]> {
  const tiers = states.map(tier);
  const runs: Array<readonly SegmentState[]> = [];
  for (let from = states.length - MERGE_FACTOR; from >= 0; from--) {
    let to = from + 1;
    while (to < states.length && (tiers[to] as number) >= (tiers[from] as number)) to++;
    if (to - from >= MERGE_FACTOR) runs.push(states.slice(from, to));
  }
  return runs.sort((a, b) => b.length - a.length);
}

/** The newest of a run; those before them come along in one go, as many as are good for one merge. */
function newestOf(
  run: readonly SegmentState[],
  isAffordable: (inputs: readonly SegmentState[]) => boolean,
): readonly SegmentState[] {
  let newest = run.slice(-MERGE_FACTOR);
  while (newest.length < Math.min(MOST_AT_ONCE, run.length)) {
    const more = run.slice(-newest.length - 1);
    if (!isWithinBounds(more) || !isAffordable(more)) break;
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
