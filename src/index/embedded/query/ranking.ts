import type { SearchPlan, SortKey } from '../../plan.ts';
import type { SegmentState } from '../segment-state.ts';
import type { View } from '../view.ts';
import { Best } from './best.ts';
import { hitOf, type Keeper, sortOf } from './keeper.ts';
import { compileKeys, type Entry, entryOrder } from './sort.ts';

/** Keeps the documents of one page and those before it. */
export class Ranking implements Keeper {
  readonly #view: View;
  readonly #plan: SearchPlan;
  readonly #sort: readonly SortKey[];
  readonly #best: Best<Entry>;

  constructor(view: View, plan: SearchPlan) {
    this.#view = view;
    this.#plan = plan;
    this.#sort = sortOf(plan);
    this.#best = new Best(plan.limit === 0 ? 0 : plan.offset + plan.limit, entryOrder(this.#sort));
  }

  in(state: number): (doc: number, score: number) => void {
    const { segment } = this.#view.states[state] as SegmentState;
    const keysOf = compileKeys(this.#sort, segment);
    const first = this.#sort[0];
    const byScore = first?.kind === 'score' && first.descending;
    const best = this.#best;
    return (doc, score) => {
      // Most documents of a large result end here, before anything is made for them.
      if (byScore && best.isFull && score < (best.bound?.score ?? Number.NEGATIVE_INFINITY)) return;
      best.offer({ state, doc, score, sequence: segment.sequences[doc] as number, keys: keysOf(doc, score) });
    };
  }

  result(documents: number) {
    const page = this.#best.inOrder().slice(this.#plan.offset);
    return { hits: page.map((entry) => hitOf(this.#view, entry)), total: documents };
  }
}
