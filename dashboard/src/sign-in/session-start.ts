import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { sessionQuery } from '../api/queries.ts';
import type { SessionState } from '../api/types.ts';

/** Stores the session after sign-in and clears cached data of a previous person. */
export function useSessionStart(): (state: SessionState) => void {
  const client = useQueryClient();
  return useCallback(
    (state) => {
      client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'session' });
      client.setQueryData(sessionQuery.queryKey, state);
    },
    [client],
  );
}
