import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { queryOf, routeOf } from '../addresses.ts';
import { call } from '../api/client.ts';
import { engineKey } from '../api/queries.ts';

/** Debounce time in milliseconds. */
const PAUSE = 300;
/** No id is longer. */
const MAX_LENGTH = 800;

/** The document of an engine whose id was typed; undefined without an engine or such a document. */
export function useFoundDocument(
  account: string,
  engine: string | undefined,
  typed: string,
): string | undefined {
  const wanted = typed.trim();
  const [id] = useDebouncedValue(wanted, PAUSE);
  const { data } = useQuery({
    queryKey: engineKey(account, engine ?? '', 'document by id', id),
    queryFn: ({ signal }) =>
      call<ReadonlyArray<object | null>>(
        'GET',
        routeOf.api(account, 'engines', engine ?? '', 'documents') + queryOf({ ids: [id] }),
        { signal, untracked: true },
      ),
    enabled: engine !== undefined && id !== '' && id.length <= MAX_LENGTH,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
  return id === wanted && data?.[0] ? id : undefined;
}
