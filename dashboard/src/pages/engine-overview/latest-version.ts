import { queryOptions } from '@tanstack/react-query';
import { queryOf } from '../../addresses.ts';
import { call } from '../../api/client.ts';
import { engineKey } from '../../api/queries.ts';
import { configurationPath, type VersionInfo } from '../configuration/configuration-query.ts';

/** The last change of the configuration; null if there was none. */
export const latestVersionQuery = (account: string, engine: string) =>
  queryOptions({
    queryKey: engineKey(account, engine, 'latest version'),
    queryFn: async ({ signal }): Promise<VersionInfo | null> => {
      const path = configurationPath(account, engine, 'versions') + queryOf({ page: { size: 1 } });
      const { results } = await call<{ readonly results: readonly VersionInfo[] }>('GET', path, {
        signal,
        untracked: true,
      });
      return results[0] ?? null;
    },
  });
