import { TIE_BREAKER } from '../../../ranking.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import { popcount } from '../../segment/bits.ts';
import type { Collector } from '../collect/collector.ts';
import type { MinimumMatch, SegmentQuery } from './segment-query.ts';

/** Collects the matching live documents of a window and clears the window. */
export function collectWindow(
  kernel: Kernel,
  { number, reader, excluded, minimum }: SegmentQuery,
  from: number,
  to: number,
  collector: Collector,
): void {
  // A set of candidates has neither deleted nor excluded documents.
  const live = kernel.isRanked ? null : reader.liveDocs;
  if (live !== null) kernel.setLive(live, from, to);
  if (!kernel.isRanked)
    for (const doc of excluded) if (doc >= from && doc < to) kernel.run.exclude(doc - from);
  require(kernel, minimum);
  const both = kernel.run.collect(collector.threshold, TIE_BREAKER, live !== null);
  const [matching, count] = [both >>> 16, both & 0xffff];
  if (matching > count) collector.countHits(matching - count);
  if (count > 0) collector.collect(number, kernel.matches, kernel.scores, count);
}

/** One term or all terms of the mask: comparing masks is enough. Otherwise bits are counted. */
function require({ run }: Kernel, { bits, overflow, count, inOneField, hasOverflow }: MinimumMatch): void {
  const needsAll = count === popcount(bits);
  if (!inOneField && !hasOverflow && (count === 1 || needsAll)) run.requireBits(needsAll ? bits : 0, bits);
  else run.requireTerms(count, bits, overflow[0], overflow[1], inOneField);
}
