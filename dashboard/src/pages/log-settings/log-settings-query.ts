import { queryOptions } from '@tanstack/react-query';
import { routeOf } from '../../addresses.ts';
import { callVersioned } from '../../api/client.ts';

interface KindSettings {
  readonly enabled: boolean;
  readonly retention_days: number;
  /** The limit of the instance. */
  readonly max_retention_days: number;
}

export interface LogSettings {
  readonly api: KindSettings;
  readonly analytics: KindSettings;
}

export const logSettingsPath = (account: string): string => routeOf.api(account, 'log_settings');

/** Untracked, as pages of engines show parts of it. */
export const logSettingsQuery = (account: string) =>
  queryOptions({
    queryKey: ['account', account, 'log-settings'],
    queryFn: ({ signal }) =>
      callVersioned<LogSettings>('GET', logSettingsPath(account), { signal, untracked: true }),
  });
