import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { call } from '../../api/client.ts';
import { engineKey } from '../../api/queries.ts';
import type { SearchSettings } from '../../search-settings/settings.ts';
import { type SearchAnswer, searchPath } from '../tester/test-search.ts';
import { PAGE } from './answer-size.ts';

type ResultFields = SearchSettings['result_fields'];

/** The search whose answer is shown; null for the saved settings. */
export const answerBody = (query: string, fields: ResultFields | null) => ({
  query,
  page: { size: PAGE },
  ...(fields !== null && { result_fields: fields }),
  record_analytics: false,
});

/** The answers to a query with the saved and with unsaved result settings, read together. */
export const useAnswers = (account: string, engine: string, query: string, fields: ResultFields | null) =>
  useQuery({
    queryKey: engineKey(account, engine, 'tester', 'answers', query, fields),
    queryFn: async ({ signal }) => {
      const search = (unsaved: ResultFields | null) =>
        call<SearchAnswer>('POST', searchPath(account, engine), {
          body: answerBody(query, unsaved),
          signal,
          untracked: true,
        });
      const [before, after] = await Promise.all([search(null), fields === null ? undefined : search(fields)]);
      return { before, after: after ?? before };
    },
    placeholderData: keepPreviousData,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
