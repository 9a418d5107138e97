/** As much of Search UI's state and query as a search is made of. */
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

/** The search that the API is asked for; with `only`, one that counts the values of this facet and no more. */
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
    // Any value of a field, and every field.
    ...(filters.length > 0 && {
      filters: { all: filters.map(({ field, values }) => ({ [field]: values })) },
    }),
    ...(hasAny(facets) && { facets }),
    ...(only === undefined && sortField && { sort: { [sortField]: sortDirection } }),
    result_fields: only === undefined ? query.result_fields : { id: { raw: {} } },
    record_analytics: false,
  };
}
