import type { TextIndex } from '../../segment/text-index.ts';
import { K_BASE } from '../scoring/bm25.ts';
import type { Buffers, Evaluate } from './matches.ts';
import type { Weight } from './prepare-node.ts';
import type { TermPostings } from './term-postings.ts';

/** Matches of one term. */
export const evaluateTerm = (
  postings: TermPostings,
  { lengths }: TextIndex,
  weight: Weight,
  buffers: Buffers,
): Evaluate =>
  function* evaluate(from, to, { found, scores }) {
    const counts = buffers.counts(0);
    yield* postings.addTo(counts, from, to);
    for (let i = 0; i < to - from; i++) {
      const tf = counts[i] as number;
      found[i] = tf > 0 ? 1 : 0;
      if (tf === 0) continue;
      counts[i] = 0;
      scores[i] =
        'score' in weight
          ? weight.score
          : (weight.factor * tf) / (tf + K_BASE + weight.slope * (lengths[from + i] as number));
    }
  };
