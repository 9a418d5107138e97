import type { Analyzer } from '../../analysis/analyzer.ts';
import type { DocumentRef, FacetOutcome, FacetPlan, FacetValue, SearchOutcome, SearchPlan } from '../plan.ts';
import { boostedQuery } from './boosts.ts';
import type { Cluster, Json } from './cluster.ts';
import { facetAggregations, facetOutcome, facetPath, outcomeOfAll } from './facets.ts';
import { anyOf, EVERY, filterQuery, NO } from './filters.ts';
import { GroupSearch } from './groups.ts';
import { HIT_FIELDS, hitOf, type OpenSearchHit } from './hits.ts';
import { RESULT_WINDOW } from './index-layout.ts';
import type { FactsOfState } from './known-facts.ts';
import { longValues } from './long-values.ts';
import { operatorsQuery, prefixQuery } from './operators-query.ts';
import { plainQuery } from './plain-query.ts';
import { sortOf } from './sorts.ts';
import type { Targets } from './target.ts';
import { assertComplete, TermFacts } from './term-facts.ts';
import { TreeQueries } from './tree-query.ts';

/** Values of a facet that are read at a time, and at most, if counts of shards cannot be added up at once. */
const FACET_PAGE = 10_000;
const MOST_FACET_VALUES = 200_000;

interface Response {
  readonly hits: { readonly total?: { readonly value: number }; readonly hits: readonly OpenSearchHit[] };
  readonly aggregations?: Readonly<Record<string, unknown>>;
}

/** One search: the plan as requests, and their responses as an outcome. */
export class ClusterSearch {
  readonly #cluster: Cluster;
  readonly #targets: Targets;
  readonly #known: FactsOfState;
  readonly #analyzer: Analyzer;
  readonly #plan: SearchPlan;
  readonly #signal: AbortSignal | undefined;

  constructor(
    cluster: Cluster,
    targets: Targets,
    known: FactsOfState,
    analyzer: Analyzer,
    plan: SearchPlan,
    signal?: AbortSignal,
  ) {
    this.#cluster = cluster;
    this.#targets = targets;
    this.#known = known;
    this.#analyzer = analyzer;
    this.#plan = plan;
    this.#signal = signal;
  }

  async run(): Promise<SearchOutcome> {
    const { group, facets, limit, offset, sort, totalUpTo } = this.#plan;
    const query = await this.#query();
    const isGrouped = group !== null;
    const groups = isGrouped
      ? new GroupSearch(group, this.#plan, this.#targets, (body) => this.#send(body))
      : undefined;
    const from = Math.min(offset, RESULT_WINDOW);
    const body: Json = {
      query,
      from: isGrouped ? 0 : from,
      size: isGrouped ? 0 : Math.min(limit, RESULT_WINDOW - from),
      track_total_hits: isGrouped ? false : (totalUpTo ?? true),
      track_scores: true,
      sort: sortOf(sort, this.#targets),
      ...HIT_FIELDS,
      aggs: { ...facetAggregations(facets, this.#targets), ...groups?.aggregations },
    };
    const { hits, aggregations = {} } = (await this.#send(body)) as unknown as Response;
    const outcomes = await this.#facets(query, aggregations);
    if (groups !== undefined) {
      const grouped = await groups.outcome(query, aggregations);
      const fullText = await longValues(
        this.#cluster,
        this.#targets,
        grouped.hits.flatMap((hit) =>
          hit.group === undefined ? [] : [[groups.field, hit.group.key] as const],
        ),
        this.#signal,
      );
      const shown = grouped.hits.map((hit) =>
        hit.group === undefined
          ? hit
          : { ...hit, group: { ...hit.group, key: fullText(groups.field, hit.group.key) } },
      );
      return { total: capped(grouped.total, totalUpTo), hits: shown, facets: outcomes };
    }
    return {
      total: capped(hits.total?.value ?? 0, totalUpTo),
      hits: hits.hits.map(hitOf),
      facets: outcomes,
    };
  }

  /** Finds what the plan finds, with its scores. */
  async #query(): Promise<Json> {
    const { boosts, filter, promoted, hidden } = this.#plan;
    const text = boostedQuery(await this.#text(), boosts, this.#targets);
    const first = new Map<string, Json>();
    for (const [i, ref] of promoted.entries()) {
      const key = `${ref.engineId} ${ref.id}`;
      const boost = 2 ** 127 - i * 2 ** 104;
      if (!first.has(key)) first.set(key, { constant_score: { filter: refQuery(ref), boost } });
    }
    return {
      bool: {
        must: [first.size === 0 ? text : { dis_max: { queries: [text, ...first.values()] } }],
        filter: [{ term: { a: true } }, filterQuery(filter, this.#targets)],
        must_not: hidden.length === 0 ? [] : [anyOf(hidden.map(refQuery))],
      },
    };
  }

  async #text(): Promise<Json> {
    const { query, matching } = this.#plan;
    const facts = new TermFacts(this.#cluster, this.#targets, this.#known);
    const fields = this.#plan.fields.filter(
      ({ name, weight }) => weight > 0 && (name === 'id' || this.#targets.isText(name)),
    );
    const analyzer = this.#analyzer;
    switch (query.kind) {
      case 'everything':
        return EVERY;
      case 'plain':
        return facts.resolve(() => plainQuery(query, matching, fields, analyzer, facts), this.#signal);
      case 'operators':
        return facts.resolve(() => operatorsQuery(query, fields, analyzer, facts), this.#signal);
      case 'prefix':
        return fields.length === 0 ? NO : prefixQuery(query.text, fields, analyzer);
      case 'tree': {
        const trees = new TreeQueries(analyzer, facts, this.#targets);
        return facts.resolve(() => trees.query(query.root), this.#signal);
      }
    }
  }

  async #send(body: Json): Promise<Json> {
    const json = await this.#cluster.send('POST', `${this.#targets.path}/_search`, {
      body,
      query: { allow_partial_search_results: false },
      signal: this.#signal,
    });
    assertComplete(json);
    return json;
  }

  async #facets(query: Json, aggregations: Readonly<Record<string, unknown>>): Promise<FacetOutcome[]> {
    const outcomes: FacetOutcome[] = [];
    const { facets } = this.#plan;
    for (const [i, facet] of facets.entries()) {
      const exact = facetOutcome(facet, aggregations[`f${i}`], this.#targets);
      outcomes.push(exact ?? (await this.#countAll(query, facet as ValueFacet)));
    }
    const cut = outcomes.flatMap((outcome, i) =>
      outcome.kind === 'value' ? outcome.values.map(({ value }) => [fieldOf(facets[i]), value] as const) : [],
    );
    const fullText = await longValues(this.#cluster, this.#targets, cut, this.#signal);
    return outcomes.map((outcome, i) =>
      outcome.kind === 'value'
        ? {
            ...outcome,
            values: outcome.values.map(({ value, count }) => ({
              value: fullText(fieldOf(facets[i]), value),
              count,
            })),
          }
        : outcome,
    );
  }

  /** Counts all values of a facet, page by page. Beyond a number of them the rest is left out. */
  async #countAll(query: Json, facet: ValueFacet): Promise<FacetOutcome> {
    const values: FacetValue[] = [];
    let after: unknown;
    while (values.length < MOST_FACET_VALUES) {
      const sources = [{ value: { terms: { field: facetPath(facet) } } }];
      const composite = { size: FACET_PAGE, sources, ...(after === undefined ? {} : { after }) };
      const body: Json = { query, size: 0, track_total_hits: false, aggs: { all: { composite } } };
      const { aggregations } = (await this.#send(body)) as unknown as {
        aggregations: { all: CompositePage };
      };
      for (const { key, doc_count: count } of aggregations.all.buckets)
        values.push({ value: key.value, count });
      after = aggregations.all.after_key;
      if (after === undefined) break;
    }
    return outcomeOfAll(facet, values);
  }
}

type ValueFacet = Extract<FacetPlan, { kind: 'value' | 'engine' }>;

interface CompositePage {
  readonly after_key?: unknown;
  readonly buckets: ReadonlyArray<{
    readonly key: { readonly value: string | number };
    readonly doc_count: number;
  }>;
}

const fieldOf = (facet: FacetPlan | undefined): string =>
  facet === undefined || facet.kind === 'engine' ? '' : facet.field;

const capped = (total: number, upTo: number | undefined): number =>
  upTo === undefined ? total : Math.min(total, upTo);

const refQuery = ({ engineId, id }: DocumentRef): Json => ({
  bool: { filter: [{ term: { id } }, { term: { e: engineId } }] },
});
