import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { engineKey } from '../../api/queries.ts';
import { useEngineOverview } from '../../frame/engine-overview.ts';
import { useAccount, useEngineName } from '../../session.ts';
import { originalsOf } from '../documents/original.ts';
import { inOneLine } from '../documents/shown-value.ts';
import { guessedFields } from '../preview/guess.ts';

/** The longest title to show, in characters. */
const LONGEST = 120;

export interface CuratedDocuments {
  readonly error: Error | null;
  /** The title of a document, or its id if it has none or is not loaded. */
  titleOf(id: string): string;
  /** Ids of documents that do not exist. */
  readonly missing: ReadonlySet<string>;
}

/** Titles of documents, and which of them no longer exist. */
export function useCuratedDocuments(ids: readonly string[]): CuratedDocuments {
  const account = useAccount();
  const engine = useEngineName();
  const { title } = guessedFields(useEngineOverview({ stay: true }).schema);
  // Sorted, so that another order is not another request.
  const wanted = [...new Set(ids)].sort();
  const { data = new Map<string, string | null>(), error } = useQuery({
    queryKey: engineKey(account.id, engine, 'curated documents', title, wanted),
    queryFn: async ({ signal }) => {
      const found = await originalsOf(account.id, engine, wanted, signal);
      return new Map(wanted.map((id, at) => [id, titleIn(found[at]?.document, title)]));
    },
    placeholderData: keepPreviousData,
    enabled: wanted.length > 0,
  });
  return {
    error,
    titleOf: (id) => data.get(id) || id,
    missing: new Set(wanted.filter((id) => data.get(id) === null)),
  };
}

/** Null if there is no document. */
function titleIn(document: Readonly<Record<string, unknown>> | undefined, field: string): string | null {
  if (document === undefined) return null;
  const value = document[field];
  const text = value === null || value === undefined ? '' : inOneLine(value);
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
}
