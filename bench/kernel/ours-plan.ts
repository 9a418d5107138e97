import type { TreeRequest } from '../../src/index/embedded/query/tree.ts';
import { EVERYTHING, type Filter, type QueryPlan, type SearchPlan } from '../../src/index/plan.ts';
import { type Conditions, FACET_VALUES, FIELDS, HITS, type QueryTree } from './tree.ts';

/** The conditions of a question as the engine's plan; default precision unless told otherwise. */
export function planOf(
  { filter, geo, facets = [], sort }: Conditions,
  query: QueryPlan,
  precision = 2,
): SearchPlan {
  const all: Filter[] = [];
  if (filter !== undefined) {
    all.push({ kind: 'value', field: 'section', values: filter.section });
    all.push({ kind: 'range', field: 'size', from: filter.size[0], to: filter.size[1] });
  }
  if (geo !== undefined) {
    const center = { lat: geo[0], lon: geo[1] };
    all.push({ kind: 'distance', field: 'location', center, from: 0, to: geo[2] * 1000 });
  }
  return {
    query,
    fields: FIELDS,
    precision,
    filter: all.length === 0 ? EVERYTHING : { kind: 'all', of: all },
    boosts: [],
    sort: sort === undefined ? [] : [{ kind: 'field', field: sort, descending: true }],
    group: null,
    facets: facets.map((field) => ({
      kind: 'value',
      field,
      size: FACET_VALUES,
      sort: { by: 'count', descending: true },
    })),
    promoted: [],
    hidden: [],
    offset: 0,
    limit: HITS,
  };
}

/** A tree as the engine takes it. */
export function requestOf({ op, nodes, ...conditions }: QueryTree): TreeRequest {
  const { filter, facets, sort } = planOf(conditions, { kind: 'everything' });
  const { cap } = conditions;
  return {
    op,
    nodes: nodes.map((node) => {
      if (node.kind === 'expanded') throw new Error('ours expands for itself');
      return node;
    }),
    fields: FIELDS,
    filter,
    facets,
    sort,
    limit: HITS,
    ...(cap !== undefined && { totalUpTo: cap }),
  };
}
