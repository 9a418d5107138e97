import type { TextIndex } from '../../segment/text-index.ts';
import { isPhrase } from '../operators/phrase.ts';
import { K_BASE } from '../scoring/bm25.ts';
import { PHRASES_PAUSE } from '../tuning/thresholds.ts';
import type { Buffers, Evaluate } from './matches.ts';
import type { PreparedNode } from './prepare-node.ts';
import type { TermPostings } from './term-postings.ts';

/** Matches of a phrase: documents that have all its words, then those in which the words are in place. */
export const evaluatePhrase = (
  { order, factors, slope, slop }: Extract<PreparedNode, { kind: 'phrase' }>,
  terms: readonly TermPostings[],
  { lengths }: TextIndex,
  buffers: Buffers,
): Evaluate =>
  function* evaluate(from, to, { found, scores }) {
    const size = to - from;
    const counts = terms.map((_, n) => buffers.counts(n));
    for (const [n, term] of terms.entries()) yield* term.addTo(counts[n] as Uint32Array, from, to);
    let compared = 0;
    for (let i = 0; i < size; i++) {
      found[i] = 0;
      if (!counts.every((tfs) => (tfs[i] as number) > 0)) continue;
      if (++compared % PHRASES_PAUSE === 0) yield;
      const positions = terms.map((term) => term.positionsIn(from + i));
      if (
        !(yield* isPhrase(
          order.map((n) => positions[n] as number[]),
          slop,
        ))
      )
        continue;
      const norm = K_BASE + slope * (lengths[from + i] as number);
      let score = 0;
      for (const [n, factor] of factors.entries()) {
        const tf = (counts[n] as Uint32Array)[i] as number;
        score += (factor * tf) / (tf + norm);
      }
      found[i] = 1;
      scores[i] = score;
    }
    for (const tfs of counts) tfs.fill(0, 0, size);
  };
