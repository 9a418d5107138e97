import type { SortKey, TreeNode } from '../index/plan.ts';
import { limits } from '../limits.ts';
import type { Schema } from '../values/types.ts';
import { type Aggregation, parseAggregations } from './aggregations.ts';
import { booleanOf, invalid, membersOf, nameOf, type Part, unsupported, wholeOf } from './part.ts';
import { parseQuery } from './query.ts';
import { parseSort } from './sort.ts';
import { parseSource, type SourceFilter } from './source-filter.ts';

/** A request as plain data, validated against the schema. */
export interface ElasticsearchRequest {
  readonly query: TreeNode;
  readonly from: number;
  readonly size: number;
  readonly sort: readonly SortKey[];
  readonly source: SourceFilter;
  readonly aggregations: readonly Aggregation[];
  /** The number that totals are counted up to; null for none at all, infinity for exact ones. */
  readonly totalUpTo: number | null;
}

const OPTIONS = [
  'query',
  'from',
  'size',
  'sort',
  '_source',
  '_source_includes',
  '_source_excludes',
  'aggs',
  'aggregations',
  'track_total_hits',
] as const;
type Option = (typeof OPTIONS)[number];

/** Parameters without an effect: a client sends headers as parameters, and `pretty` only changes white space. */
const isIgnored = (name: string): boolean =>
  name === 'pretty' || /^(authorization$|x-enterprise-search-analytics)/i.test(name);

export function parseElasticsearchRequest(
  params: Readonly<Record<string, unknown>>,
  schema: Schema,
): ElasticsearchRequest {
  const given: Partial<Record<Option, Part>> = {};
  for (const [name, value] of Object.entries(withNested(params))) {
    if (isIgnored(name)) continue;
    const option = OPTIONS.find((one) => one === name);
    if (option === undefined) throw unsupported(name);
    given[option] = { path: name, value };
  }
  if (given.aggs !== undefined && given.aggregations !== undefined) {
    throw invalid('aggs', 'cannot be combined with aggregations');
  }
  const from = given.from === undefined ? 0 : wholeOf(given.from, 0, limits.searchResults);
  const size =
    given.size === undefined ? limits.elasticsearch.size : wholeOf(given.size, 0, limits.searchResults);
  if (from + size > limits.searchResults) {
    const bound = `from + size must be less than or equal to: [${limits.searchResults}] but was [${from + size}]`;
    throw invalid('Result window', `is too large, ${bound}`);
  }
  return {
    query: parseQuery(given.query, schema),
    from,
    size,
    sort: parseSort(given.sort, schema),
    source: parseSource(given._source, given._source_includes, given._source_excludes),
    aggregations: parseAggregations(given.aggs ?? given.aggregations, schema),
    totalUpTo: totalOf(given.track_total_hits),
  };
}

/** A client puts the parameters of Elasticsearch into one of its own. */
function withNested(params: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const { [NESTED]: nested, ...others } = params;
  if (nested === undefined) return params;
  return { ...membersByName({ path: NESTED, value: nested }), ...others };
}
const NESTED = 'es_search_query_params';

const membersByName = (part: Part): Record<string, unknown> =>
  Object.fromEntries(membersOf(part).map((member) => [nameOf(part, member), member.value]));

function totalOf(part: Part | undefined): number | null {
  if (part === undefined || part.value === null) return limits.searchResults;
  const { value } = part;
  if (typeof value === 'number' || (typeof value === 'string' && /^\d+$/.test(value))) {
    return wholeOf(part, 0, 2 ** 31 - 1);
  }
  return booleanOf(part) ? Number.POSITIVE_INFINITY : null;
}
