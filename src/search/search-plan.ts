import type { DocumentRef, SearchPlan, SynonymExpansion } from '../index/plan.ts';
import { limits } from '../limits.ts';
import type { Schema } from '../values/types.ts';
import { facetPlan } from './facets.ts';
import { isBeyondReach } from './page.ts';
import { queryRules } from './precision.ts';
import { parseQueryText } from './query-text.ts';
import type { SearchRequest } from './request.ts';

/** The names of the text fields of a schema. */
export const textFields = (schema: Schema): string[] =>
  [...schema].filter(([, type]) => type === 'text').map(([name]) => name);

/** What synonym sets and curations add to the plan of a query. */
export interface PlanTuning {
  readonly synonyms: readonly SynonymExpansion[];
  readonly promoted: readonly DocumentRef[];
  readonly hidden: readonly DocumentRef[];
}
const NO_TUNING: PlanTuning = { synonyms: [], promoted: [], hidden: [] };

/** The plan of a request, for the index. */
export function searchPlan(
  request: SearchRequest,
  schema: Schema,
  { synonyms, promoted, hidden }: PlanTuning = NO_TUNING,
): SearchPlan {
  const fields =
    request.searchFields ?? new Map(['id', ...textFields(schema)].map((name) => [name, undefined]));
  const { current, size } = request.page;
  const query = parseQueryText(request.query, synonyms);
  return {
    query,
    fields: [...fields]
      .map(([name, weight]) => ({ name, weight: weight ?? 1 }))
      .filter(({ weight }) => weight > 0),
    matching: queryRules(query, request.precision),
    filter: request.filter,
    boosts: request.boosts.boosts,
    sort: request.sort,
    group: request.group,
    facets: (request.facets ?? []).map(facetPlan),
    promoted,
    hidden,
    offset: (current - 1) * size,
    limit: isBeyondReach(request.page) ? 0 : size,
    // No response reports a higher total.
    totalUpTo: limits.searchResults,
  };
}
