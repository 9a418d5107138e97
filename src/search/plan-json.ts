import type { DocumentRef, Filter, SearchPlan } from '../index/plan.ts';

/** Names of engines by id: a plan knows engines by their ids, which mean nothing to a caller. */
export type EngineNames = ReadonlyMap<number, string>;

/**
 * The plan of a search as it is run. Without `hasCurations`, the documents that a curation names are left out: some may
 * be outside of what a key may see.
 */
export function planJson(plan: SearchPlan, engines: EngineNames, hasCurations: boolean): object {
  const { filter, sort, promoted, hidden, totalUpTo, ...rest } = plan;
  const refJson = ({ engineId, id }: DocumentRef) => ({ engine: engines.get(engineId), id });
  return {
    ...rest,
    filter: filterJson(filter, engines),
    sort: sort.map((key) =>
      key.kind === 'scoped id' ? { kind: key.kind, descending: key.descending } : key,
    ),
    ...(hasCurations && { promoted: promoted.map(refJson), hidden: hidden.map(refJson) }),
    ...(totalUpTo !== undefined && { totalUpTo }),
  };
}

export function filterJson(filter: Filter, engines: EngineNames): object {
  switch (filter.kind) {
    case 'all':
    case 'any':
    case 'none':
      return { kind: filter.kind, of: filter.of.map((part) => filterJson(part, engines)) };
    case 'engine':
      return { kind: 'engine', engines: filter.engineIds.flatMap((id) => engines.get(id) ?? []) };
    case 'value':
    case 'range':
    case 'distance':
      return filter;
  }
}
