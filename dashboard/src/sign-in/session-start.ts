import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { sessionQuery } from '../api/queries.ts';
import type { SessionState } from '../api/types.ts';

/** Lets somebody in who has just signed in: what an earlier person saw is forgotten. */
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
