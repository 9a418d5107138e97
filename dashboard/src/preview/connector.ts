import type { SearchProvider } from '@elastic/react-search-ui';
import type { ComponentProps } from 'react';
import { routeOf } from '../addresses.ts';
import { call } from '../api/client.ts';
import type { PageMeta } from '../api/types.ts';
import { searchBody } from './search-body.ts';

export type Connector = ComponentProps<typeof SearchProvider>['config']['apiConnector'];
type Query = Parameters<Connector['onSearch']>[1];
type State = Parameters<Connector['onSearch']>[0];

interface Answer {
  readonly meta: { readonly page: PageMeta; readonly request_id: string };
  readonly results: ReadonlyArray<Readonly<Record<string, unknown>>>;
  readonly facets?: Readonly<Record<string, unknown>>;
}

/** Search UI over the dashboard's own routes: with the session in place of a key, and counted nowhere. */
export function dashboardConnector(
  account: string,
  engine: string,
  failed: (error: unknown) => void,
): Connector {
  const path = routeOf.api(account, 'engines', engine, 'search');
  const ask = (body: unknown): Promise<Answer> =>
    call<Answer>('POST', path, { body, untracked: true, withoutSession: true });

  async function search(state: State, query: Query) {
    // A facet with chosen values is counted as if none of its own were: one could choose a further one.
    const chosen = (query.disjunctiveFacets ?? []).filter((name) =>
      state.filters?.some((filter) => filter.field === name),
    );
    const [answer, ...counts] = await Promise.all([
      ask(searchBody(state, query)),
      ...chosen.map((name) => ask(searchBody(state, query, name))),
    ]);
    return {
      requestId: answer.meta.request_id,
      resultSearchTerm: state.searchTerm ?? '',
      results: [...answer.results],
      totalPages: answer.meta.page.total_pages,
      totalResults: answer.meta.page.total_results,
      facets: Object.assign({ ...answer.facets }, ...counts.map(({ facets }) => facets)),
      rawResponse: answer,
      wasSearched: true,
    };
  }

  return {
    // Search UI itself works out which of the results are shown.
    onSearch: (state, query) =>
      (search(state, query) as ReturnType<Connector['onSearch']>).catch((error: unknown) => {
        failed(error);
        throw error;
      }),
    onAutocomplete: async () => ({
      autocompletedResults: [],
      autocompletedResultsRequestId: '',
      autocompletedSuggestions: {},
      autocompletedSuggestionsRequestId: '',
    }),
    // Clicks are for analytics, and a preview counts nowhere.
    onResultClick: () => undefined,
    onAutocompleteResultClick: () => undefined,
  };
}
