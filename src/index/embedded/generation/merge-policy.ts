import type { SegmentReader } from '../snapshot/segment-reader.ts';

/*
 * A logarithmic merge policy over adjacent segments, as Lucene's LogDocMergePolicy: a segment's tier is the logarithm
 * of its live documents to the base of the merge factor, and MERGE_FACTOR neighbours of one tier become one segment of
 * the next. A document is thus copied about log4(n) times, and a snapshot has about 3 · log4(n) segments. Merging
 * neighbours only keeps documents in the order of writing.
 */

/** Neighbours of one tier that become one segment. */
const MERGE_FACTOR = 4;
const MAX_INPUTS = 64;
/** In a burst of writes, runs that begin with a segment of fewer documents wait until there are that many segments. */
const SMALL_DOCUMENTS = 4096;
const MANY_SEGMENTS = 24;
/** Bounds of a merged segment, so that a merge does not need more memory than a machine has. */
const MAX_DOCUMENTS = 4_000_000;
const MAX_BYTES = 2 ** 30;
/** A segment of at least this size, in documents or bytes, is rewritten when less than half of it is live. */
const MIN_REWRITTEN_DOCUMENTS = 512;
const MIN_REWRITTEN_BYTES = 2 ** 17;

const tier = (reader: SegmentReader): number =>
  Math.floor(Math.log(Math.max(reader.liveCount, 1)) / Math.log(MERGE_FACTOR));

/**
 * The neighbouring segments to merge next; undefined if there are none. A segment with many deletions comes first:
 * rewriting it frees memory, for which other merges may wait. Next comes the longest run of segments whose tiers do not
 * fall: under continuous writes there are always new small segments, and larger ones get their turn when their run is
 * longer. More than MERGE_FACTOR segments are taken only while `isAffordable`. In a burst of writes small segments are
 * merged in longer runs, so that a document is copied half as often.
 */
export function nextMerge(
  readers: readonly SegmentReader[],
  isAffordable: (inputs: readonly SegmentReader[]) => boolean = () => true,
  isBurst = false,
): readonly SegmentReader[] | undefined {
  const mostlyDeleted = readers.find((reader) => isWorthRewriting(reader) && freesMemory([reader]));
  if (mostlyDeleted !== undefined) return [mostlyDeleted];
  const mayWait = isBurst && readers.length < MANY_SEGMENTS;
  const run = runsOfLikeSize(readers, mayWait).find((one) => isWithinBounds(one.slice(-MERGE_FACTOR)));
  return run && newestOf(run, isAffordable);
}

/**
 * The merge that is worthwhile while there are no writes: the newest segments, starting at the first that is less than
 * twice as large as all newer ones together. Few segments of falling size remain, so that a search reads fewer
 * dictionaries and common terms are stored fewer times. Under writes this would cost more than it saves.
 */
export function idleMerge(readers: readonly SegmentReader[]): readonly SegmentReader[] | undefined {
  let newer = 0;
  let from = readers.length;
  for (let i = readers.length - 1; i >= 0; i--) {
    const { liveCount } = readers[i] as SegmentReader;
    if (newer > 0 && !isWithinBounds(readers.slice(i))) break;
    if (liveCount < 2 * newer) from = i;
    newer += liveCount;
  }
  return from < readers.length ? readers.slice(from) : undefined;
}

const isWorthRewriting = ({ segment }: SegmentReader): boolean =>
  segment.docCount >= MIN_REWRITTEN_DOCUMENTS || segment.sections.byteLength >= MIN_REWRITTEN_BYTES;

/** Bytes of segments, and the share of their live documents. */
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

/** Whether a merge frees more memory than its result takes. */
export function freesMemory(readers: readonly SegmentReader[]): boolean {
  const { all, live } = mergeSize(readers);
  return live * 2 < all;
}

/** Runs of neighbours none of which is of a lower tier than the first; the longest first, then the newest. */
function runsOfLikeSize(
  readers: readonly SegmentReader[],
  mayWait: boolean,
): Array<readonly SegmentReader[]> {
  const tiers = readers.map(tier);
  const runs: Array<readonly SegmentReader[]> = [];
  for (let from = readers.length - MERGE_FACTOR; from >= 0; from--) {
    let to = from + 1;
    while (to < readers.length && (tiers[to] as number) >= (tiers[from] as number)) to++;
    const isSmall = (readers[from] as SegmentReader).liveCount < SMALL_DOCUMENTS;
    if (to - from >= MERGE_FACTOR && !(mayWait && isSmall)) runs.push(readers.slice(from, to));
  }
  return runs.sort((a, b) => b.length - a.length);
}

/** The newest segments of a run: MERGE_FACTOR of them, and earlier ones as far as one merge may take them. */
function newestOf(
  run: readonly SegmentReader[],
  isAffordable: (inputs: readonly SegmentReader[]) => boolean,
): readonly SegmentReader[] {
  let newest = run.slice(-MERGE_FACTOR);
  while (newest.length < Math.min(MAX_INPUTS, run.length)) {
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
  return documents <= MAX_DOCUMENTS && bytes <= MAX_BYTES;
}
