import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { routeOf } from '../../addresses.ts';
import { call } from '../../api/client.ts';
import { engineKey } from '../../api/queries.ts';
import { type SearchAnswer, searchPath } from '../tester/test-search.ts';
import type { Ranked } from './rank-changes.ts';

/** How many results of a query are read: deep enough to tell where most results came from. */
export const DEPTH = 50;

/** Search options of unsaved settings; null for the saved settings. */
export type Options = Readonly<Record<string, unknown>> | null;

/** The search of a ranking, without analytics. */
export const rankingBody = (query: string, title: string, options: Options) => ({
  query,
  page: { size: DEPTH },
  result_fields: title === 'id' ? { id: { raw: {} } } : { [title]: { raw: { size: 120 } } },
  record_analytics: false,
  ...options,
});

const rankingOf = (answer: SearchAnswer, title: string): Ranked[] =>
  answer.results.map((result) => {
    const { id, score } = result._meta;
    const text = [result[title]?.raw ?? []].flat().join(', ');
    return { id, score, title: text === '' ? id : text };
  });

interface Asked {
  readonly account: string;
  readonly engine: string;
  /** The field whose text names results. */
  readonly title: string;
  /** Unsaved settings; null if there are none. */
  readonly options: Options;
}

const SETTINGS = {
  placeholderData: keepPreviousData,
  gcTime: 0,
  refetchOnWindowFocus: false,
} as const;

/** The results of a query with the saved and with unsaved settings. Read together, so that both belong to one query. */
export const useRankings = ({ account, engine, title, options }: Asked, query: string) =>
  useQuery({
    queryKey: engineKey(account, engine, 'tester', 'rankings', title, query, options),
    queryFn: async ({ signal }) => {
      const search = (body: object) =>
        call<SearchAnswer>('POST', searchPath(account, engine), { body, signal, untracked: true });
      const [before, after] = await Promise.all([
        search(rankingBody(query, title, null)),
        options === null ? undefined : search(rankingBody(query, title, options)),
      ]);
      const shown = after ?? before;
      return {
        before: rankingOf(before, title),
        after: rankingOf(shown, title),
        total: shown.meta.page.total_results,
      };
    },
    ...SETTINGS,
  });

/** The results of several queries, at most as many as a request may have. */
export const useManyRankings = (
  { account, engine, title, options }: Asked,
  queries: readonly string[],
  enabled = true,
) =>
  useQuery({
    queryKey: engineKey(account, engine, 'tester', 'many rankings', title, queries, options),
    queryFn: async ({ signal }) => {
      const answers = await call<readonly SearchAnswer[]>(
        'POST',
        routeOf.api(account, 'engines', engine, 'multi_search'),
        {
          body: { queries: queries.map((query) => rankingBody(query, title, options)) },
          signal,
          untracked: true,
        },
      );
      return new Map(
        queries.map((query, at) => {
          const answer = answers[at];
          return [query, answer === undefined ? [] : rankingOf(answer, title)];
        }),
      );
    },
    enabled: enabled && queries.length > 0,
    ...SETTINGS,
  });
