import { useQuery } from '@tanstack/react-query';
import { call } from '../../api/client.ts';
import { engineKey, overviewQuery } from '../../api/queries.ts';
import { useAccount, useEngineName } from '../../session.ts';
import { guessedFields } from '../preview/guess.ts';
import { type Result, type SearchAnswer, searchPath } from '../tester/test-search.ts';

/** Titles of documents by id. Documents that no longer exist, or have no title, are missing. */
export function useTitles(ids: readonly string[]): ReadonlyMap<string, string> {
  const account = useAccount();
  const engine = useEngineName();
  // Not suspending: the ids are shown until the titles have loaded.
  const schema = useQuery(overviewQuery(account.id, engine)).data?.schema ?? {};
  const { title } = guessedFields(schema);
  const { data } = useQuery({
    queryKey: engineKey(account.id, engine, 'titles', title, ids),
    queryFn: async ({ signal }) => {
      const body = {
        query: '',
        filters: { id: ids },
        page: { size: ids.length },
        result_fields: { [title]: { raw: { size: 120 } } },
        record_analytics: false,
      };
      const { results } = await call<SearchAnswer>('POST', searchPath(account.id, engine), {
        body,
        signal,
        untracked: true,
      });
      const titleOf = (result: Result): string => [result[title]?.raw ?? []].flat().join(', ');
      return results.map((result) => [result._meta.id, titleOf(result)] as const);
    },
    enabled: ids.length > 0 && title !== 'id',
    staleTime: 60_000,
  });
  return new Map(data);
}
