import type { GroupPlan, Hit, SearchPlan, SortKey } from '../../../plan.ts';
import { shownAt } from '../../segment/columns.ts';
import type { SegmentReader } from '../../snapshot/segment-reader.ts';
import type { Snapshot } from '../../snapshot/snapshot.ts';
import { compareValues, compileKeys, type Entry, entryOrder } from '../sort/sort-keys.ts';
import { TopKHeap } from '../sort/top-k-heap.ts';
import { type CollectHits, type HitCollector, hitOf, sortOf } from './hit-collector.ts';

/** Groups matches by the values of a field: one top-k heap per group. */
export class GroupedHits implements HitCollector {
  readonly #snapshot: Snapshot;
  readonly #plan: SearchPlan;
  readonly #group: GroupPlan;
  readonly #sort: readonly SortKey[];
  /** The top documents of each value in the order of the group; `outer` has the sort keys of the plan. */
  readonly #groups = new Map<string | number, TopKHeap<Entry & { readonly outer: Entry }>>();

  constructor(snapshot: Snapshot, plan: SearchPlan, group: GroupPlan) {
    this.#snapshot = snapshot;
    this.#plan = plan;
    this.#group = group;
    this.#sort = sortOf(plan);
  }

  get threshold(): number {
    return Number.NEGATIVE_INFINITY;
  }

  readonly order = 'mixed';

  unscored(): ReadonlyMap<number, readonly number[]> {
    return new Map();
  }

  score(): void {}

  collectAllLive(): boolean {
    return false;
  }

  collectorFor(readerIndex: number): CollectHits {
    const { segment } = this.#snapshot.readers[readerIndex] as SegmentReader;
    const column = segment.column(this.#group.field);
    if (column === undefined || column.type === 'geolocation') return () => {};
    const outerKeys = compileKeys(this.#sort, segment);
    const innerKeys = compileKeys([this.#group.sort], segment);
    const collectOne = (doc: number, score: number): void => {
      const from = column.starts[doc] as number;
      const to = column.starts[doc + 1] as number;
      if (from === to) return;
      const sequence = segment.sequences[doc] as number;
      const outer = { readerIndex, doc, score, sequence, rank: 0, keys: outerKeys(doc, score) };
      const entry = { readerIndex, doc, score, sequence, rank: 0, keys: innerKeys(doc, score), outer };
      const values = new Set<string | number>();
      for (let at = from; at < to; at++) values.add(shownAt(column, at));
      for (const value of values) this.#members(value).offer(entry);
    };
    return (docs, scores, count) => {
      for (let i = 0; i < count; i++) collectOne(docs[i] as number, scores[i] as number);
    };
  }

  #members(value: string | number): TopKHeap<Entry & { readonly outer: Entry }> {
    const known = this.#groups.get(value);
    if (known !== undefined) return known;
    const heap = new TopKHeap<Entry & { readonly outer: Entry }>(
      this.#group.size,
      entryOrder([this.#group.sort]),
    );
    this.#groups.set(value, heap);
    return heap;
  }

  result() {
    const order = entryOrder(this.#sort);
    const groups = [...this.#groups].map(([key, top]) => ({ key, members: top.sorted() }));
    const headOf = (group: (typeof groups)[number]): Entry => (group.members[0] as { outer: Entry }).outer;
    groups.sort((a, b) => order(headOf(a), headOf(b)) || compareValues(a.key, b.key));
    const { offset, limit } = this.#plan;
    const hits = groups.slice(offset, offset + limit).map(({ key, members }): Hit => {
      const [head, ...others] = members.map((member) => hitOf(this.#snapshot, member));
      return { ...(head as Hit), group: { key, others } };
    });
    return { hits, total: groups.length };
  }
}
