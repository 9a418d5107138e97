import { queryOptions } from '@tanstack/react-query';
import { queryOf, routeOf } from '../../addresses.ts';
import { call, callVersioned } from '../../api/client.ts';
import { engineKey } from '../../api/queries.ts';
import type { PageMeta } from '../../api/types.ts';

/** The configuration of an engine. The dashboard shows it as it is and does not look into it. */
export type Configuration = Readonly<Record<string, unknown>>;

export interface VersionInfo {
  readonly version: number;
  readonly author: string;
  readonly created_at: string;
}

/** What a change would add, remove and change in one section. */
export interface SectionDiff {
  readonly added: readonly unknown[];
  readonly removed: readonly unknown[];
  readonly changed: ReadonlyArray<{ readonly from: unknown; readonly to: unknown }>;
}
export type Diff = Readonly<Record<string, SectionDiff>>;

export const configurationPath = (account: string, engine: string, ...rest: readonly string[]): string =>
  routeOf.api(account, 'engines', engine, 'configuration', ...rest);

const key = (account: string, engine: string, ...rest: readonly unknown[]) =>
  engineKey(account, engine, 'configuration', ...rest);

export const configurationQuery = (account: string, engine: string) =>
  queryOptions({
    queryKey: key(account, engine),
    queryFn: ({ signal }) =>
      callVersioned<Configuration>('GET', configurationPath(account, engine), { signal }),
  });

export const versionsQuery = (account: string, engine: string, page: number) =>
  queryOptions({
    queryKey: key(account, engine, 'versions', page),
    queryFn: ({ signal }) =>
      call<{ readonly meta: { readonly page: PageMeta }; readonly results: readonly VersionInfo[] }>(
        'GET',
        configurationPath(account, engine, 'versions') + queryOf({ page: { current: page } }),
        { signal },
      ),
  });

/** What `configuration` would change, without changing it. */
export async function diffOf(
  account: string,
  engine: string,
  configuration: Configuration,
  signal?: AbortSignal,
): Promise<Diff> {
  const path = `${configurationPath(account, engine)}?dry_run=true`;
  const { diff } = await call<{ readonly diff: Diff }>('PUT', path, {
    body: configuration,
    untracked: true,
    ...(signal && { signal }),
  });
  return diff;
}

/** An earlier version, and what restoring it would change. */
export const versionQuery = (account: string, engine: string, version: string) =>
  queryOptions({
    queryKey: key(account, engine, 'version', version),
    queryFn: async ({ signal }) => {
      const path = configurationPath(account, engine, 'versions', version);
      const info = await call<VersionInfo & { readonly configuration: Configuration }>('GET', path, {
        signal,
      });
      return { info, diff: await diffOf(account, engine, info.configuration, signal) };
    },
    gcTime: 0,
  });
