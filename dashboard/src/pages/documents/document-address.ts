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

/** The id in the URL of a document's page. */
export function useDocumentId(): string {
  const [params] = useSearchParams();
  const inPath = useParam('document');
  const beside = params.get('id') ?? '';
  return inPath === '-' && STEPS.includes(beside) ? beside : inPath;
}
