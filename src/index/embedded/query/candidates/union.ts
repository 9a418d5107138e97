import { Kernel } from '../../kernel/kernel.ts';
import type { BitSet } from '../../segment/bits.ts';
import type { Postings } from '../../segment/postings.ts';
import type { Clause } from '../scoring/segment-query.ts';
import { Pace } from '../tuning/pace.ts';
import { TERMS_AT_ONCE } from '../tuning/thresholds.ts';

/**
 * Stores all documents from `from`, a multiple of 32, to before `to` that have one of some query terms in a field, by any
 * expansion, in a set. Term frequencies are not decoded. It yields.
 */
export function* uniteClauses(
  clauses: Iterable<Clause>,
  from: number,
  to: number,
  docCount: number,
  set: BitSet,
): Generator<void, void> {
  const kernel = Kernel.take(docCount);
  yield* uniteIn(kernel, clauses, from, to);
  kernel.copyBits(set, from, to);
  kernel.release();
}

/** The same in the bitmap of a kernel. */
export function* uniteIn(
  kernel: Kernel,
  clauses: Iterable<Clause>,
  from: number,
  to: number,
): Generator<void, void> {
  kernel.run.setRange(from, to);
  kernel.run.clearBits(from >>> 5, (to + 31) >>> 5);
  const pace = new Pace();
  for (const clause of clauses) {
    if (clause.kind === 'term') unite(kernel, clause.postings, clause.ordinal);
    else {
      const { postings, exact, expansions, fuzzy } = clause.expansions;
      if (exact >= 0) unite(kernel, postings, exact);
      for (const term of fuzzy) unite(kernel, postings, term);
      for (const { postings, terms, from: first, to: last, lists } of expansions) {
        for (const term of terms) unite(kernel, postings, term);
        for (let term = first; term < last; term += TERMS_AT_ONCE) {
          unite(kernel, postings, term, Math.min(term + TERMS_AT_ONCE, last));
          kernel.countReads();
          if (pace.isDue(TERMS_AT_ONCE)) yield;
        }
        for (const { docs } of lists) kernel.run.uniteDocs(kernel.numbers(docs), docs.length);
      }
    }
    kernel.countReads();
    if (pace.isDue(0)) yield;
  }
}

function unite(kernel: Kernel, postings: Postings, from: number, to = from + 1): void {
  kernel.run.unite(kernel.list(postings, from, to));
}
