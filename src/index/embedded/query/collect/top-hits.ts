import type { SearchPlan, SortKey } from '../../../plan.ts';
import { hasBit } from '../../segment/bits.ts';
import type { Segment } from '../../segment/segment.ts';
import type { SegmentReader } from '../../snapshot/segment-reader.ts';
import type { Snapshot } from '../../snapshot/snapshot.ts';
import { LAST } from '../sort/rank-loops.ts';
import { compileKeys, type Entry, entryOrder } from '../sort/sort-keys.ts';
import { compileRanks } from '../sort/sort-ranks.ts';
import { TopKHeap } from '../sort/top-k-heap.ts';
import { ITEMS_PAUSE } from '../tuning/thresholds.ts';
import { type CollectHits, type HitCollector, hitOf, sortOf } from './hit-collector.ts';

/** Collects the hits of a page: a top-k heap, where k includes the hits of earlier pages. */
export class TopHits implements HitCollector {
  readonly #snapshot: Snapshot;
  readonly #plan: SearchPlan;
  readonly #sort: readonly SortKey[];
  readonly #first: SortKey;
  readonly #topK: TopKHeap<Entry>;
  readonly order: HitCollector['order'];
  /** Scores of hits that were collected without one, by segment and document. */
  readonly #scores = new Map<string, number>();

  constructor(snapshot: Snapshot, plan: SearchPlan) {
    this.#snapshot = snapshot;
    this.#plan = plan;
    this.#sort = sortOf(plan);
    this.#first = this.#sort[0] as SortKey;
    this.#topK = new TopKHeap(plan.limit === 0 ? 0 : plan.offset + plan.limit, entryOrder(this.#sort));
    const isByFields = this.#sort.every(({ kind }) => kind !== 'score');
    const { kind, descending } = this.#first;
    this.order = isByFields ? 'fields' : kind === 'score' && descending ? 'score' : 'mixed';
  }

  get threshold(): number {
    if (this.#topK.size === 0) return Number.POSITIVE_INFINITY;
    return this.order === 'score' ? (this.#topK.bound?.score ?? LAST) : LAST;
  }

  collectorFor(readerIndex: number): CollectHits {
    const { segment } = this.#snapshot.readers[readerIndex] as SegmentReader;
    const { sequences } = segment;
    const topK = this.#topK;
    const { isUnion } = this.#snapshot;
    if (topK.size === 0) return () => {};
    const engineId = this.#snapshot.engineOf(readerIndex);
    const keysOf = compileKeys(this.#sort, segment, engineId);
    const ranks = compileRanks(this.#first, segment, engineId);
    const isFullOrder = ranks.isExact && this.#sort.length === 1;
    const bound = { rank: LAST, sequence: LAST };
    return (docs, scores, count) => {
      for (let end = count; ; ) {
        const last = topK.bound;
        if (last !== undefined) {
          bound.rank = ranks.bound(last);
          // Documents of several engines may share a sequence number: the heap's order decides between them.
          if (isFullOrder) bound.sequence = isUnion ? last.sequence - 1 : last.sequence;
        }
        end = ranks.lastBetter(docs, scores, end, bound);
        if (end < 0) return;
        const doc = docs[end] as number;
        const score = scores[end] as number;
        const sequence = sequences[doc] as number;
        topK.offer({
          readerIndex,
          doc,
          score,
          sequence,
          rank: ranks.of(doc, score),
          keys: keysOf(doc, score),
        });
      }
    };
  }

  /** All scores are equal, so the newest documents come first: the last ones of a segment. */
  *collectAllLive(readerIndex: number, excluded: Uint32Array): Generator<void, boolean> {
    const { segment, liveDocs } = this.#snapshot.readers[readerIndex] as SegmentReader;
    const topK = this.#topK;
    if (topK.size === 0) return true;
    const { kind, descending } = this.#first;
    if (kind !== 'score' || !descending || this.#sort.length > 1 || !hasAscendingSequences(segment))
      return false;
    for (let doc = segment.docCount - 1; doc >= 0; doc--) {
      if (liveDocs !== null && !hasBit(liveDocs, doc)) continue;
      const sequence = segment.sequences[doc] as number;
      const { bound } = topK;
      // A page of promoted documents only has a bound above 1.
      if (bound !== undefined && (bound.score > 1 || sequence < bound.sequence)) break;
      if (excluded.includes(doc)) continue;
      topK.offer({ readerIndex, doc, score: 1, sequence, rank: 1, keys: [1] });
      if (doc % ITEMS_PAUSE === 0) yield;
    }
    return true;
  }

  unscored(): ReadonlyMap<number, readonly number[]> {
    const docs = new Map<number, number[]>();
    for (const { readerIndex, doc, score } of this.#topK.sorted().slice(this.#plan.offset)) {
      if (!Number.isNaN(score)) continue;
      const inSegment = docs.get(readerIndex) ?? [];
      docs.set(readerIndex, inSegment);
      inSegment.push(doc);
    }
    return docs;
  }

  score(readerIndex: number, doc: number, score: number): void {
    this.#scores.set(keyOf({ readerIndex, doc }), score);
  }

  #scored(entry: Entry): Entry {
    return Number.isNaN(entry.score)
      ? { ...entry, score: this.#scores.get(keyOf(entry)) ?? entry.score }
      : entry;
  }

  *result(documents: number): ReturnType<HitCollector['result']> {
    const { offset, limit } = this.#plan;
    const all = offset + limit > ITEMS_PAUSE ? yield* this.#topK.sortedInSteps() : this.#topK.sorted();
    const page = all.slice(offset);
    return { hits: page.map((entry) => hitOf(this.#snapshot, this.#scored(entry))), total: documents };
  }
}

const keyOf = ({ readerIndex, doc }: Pick<Entry, 'readerIndex' | 'doc'>): string => `${readerIndex}/${doc}`;

/** Memo on an immutable segment: the result of `hasAscendingSequences`. */
const ascending = new WeakMap<Segment, boolean>();

/** Whether sequence numbers ascend within a segment. They do, unless a change was applied late. Cost: one scan. */
function hasAscendingSequences(segment: Segment): boolean {
  const known = ascending.get(segment);
  if (known !== undefined) return known;
  const { sequences } = segment;
  let isAscending = true;
  for (let doc = 1; doc < sequences.length && isAscending; doc++) {
    isAscending = (sequences[doc] as number) > (sequences[doc - 1] as number);
  }
  ascending.set(segment, isAscending);
  return isAscending;
}
