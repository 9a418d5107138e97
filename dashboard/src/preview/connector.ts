import type { SearchProvider } from '@elastic/react-search-ui';
import type { ComponentProps } from 'react';
import { routeOf } from '../addresses.ts';
import type { PageMeta } from '../api/types.ts';
import { patientCall } from './patient-call.ts';
import { searchBody } from './search-body.ts';

export type Connector = ComponentProps<typeof SearchProvider>['config']['apiConnector'];
type Query = Parameters<Connector['onSearch']>[1];
type State = Parameters<Connector['onSearch']>[0];

interface Answer {
  readonly meta: { readonly page: PageMeta; readonly request_id: string };
  readonly results: ReadonlyArray<Readonly<Record<string, unknown>>>;
  readonly facets?: Readonly<Record<string, unknown>>;
}

/** A Search UI connector for the dashboard's routes: with a session instead of a key, and without analytics. */
export function dashboardConnector(
  account: string,
  engine: string,
  failed: (error: unknown) => void,
): Connector {
  const path = routeOf.api(account, 'engines', engine, 'search');
  const ask = (body: unknown): Promise<Answer> => patientCall('POST', path, body);

  async function search(state: State, query: Query) {
    // A facet is counted without its own selection, so that further values can be selected.
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
    // Search UI computes the displayed range itself.
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
    // The preview records no analytics, so clicks are ignored.
    onResultClick: () => undefined,
    onAutocompleteResultClick: () => undefined,
  };
}
