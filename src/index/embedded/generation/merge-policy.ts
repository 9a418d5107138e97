import type { SegmentReader } from '../snapshot/segment-reader.ts';

/** Neighbouring segments of like size that are made into one. */
const MERGE_FACTOR = 4;
const MOST_AT_ONCE = 64;
/** A merged segment is no larger than this, so that a merge needs no more memory than a machine has. */
const MOST_DOCUMENTS = 4_000_000;
const MOST_BYTES = 2 ** 30;
/** A segment of at least this size, in documents or bytes, is written anew when less than half of it lives. */
const WORTH_REWRITING = 512;
const WORTH_REWRITING_BYTES = 2 ** 17;

const tier = (reader: SegmentReader): number =>
  Math.floor(Math.log(Math.max(reader.liveCount, 1)) / Math.log(MERGE_FACTOR));

/**
 * The neighbouring segments that should be merged next; undefined if there are none. One that is written anew comes
 * first: it frees memory, for which others may have to wait. Then comes the longest run of segments whose sizes do not
 * fall: under writes without pause there are always new small ones, and larger ones get their turn when they are more.
 * More than the fewest are taken only while `isAffordable`.
 */
export function nextMerge(
  readers: readonly SegmentReader[],
  isAffordable: (inputs: readonly SegmentReader[]) => boolean = () => true,
): readonly SegmentReader[] | undefined {
  const halfDead = readers.find((reader) => isWorthRewriting(reader) && freesMemory([reader]));
  if (halfDead !== undefined) return [halfDead];
  const run = runsOfLikeSize(readers).find((one) => isWithinBounds(one.slice(-MERGE_FACTOR)));
  return run && newestOf(run, isAffordable);
}

/**
 * What is worth merging while nobody writes: the newest segments, from the first on that is less than twice as large as
 * all behind it. What is left is few segments of falling size: less to look through for every search, and words that
 * all segments have are kept fewer times. Under writes that would be too much work for what it brings.
 */
export function idleMerge(readers: readonly SegmentReader[]): readonly SegmentReader[] | undefined {
  let behind = 0;
  let from = readers.length;
  for (let i = readers.length - 1; i >= 0; i--) {
    const { liveCount } = readers[i] as SegmentReader;
    if (behind > 0 && !isWithinBounds(readers.slice(i))) break;
    if (liveCount < 2 * behind) from = i;
    behind += liveCount;
  }
  return from < readers.length ? readers.slice(from) : undefined;
}

const isWorthRewriting = ({ segment }: SegmentReader): boolean =>
  segment.docCount >= WORTH_REWRITING || segment.sections.byteLength >= WORTH_REWRITING_BYTES;

/** Bytes that segments take, and what those that live have of them. */
export function mergeSize(readers: readonly SegmentReader[]): {
  readonly all: number;
  readonly live: number;
} {
  let all = 0;
  let live = 0;
  for (const { liveCount, segment } of readers) {
    const { byteLength } = segment.sections;
    all += byteLength;
    live += (byteLength * liveCount) / segment.docCount;
  }
  return { all, live };
}

/** Whether a merge gives back more than it makes. */
export function freesMemory(readers: readonly SegmentReader[]): boolean {
  const { all, live } = mergeSize(readers);
  return live * 2 < all;
}

/** Neighbours none of which is of a lower tier than the first, the most first, then the newest. */
function runsOfLikeSize(readers: readonly SegmentReader[]): Array<readonly SegmentReader[]> {
  const tiers = readers.map(tier);
  const runs: Array<readonly SegmentReader[]> = [];
  for (let from = readers.length - MERGE_FACTOR; from >= 0; from--) {
    let to = from + 1;
    while (to < readers.length && (tiers[to] as number) >= (tiers[from] as number)) to++;
    if (to - from >= MERGE_FACTOR) runs.push(readers.slice(from, to));
  }
  return runs.sort((a, b) => b.length - a.length);
}

/** The newest of a run; those before them come along in one go, as many as are good for one merge. */
function newestOf(
  run: readonly SegmentReader[],
  isAffordable: (inputs: readonly SegmentReader[]) => boolean,
): readonly SegmentReader[] {
  let newest = run.slice(-MERGE_FACTOR);
  while (newest.length < Math.min(MOST_AT_ONCE, run.length)) {
    const more = run.slice(-newest.length - 1);
    if (!isWithinBounds(more) || !isAffordable(more)) break;
    newest = more;
  }
  return newest;
}

function isWithinBounds(readers: readonly SegmentReader[]): boolean {
  let documents = 0;
  let bytes = 0;
  for (const { liveCount, segment } of readers) {
    documents += liveCount;
    bytes += segment.sections.byteLength;
  }
  return documents <= MOST_DOCUMENTS && bytes <= MOST_BYTES;
}
