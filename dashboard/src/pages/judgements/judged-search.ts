import { useQuery } from '@tanstack/react-query';
import { useEngineOverview } from '../../frame/engine-overview.ts';
import { useAccount, useEngineName } from '../../session.ts';
import { foundDocument } from '../curations/organic-search.ts';
import { originalQuery } from '../documents/original.ts';
import { inOneLine } from '../documents/shown-value.ts';
import { guessedFields } from '../preview/guess.ts';
import { useTestSearch } from '../tester/test-search.ts';
import type { RatedDocument } from './rated-list.tsx';

/** The longest title to show, in characters. */
const LONGEST = 120;

/** The field whose text names documents. Keeps the page and its unsaved grades if the engine is deleted. */
const useTitleField = (): string => guessedFields(useEngineOverview({ stay: true }).schema).title;

/** The first results of a query, as an evaluation gets them; null runs no search. */
export function useJudgedSearch(query: string | null, size: number) {
  const account = useAccount();
  const engine = useEngineName();
  const title = useTitleField();
  const body = {
    query: query ?? '',
    page: { size },
    ...(title !== 'id' && { result_fields: { [title]: { raw: { size: LONGEST } } } }),
    record_analytics: false,
  };
  const { data, error, isPlaceholderData } = useTestSearch(account.id, engine, body, query !== null);
  const answer = query === null ? undefined : data?.answer;
  return {
    error,
    isOld: isPlaceholderData,
    total: answer?.meta.page.total_results,
    found: answer?.results.map((result) => foundDocument(result, title)),
  };
}

/** The document with an id, even if no search finds it; undefined if there is none. */
export function useDocumentWithId(id: string): RatedDocument | undefined {
  const account = useAccount();
  const engine = useEngineName();
  const field = useTitleField();
  const { data } = useQuery({ ...originalQuery(account.id, engine, id), enabled: id !== '', retry: false });
  if (!data) return undefined;
  const value = data.document[field];
  const text = value === undefined || value === null ? '' : inOneLine(value);
  return { id, title: text === '' ? id : text.slice(0, LONGEST) };
}
