import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { routeOf } from '../addresses.ts';
import { call, callVersioned } from '../api/client.ts';
import { engineKey } from '../api/queries.ts';
import type { SearchSettings } from './settings.ts';
import type { SettingsApi } from './settings-save.ts';

export const settingsPath = (account: string, engine: string, ...rest: readonly string[]): string =>
  routeOf.api(account, 'engines', engine, 'search_settings', ...rest);

const configurationPath = (account: string, engine: string): string =>
  routeOf.api(account, 'engines', engine, 'configuration');

/** The search settings with their version. */
export const settingsQuery = (account: string, engine: string) =>
  queryOptions({
    queryKey: engineKey(account, engine, 'settings'),
    queryFn: ({ signal }) =>
      callVersioned<SearchSettings>('GET', settingsPath(account, engine), { signal, untracked: true }),
  });

export const settingsApi = (account: string, engine: string): SettingsApi => ({
  get: () => callVersioned('GET', settingsPath(account, engine), { untracked: true }),
  put: (body, ifMatch) => call('PUT', settingsPath(account, engine), { body, ifMatch }),
  reset: (ifMatch) => call('POST', settingsPath(account, engine, 'reset'), { ifMatch }),
  configurationVersion: async () =>
    (await callVersioned('GET', configurationPath(account, engine), { untracked: true })).version,
  replace: (search_settings, ifMatch) =>
    call('PUT', configurationPath(account, engine), { body: { version: 1, search_settings }, ifMatch }),
});

/** After a change: the settings, and searches that use them. Waits for the settings only. */
export async function refreshSettings(client: QueryClient, account: string, engine: string): Promise<void> {
  void client.invalidateQueries({ queryKey: engineKey(account, engine, 'tester') });
  await client.invalidateQueries({ queryKey: engineKey(account, engine, 'settings') });
}
