import ElasticAppSearch from '@elastic/app-search-javascript';
import type { TestService } from '../support/service.ts';

export type Settings = Partial<Parameters<typeof ElasticAppSearch.createClient>[0]>;

/**
 * A client with the search key of the service. Responses are not cached: the client caches them by URL, and ports are
 * reused.
 */
export const connected = (service: TestService, settings: Settings = {}) =>
  ElasticAppSearch.createClient({
    endpointBase: service.baseUrl,
    engineName: 'books',
    searchKey: service.searchKey,
    cacheResponses: false,
    ...settings,
  });

export const ids = (list: { results: ReadonlyArray<{ getRaw(field: string): unknown }> }): string[] =>
  list.results.map((result) => String(result.getRaw('id'))).sort();

export const genres = (...counts: Array<[value: string, count: number]>) => [
  { type: 'value', data: counts.map(([value, count]) => ({ value, count })) },
];
