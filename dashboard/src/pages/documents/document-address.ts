import { useSearchParams } from 'wouter';
import { pageOf } from '../../addresses.ts';
import { useParam } from '../../frame/current-route.tsx';

/** Browsers resolve these as path segments, even if they are escaped. */
const STEPS = ['.', '..'];

/** The URL of a document's page. */
export const documentPage = (account: string, engine: string, id: string): string =>
  STEPS.includes(id)
    ? `${pageOf.engine(account, engine, 'documents', '-')}?id=${id}`
    : pageOf.engine(account, engine, 'documents', id);

/** By path, the query string of the list that was shown last. */
const lists = new Map<string, string>();

export const rememberList = (account: string, engine: string, search: string): void =>
  void lists.set(pageOf.engine(account, engine, 'documents'), search);

/** The URL of the list of documents, with the query, filters and page that it had. */
export function listPage(account: string, engine: string): string {
  const path = pageOf.engine(account, engine, 'documents');
  const search = lists.get(path) ?? '';
  return search === '' ? path : `${path}?${search}`;
}

/** The id in the URL of a document's page. */
export function useDocumentId(): string {
  const [params] = useSearchParams();
  const inPath = useParam('document');
  const beside = params.get('id') ?? '';
  return inPath === '-' && STEPS.includes(beside) ? beside : inPath;
}
