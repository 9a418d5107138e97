import { warmTerms } from '../query/terms/term-lookup.ts';
import { runInBackground } from '../runtime/time-slice.ts';
import type { Segment } from '../segment/segment.ts';

/** Documents from which on cold caches would slow the first searches of a segment noticeably. */
const MIN_WARMED_DOCUMENTS = 4096;

/**
 * Looks up recent query terms of the segments that a new segment replaces, before it is published, so that its caches
 * are warm. Runs in the background.
 */
export async function warmSegment(
  segment: Segment,
  known: readonly Segment[],
  signal?: AbortSignal,
): Promise<void> {
  if (segment.docCount >= MIN_WARMED_DOCUMENTS) await runInBackground(warmTerms(segment, known), signal);
}
