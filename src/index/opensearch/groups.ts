import type { GroupPlan, Hit, SearchPlan } from '../plan.ts';
import type { Json } from './cluster.ts';
import { valuePath } from './filters.ts';
import { compareBytes } from './fuzzy-terms.ts';
import { HIT_FIELDS, hitOf, type OpenSearchHit } from './hits.ts';
import { compareSorted, type SortValue, sortOf, sortWidth, TIE_WIDTH } from './sorts.ts';
import type { Targets } from './target.ts';

/** Groups that are ordered; of more, those with most documents. */
const MOST_GROUPS = 10_000;
/** The most documents of a group that OpenSearch returns. */
const MOST_MEMBERS = 100;

interface Group {
  readonly key: string | number;
  readonly head: Hit;
  /** What the head is sorted by under the sort of the plan. */
  readonly values: readonly SortValue[];
}

interface TopHits {
  readonly hits: { readonly hits: readonly OpenSearchHit[] };
}

/**
 * Groups of documents by the values of a field. The aggregation of the search finds the head of each group, with the
 * values that the plan sorts heads by; a second search reads the other documents of the groups on the page.
 */
export class GroupSearch {
  readonly field: string;
  readonly #group: GroupPlan;
  readonly #plan: SearchPlan;
  readonly #targets: Targets;
  readonly #send: (body: Json) => Promise<Json>;

  constructor(group: GroupPlan, plan: SearchPlan, targets: Targets, send: (body: Json) => Promise<Json>) {
    this.field = group.field;
    this.#group = group;
    this.#plan = plan;
    this.#targets = targets;
    this.#send = send;
  }

  get aggregations(): Record<string, Json> {
    const field = valuePath(this.field);
    return {
      groups: {
        terms: { field, size: MOST_GROUPS, shard_size: MOST_GROUPS },
        aggs: { head: { top_hits: this.#topHits(1) } },
      },
      groupCount: { cardinality: { field, precision_threshold: 40_000 } },
    };
  }

  /** After the keys that decide, those of the plan's sort are only there to be returned. */
  #topHits(size: number): Json {
    const sort = [
      ...sortOf([this.#group.sort], this.#targets),
      ...sortOf(this.#plan.sort, this.#targets).slice(0, -TIE_WIDTH),
    ];
    return { size, sort, track_scores: true, ...HIT_FIELDS };
  }

  async outcome(
    query: Json,
    aggregations: Readonly<Record<string, unknown>>,
  ): Promise<{ readonly total: number; readonly hits: readonly Hit[] }> {
    const { groups, groupCount } = aggregations as unknown as {
      groups: {
        sum_other_doc_count: number;
        buckets: ReadonlyArray<{ key: string | number; head: TopHits }>;
      };
      groupCount: { value: number };
    };
    const { sort, offset, limit } = this.#plan;
    const skipped = sortWidth([this.#group.sort]) + TIE_WIDTH;
    const all = groups.buckets.flatMap(({ key, head }): Group[] => {
      const [hit] = head.hits.hits;
      return hit === undefined ? [] : [{ key, head: hitOf(hit), values: hit.sort?.slice(skipped) ?? [] }];
    });
    all.sort(
      (a, b) =>
        compareSorted(sort, a.values, b.values) ||
        b.head.sequence - a.head.sequence ||
        a.head.engineId - b.head.engineId ||
        compareKeys(a.key, b.key),
    );
    const page = all.slice(offset, offset + limit);
    const members = await this.#members(query, page);
    const hits = page.map(({ key, head }, i) => ({
      ...head,
      group: { key, others: (members[i] ?? []).slice(1) },
    }));
    const isAll = groups.sum_other_doc_count === 0;
    return { total: isAll ? all.length : Math.max(all.length, groupCount.value), hits };
  }

  /** The documents of each group, the head first. */
  async #members(query: Json, page: readonly Group[]): Promise<Hit[][]> {
    if (this.#group.size <= 1 || page.length === 0) return [];
    const field = valuePath(this.field);
    const filters = page.map(({ key }) => ({ term: { [field]: key } }));
    const top_hits = this.#topHits(Math.min(this.#group.size, MOST_MEMBERS));
    const body: Json = {
      query: { bool: { must: [query], filter: [{ terms: { [field]: page.map(({ key }) => key) } }] } },
      size: 0,
      track_total_hits: false,
      aggs: { groups: { filters: { filters }, aggs: { members: { top_hits } } } },
    };
    const { aggregations } = (await this.#send(body)) as unknown as {
      aggregations: { groups: { buckets: ReadonlyArray<{ members: TopHits }> } };
    };
    return aggregations.groups.buckets.map(({ members }) => members.hits.hits.map(hitOf));
  }
}

const compareKeys = (a: string | number, b: string | number): number =>
  typeof a === 'number' && typeof b === 'number' ? a - b : compareBytes(String(a), String(b));
