import { EVERYTHING, type Filter, type QueryPlan, type SearchPlan } from '../../src/index/plan.ts';
import { matchRules } from '../../src/search/precision.ts';
import { COUNTED, type Conditions, FACET_VALUES, FIELDS, HITS } from './question.ts';

/** The search plan of a query, as for an API request; by default at the default precision. */
export function planOf(
  text: string,
  { filter, geo, facets = [], sort }: Conditions,
  precision = 2,
): SearchPlan {
  const query: QueryPlan = text === '' ? { kind: 'everything' } : { kind: 'plain', text, synonyms: [] };
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
    matching: matchRules(precision),
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
    totalUpTo: COUNTED,
  };
}
