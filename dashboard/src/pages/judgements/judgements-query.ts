import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { limits } from '../../../../src/limits.ts';
import { queryKey } from '../../../../src/tuning/query-key.ts';
import { pageOf, queryOf, routeOf } from '../../addresses.ts';
import { callVersioned, type Versioned } from '../../api/client.ts';
import { engineKey } from '../../api/queries.ts';
import type { PageMeta } from '../../api/types.ts';
import type { Judgement } from './judgement.ts';

interface JudgementList {
  readonly meta: { readonly page: PageMeta };
  readonly results: readonly Judgement[];
}

export const judgementsPath = (account: string, engine: string, ...rest: readonly string[]): string =>
  routeOf.api(account, 'engines', engine, 'relevance', 'judgements', ...rest);

/** The judgements of a query, which may be empty. */
export const judgementsOfPath = (account: string, engine: string, query: string): string =>
  `${judgementsPath(account, engine)}?query=${encodeURIComponent(query)}`;

export const judgementsPage = (account: string, engine: string): string =>
  pageOf.engine(account, engine, 'judgements');

export const judgedQueryPage = (account: string, engine: string, query: string): string =>
  pageOf.engine(account, engine, 'judgements', 'query') + queryOf({ query });

/** Reads all pages of a list. The version is that of the first page, so that a later change is a conflict. */
async function readPages(path: string, signal?: AbortSignal): Promise<Versioned<readonly Judgement[]>> {
  const all: Judgement[] = [];
  const start = path.includes('?') ? '&' : '?';
  let version: string | null = null;
  for (let current = 1; ; current++) {
    const page = queryOf({ page: { current, size: limits.judgementsPerPage.most } }).slice(1);
    const read = await callVersioned<JudgementList>('GET', path + start + page, { signal, untracked: true });
    if (current === 1) version = read.version;
    all.push(...read.data.results);
    if (current >= read.data.meta.page.total_pages) return { data: all, version };
  }
}

/** All judgements of an engine, by query. */
export const readJudgements = async (
  account: string,
  engine: string,
  signal?: AbortSignal,
): Promise<readonly Judgement[]> => (await readPages(judgementsPath(account, engine), signal)).data;

/** The judgements of one query, with their version. */
export const readJudgementsOf = (account: string, engine: string, query: string, signal?: AbortSignal) =>
  readPages(judgementsOfPath(account, engine, query), signal);

export const judgementsQuery = (account: string, engine: string) =>
  queryOptions({
    queryKey: engineKey(account, engine, 'judgements'),
    queryFn: ({ signal }) => readJudgements(account, engine, signal),
  });

/** Not refetched by itself; conflicts are detected on save. */
export const judgementsOfQuery = (account: string, engine: string, query: string) =>
  queryOptions({
    queryKey: engineKey(account, engine, 'judgements of', queryKey(query)),
    queryFn: ({ signal }) => readJudgementsOf(account, engine, query, signal),
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });

/** After a change: the lists, their number, and evaluations. */
export async function refreshJudgements(client: QueryClient, account: string, engine: string): Promise<void> {
  await Promise.all(
    ['judgements', 'judgement count', 'tester'].map((part) =>
      client.invalidateQueries({ queryKey: engineKey(account, engine, part) }),
    ),
  );
}
