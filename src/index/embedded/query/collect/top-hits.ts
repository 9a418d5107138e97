import type { SearchPlan, SortKey } from '../../../plan.ts';
import { hasBit } from '../../segment/bits.ts';
import type { Segment } from '../../segment/segment.ts';
import type { SegmentReader } from '../../snapshot/segment-reader.ts';
import type { Snapshot } from '../../snapshot/snapshot.ts';
import { LAST } from '../sort/rank-loops.ts';
import { compileKeys, type Entry, entryOrder } from '../sort/sort-keys.ts';
import { compileRanks } from '../sort/sort-ranks.ts';
import { TopKHeap } from '../sort/top-k-heap.ts';
import { type CollectHits, type HitCollector, hitOf, sortOf } from './hit-collector.ts';

/** Keeps the documents of one page and those before it. */
export class Ranking implements HitCollector {
  readonly #view: Snapshot;
  readonly #plan: SearchPlan;
  readonly #sort: readonly SortKey[];
  readonly #first: SortKey;
  readonly #best: TopKHeap<Entry>;
  readonly order: HitCollector['order'];
  /** Scores that were told afterwards, by segment and document. */
  readonly #scores = new Map<string, number>();

  constructor(view: Snapshot, plan: SearchPlan) {
    this.#view = view;
    this.#plan = plan;
    this.#sort = sortOf(plan);
    this.#first = this.#sort[0] as SortKey;
    this.#best = new TopKHeap(plan.limit === 0 ? 0 : plan.offset + plan.limit, entryOrder(this.#sort));
    const isByFields = this.#sort.every(({ kind }) => kind !== 'score');
    const { kind, descending } = this.#first;
    this.order = isByFields ? 'fields' : kind === 'score' && descending ? 'score' : 'mixed';
  }

  get threshold(): number {
    if (this.#best.size === 0) return Number.POSITIVE_INFINITY;
    return this.order === 'score' ? (this.#best.bound?.score ?? LAST) : LAST;
  }

  in(state: number): CollectHits {
    const { segment } = this.#view.readers[state] as SegmentReader;
    const { sequences } = segment;
    const best = this.#best;
    const { isUnion } = this.#view;
    if (best.size === 0) return () => {};
    const keysOf = compileKeys(this.#sort, segment);
    const ranks = compileRanks(this.#first, segment);
    const isAll = ranks.isExact && this.#sort.length === 1;
    const bound = { rank: LAST, sequence: LAST };
    return (docs, scores, count) => {
      for (let end = count; ; ) {
        const last = best.bound;
        if (last !== undefined) {
          bound.rank = ranks.bound(last);
          // Of several engines, documents with equal numbers are left to the order of entries.
          if (isAll) bound.sequence = isUnion ? last.sequence - 1 : last.sequence;
        }
        end = ranks.lastBetter(docs, scores, end, bound);
        if (end < 0) return;
        const doc = docs[end] as number;
        const score = scores[end] as number;
        const sequence = sequences[doc] as number;
        best.offer({ state, doc, score, sequence, rank: ranks.of(doc, score), keys: keysOf(doc, score) });
      }
    };
  }

  /** All scores are the same: the newest come first, and those of a segment are its last. */
  everything(state: number): boolean {
    const { segment, liveDocs } = this.#view.readers[state] as SegmentReader;
    const best = this.#best;
    if (best.size === 0) return true;
    const { kind, descending } = this.#first;
    if (kind !== 'score' || !descending || this.#sort.length > 1 || !isInOrder(segment)) return false;
    for (let doc = segment.docCount - 1; doc >= 0; doc--) {
      if (liveDocs !== null && !hasBit(liveDocs, doc)) continue;
      const sequence = segment.sequences[doc] as number;
      if (sequence < (best.bound?.sequence ?? LAST)) break;
      best.offer({ state, doc, score: 1, sequence, rank: 1, keys: [1] });
    }
    return true;
  }

  get #page(): Entry[] {
    return this.#best.inOrder().slice(this.#plan.offset);
  }

  unscored(): ReadonlyMap<number, readonly number[]> {
    const docs = new Map<number, number[]>();
    for (const { state, doc, score } of this.#page) {
      if (!Number.isNaN(score)) continue;
      const inState = docs.get(state) ?? [];
      docs.set(state, inState);
      inState.push(doc);
    }
    return docs;
  }

  score(state: number, doc: number, score: number): void {
    this.#scores.set(placeOf({ state, doc }), score);
  }

  #scored(entry: Entry): Entry {
    return Number.isNaN(entry.score)
      ? { ...entry, score: this.#scores.get(placeOf(entry)) ?? entry.score }
      : entry;
  }

  result(documents: number) {
    const hits = this.#page.map((entry) => hitOf(this.#view, this.#scored(entry)));
    return { hits, total: documents };
  }
}

const placeOf = ({ state, doc }: Pick<Entry, 'state' | 'doc'>): string => `${state}/${doc}`;

const inOrder = new WeakMap<Segment, boolean>();

/** Whether later documents of a segment are newer. So it is, but for changes that came late. Looked at once. */
function isInOrder(segment: Segment): boolean {
  const known = inOrder.get(segment);
  if (known !== undefined) return known;
  const { sequences } = segment;
  let isSo = true;
  for (let doc = 1; doc < sequences.length && isSo; doc++) {
    isSo = (sequences[doc] as number) > (sequences[doc - 1] as number);
  }
  inOrder.set(segment, isSo);
  return isSo;
}
