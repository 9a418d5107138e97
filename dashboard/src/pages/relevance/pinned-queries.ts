import { useCallback, useState } from 'react';
import { limits } from '../../../../src/limits.ts';

/** The most pinned queries: all are searched with one request. */
export const MOST_PINNED = limits.searchesPerRequest;

const nameOf = (account: string, engine: string): string => `findling-pinned ${account} ${engine}`;

function kept(name: string): readonly string[] {
  try {
    const list: unknown = JSON.parse(localStorage.getItem(name) ?? '[]');
    return Array.isArray(list) ? list.filter((query) => typeof query === 'string').slice(0, MOST_PINNED) : [];
  } catch {
    return [];
  }
}

/** Test queries of an engine, kept in this browser. */
export function usePinnedQueries(account: string, engine: string) {
  const name = nameOf(account, engine);
  const [queries, setQueries] = useState(() => kept(name));
  const set = useCallback(
    (next: readonly string[]) => {
      setQueries(next);
      try {
        localStorage.setItem(name, JSON.stringify(next));
      } catch {
        // Storage is full or blocked: keep it in memory only.
      }
    },
    [name],
  );
  return {
    queries,
    isFull: queries.length >= MOST_PINNED,
    pin: (query: string) => set([...queries.filter((known) => known !== query), query]),
    unpin: (query: string) => set(queries.filter((known) => known !== query)),
  };
}
