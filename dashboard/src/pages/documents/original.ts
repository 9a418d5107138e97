import { queryOptions } from '@tanstack/react-query';
import { queryOf, routeOf } from '../../addresses.ts';
import { call } from '../../api/client.ts';
import { engineKey } from '../../api/queries.ts';
import type { OriginalDocument, OriginalList } from '../../api/types.ts';

/** Maximum characters of ids per URL. */
const LONGEST = 6_000;
/** Maximum ids per request. */
const MOST = 100;

/** Original documents; null for those that do not exist. */
export async function originalsOf(
  account: string,
  engine: string,
  ids: readonly string[],
  signal?: AbortSignal,
): Promise<ReadonlyArray<OriginalDocument | null>> {
  const path = routeOf.account(account, 'engines', engine, 'originals');
  const found: Array<OriginalDocument | null> = [];
  for (const part of parts(ids)) {
    const { results } = await call<OriginalList>('GET', path + queryOf({ ids: part }), {
      signal,
      untracked: true,
    });
    found.push(...results);
  }
  return found;
}

function parts(ids: readonly string[]): string[][] {
  const groups: string[][] = [];
  let room = 0;
  for (const id of ids) {
    const size = encodeURIComponent(id).length;
    const last = groups.at(-1);
    if (last === undefined || last.length === MOST || size > room) {
      groups.push([id]);
      room = LONGEST - size;
    } else {
      last.push(id);
      room -= size;
    }
  }
  return groups;
}

export const originalQuery = (account: string, engine: string, id: string) =>
  queryOptions({
    queryKey: engineKey(account, engine, 'document', id),
    queryFn: async ({ signal }) => (await originalsOf(account, engine, [id], signal))[0] ?? null,
  });
