/** The parts of Search UI's state and query that a search needs. */
interface State {
  readonly searchTerm?: string | undefined;
  readonly current?: number | undefined;
  readonly resultsPerPage?: number | undefined;
  readonly sortField?: string | undefined;
  readonly sortDirection?: string | undefined;
  readonly filters?:
    | ReadonlyArray<{ readonly field: string; readonly values: readonly unknown[] }>
    | undefined;
}
interface Query {
  readonly facets?: Readonly<Record<string, unknown>> | undefined;
  readonly result_fields?: Readonly<Record<string, unknown>> | undefined;
}

const hasAny = (object: object | undefined): boolean =>
  object !== undefined && Object.keys(object).length > 0;

/** The search request; with `only`, a request that only counts the values of this facet. */
export function searchBody(state: State, query: Query, only?: string): Readonly<Record<string, unknown>> {
  const filters = (state.filters ?? []).filter(({ field, values }) => field !== only && values.length > 0);
  const facets = only === undefined ? query.facets : { [only]: query.facets?.[only] };
  const { sortField, sortDirection } = state;
  return {
    query: state.searchTerm ?? '',
    page: {
      current: only === undefined ? (state.current ?? 1) : 1,
      size: only === undefined ? state.resultsPerPage : 1,
    },
    // OR within a field, AND between fields.
    ...(filters.length > 0 && {
      filters: { all: filters.map(({ field, values }) => ({ [field]: values })) },
    }),
    ...(hasAny(facets) && { facets }),
    ...(only === undefined && sortField && { sort: { [sortField]: sortDirection } }),
    result_fields: only === undefined ? query.result_fields : { id: { raw: {} } },
    record_analytics: false,
  };
}
