import type { GroupPlan, Hit, SearchPlan, SortKey } from '../../../plan.ts';
import { shownAt } from '../../segment/columns.ts';
import type { SegmentReader } from '../../snapshot/segment-reader.ts';
import type { Snapshot } from '../../snapshot/snapshot.ts';
import { compareValues, compileKeys, type Entry, entryOrder } from '../sort/sort-keys.ts';
import { TopKHeap } from '../sort/top-k-heap.ts';
import { ITEMS_PAUSE, LOOKUPS_PAUSE } from '../tuning/thresholds.ts';
import { type CollectHits, type HitCollector, hitOf, sortOf } from './hit-collector.ts';

/** A document of a group; `outer` has the sort keys of the plan. */
type Member = Entry & { readonly outer: Entry };

interface Group {
  readonly key: string | number;
  readonly members: TopKHeap<Member>;
  readonly head: Member;
}

/** Groups matches by the values of a field: one top-k heap per group. */
export class GroupedHits implements HitCollector {
  readonly #snapshot: Snapshot;
  readonly #plan: SearchPlan;
  readonly #group: GroupPlan;
  readonly #sort: readonly SortKey[];
  readonly #groupOrder: (a: Entry, b: Entry) => number;
  /** The top documents of each value in the order of the group. */
  readonly #groups = new Map<string | number, TopKHeap<Member>>();

  constructor(snapshot: Snapshot, plan: SearchPlan, group: GroupPlan) {
    this.#snapshot = snapshot;
    this.#plan = plan;
    this.#group = group;
    this.#sort = sortOf(plan);
    this.#groupOrder = entryOrder([group.sort]);
  }

  get threshold(): number {
    return Number.NEGATIVE_INFINITY;
  }

  readonly order = 'mixed';

  unscored(): ReadonlyMap<number, readonly number[]> {
    return new Map();
  }

  score(): void {}

  // biome-ignore lint/correctness/useYield: groups always need a scan
  *collectAllLive(): Generator<void, boolean> {
    return false;
  }

  collectorFor(readerIndex: number): CollectHits {
    const { segment } = this.#snapshot.readers[readerIndex] as SegmentReader;
    const column = segment.column(this.#group.field);
    if (column === undefined || column.type === 'geolocation') return () => {};
    const engineId = this.#snapshot.engineOf(readerIndex);
    const outerKeys = compileKeys(this.#sort, segment, engineId);
    const innerKeys = compileKeys([this.#group.sort], segment, engineId);
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

  #members(value: string | number): TopKHeap<Member> {
    const known = this.#groups.get(value);
    if (known !== undefined) return known;
    const heap = new TopKHeap<Member>(this.#group.size, this.#groupOrder);
    this.#groups.set(value, heap);
    return heap;
  }

  *result(): ReturnType<HitCollector['result']> {
    const { offset, limit } = this.#plan;
    const order = entryOrder(this.#sort);
    const top = new TopKHeap<Group>(limit === 0 ? 0 : offset + limit, (a, b) => {
      return order(a.head.outer, b.head.outer) || compareValues(a.key, b.key);
    });
    let seen = 0;
    for (const [key, members] of this.#groups) {
      top.offer({ key, members, head: members.first as Member });
      if (++seen % ITEMS_PAUSE === 0) yield;
    }
    const hits: Hit[] = [];
    for (const { key, members } of (yield* top.sortedInSteps()).slice(offset)) {
      const [head, ...others] = members.sorted().map((member) => hitOf(this.#snapshot, member));
      hits.push({ ...(head as Hit), group: { key, others } });
      if (hits.length % LOOKUPS_PAUSE === 0) yield;
    }
    return { hits, total: this.#groups.size };
  }
}
