import { queryOptions } from '@tanstack/react-query';
import { queryOf, routeOf } from '../../addresses.ts';
import { call, callVersioned } from '../../api/client.ts';
import { engineKey } from '../../api/queries.ts';
import type { Moment, PageMeta } from '../../api/types.ts';
import { type Curation, curationOf, readCuration } from './curations-query.ts';

export type SuggestionStatus = 'pending' | 'applied' | 'automated' | 'rejected' | 'disabled';

/** A curation that the clicks of a query suggest. */
export interface Suggestion {
  readonly query: string;
  readonly status: SuggestionStatus;
  readonly updated_at: Moment;
  readonly promoted: readonly string[];
  readonly operation: 'create' | 'update' | 'delete';
  /** The curation that it would change or has made. */
  readonly curation_id?: string;
  /** Applying it replaces a curation that was made by hand. */
  readonly override_manual_curation?: true;
}

interface SuggestionList {
  readonly meta: { readonly page: PageMeta };
  readonly results: readonly Suggestion[];
}

export interface AdaptiveSettings {
  readonly enabled: boolean;
  readonly mode: 'manual' | 'automatic';
  readonly timeframe: number;
  readonly max_size: number;
  readonly min_clicks: number;
  readonly schedule_frequency: number;
  readonly schedule_unit: string;
}

const PER_PAGE = 25;
const DAY = 86_400_000;
/** Documents whose clicks are counted; more than a curation can have. */
const COUNTED = 100;

export const adaptivePath = (account: string, engine: string, ...rest: readonly string[]): string =>
  routeOf.api(account, 'engines', engine, 'adaptive_relevance', ...rest);

export const suggestionsQuery = (account: string, engine: string, status: SuggestionStatus, page: number) =>
  queryOptions({
    queryKey: engineKey(account, engine, 'suggestions', status, page),
    queryFn: ({ signal }) =>
      call<SuggestionList>(
        'GET',
        adaptivePath(account, engine, 'suggestions') +
          queryOf({ filters: { status: [status] }, page: { current: page, size: PER_PAGE } }),
        { signal },
      ),
  });

/** A suggestion with its version, and the curation that its query has now. */
export const reviewQuery = (account: string, engine: string, query: string) =>
  queryOptions({
    queryKey: engineKey(account, engine, 'suggestions', 'review', query),
    queryFn: async ({ signal }) => {
      // The version first: if the curation changes in between, a decision is refused.
      const { data, version } = await callVersioned<SuggestionList>(
        'GET',
        adaptivePath(account, engine, 'suggestions', query),
        { signal, untracked: true },
      );
      const id = await curationOf(account, engine, query, signal);
      const curation: Curation | null =
        id === null ? null : (await readCuration(account, engine, id, signal)).data;
      return { suggestion: data.results[0], version, curation };
    },
    staleTime: 0,
    gcTime: 0,
  });

export const adaptiveSettingsQuery = (account: string, engine: string) =>
  queryOptions({
    queryKey: engineKey(account, engine, 'suggestions', 'settings'),
    queryFn: ({ signal }) =>
      callVersioned<{ readonly curation: AdaptiveSettings }>(
        'GET',
        adaptivePath(account, engine, 'settings'),
        { signal },
      ),
  });

interface ClickReport {
  readonly results: ReadonlyArray<{ readonly document_id: string; readonly clicks: number }>;
}

/** Clicks of the last days for a query, by document. */
export const clicksQuery = (account: string, engine: string, query: string, days: number) =>
  queryOptions({
    queryKey: engineKey(account, engine, 'suggestions', 'clicks', query, days),
    queryFn: async ({ signal }) => {
      const from = new Date(Date.now() - days * DAY).toISOString();
      const path =
        routeOf.api(account, 'engines', engine, 'analytics', 'clicks') +
        queryOf({ query, filters: { date: { from } }, page: { size: COUNTED } });
      const { results } = await call<ClickReport>('GET', path, { signal, untracked: true });
      return new Map(results.map(({ document_id: id, clicks }) => [id, clicks]));
    },
  });
