import { warmed } from '../query/terms/term-lookup.ts';
import { runInBackground } from '../runtime/time-slice.ts';
import type { Segment } from '../segment/segment.ts';

/** Documents from which on the first searches in a segment would feel that nobody has searched in it before. */
const LARGE = 4096;

/**
 * Makes a segment ready for the words that were looked for in others whose place it will take, before anybody sees it.
 * Requests come first.
 */
export async function warmSegment(
  segment: Segment,
  known: readonly Segment[],
  signal?: AbortSignal,
): Promise<void> {
  if (segment.docCount >= LARGE) await runInBackground(warmed(segment, known), signal);
}
