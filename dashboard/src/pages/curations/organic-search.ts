import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { routeOf } from '../../addresses.ts';
import { call } from '../../api/client.ts';
import { engineKey } from '../../api/queries.ts';
import { useEngineOverview } from '../../frame/engine-overview.ts';
import { useAccount, useEngineName } from '../../session.ts';
import { inOneLine } from '../documents/shown-value.ts';
import { guessedFields } from '../preview/guess.ts';
import type { Result, SearchAnswer } from '../tester/test-search.ts';

/** A result to promote or to hide. */
export interface FoundDocument {
  readonly id: string;
  readonly title: string;
  readonly score: number | null;
}

/** The first results of a query as if the engine had no curations; null runs no search. */
export function useOrganicSearch(query: string | null, size: number) {
  const account = useAccount();
  const engine = useEngineName();
  // Keeps the page and its unsaved changes if the engine is deleted.
  const { title } = guessedFields(useEngineOverview({ stay: true }).schema);
  const body = {
    query,
    page: { size },
    ...(title !== 'id' && { result_fields: { [title]: { raw: { size: 120 } } } }),
  };
  const { data, error, isPlaceholderData } = useQuery({
    queryKey: engineKey(account.id, engine, 'organic', body),
    queryFn: ({ signal }) =>
      call<SearchAnswer>('POST', routeOf.account(account.id, 'engines', engine, 'organic-search'), {
        body,
        signal,
        untracked: true,
      }),
    enabled: query !== null,
    placeholderData: keepPreviousData,
    refetchOnWindowFocus: false,
  });
  const answer = query === null ? undefined : data;
  return {
    error,
    isOld: isPlaceholderData,
    total: answer?.meta.page.total_results,
    found: answer?.results.map((result) => foundDocument(result, title)),
  };
}

/** In meta engines `id` is the scoped id, which curations and judgements use; `_meta.id` is not. */
export function foundDocument(result: Result, title: string): FoundDocument {
  const { id: ownId, score } = result._meta;
  const id = String(result.id?.raw ?? ownId);
  const text = title === 'id' ? '' : [result[title]?.raw ?? []].flat().map(inOneLine).join(', ');
  return { id, title: text === '' ? id : text, score };
}
