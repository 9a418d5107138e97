import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { queryOf, routeOf } from '../../../addresses.ts';
import { call } from '../../../api/client.ts';
import type { PageMeta } from '../../../api/types.ts';

/** Signed search keys that are refused: those to which all given conditions apply. */
export interface Revocation {
  readonly id: number;
  readonly jti?: string;
  readonly sub?: string;
  readonly issued_before?: string;
  readonly api_key_name?: string;
  readonly created_at: string;
}

interface RevocationList {
  readonly meta: { readonly page: PageMeta };
  readonly results: readonly Revocation[];
}

const revocationsKey = (account: string) => ['account', account, 'revocations'] as const;

export const revocationsPath = (account: string, ...rest: readonly string[]): string =>
  routeOf.api(account, 'signed_search_keys', 'revocations', ...rest);

export const revocationsQuery = (account: string, page: number) =>
  queryOptions({
    queryKey: [...revocationsKey(account), page],
    queryFn: ({ signal }) => {
      const path = revocationsPath(account) + queryOf({ page: { current: page } });
      return call<RevocationList>('GET', path, { signal });
    },
  });

export const refreshRevocations = (client: QueryClient, account: string): Promise<void> =>
  client.invalidateQueries({ queryKey: revocationsKey(account) });
