import { onlineManager, QueryCache, QueryClient } from '@tanstack/react-query';
import { ApiError, isTemporary } from './errors.ts';

// The browser's online state says nothing about the server, which often runs on the same machine.
onlineManager.setEventListener(() => undefined);

export const queryClient: QueryClient = new QueryClient({
  queryCache: new QueryCache({
    onError: (error) => {
      // The person's role may have been revoked.
      if (error instanceof ApiError && error.status === 403)
        void queryClient.invalidateQueries({ queryKey: ['session'] });
    },
  }),
  defaultOptions: {
    queries: { staleTime: 5_000, retry: (times, error) => isTemporary(error) && times < 20, retryDelay: 800 },
    // A write is never retried automatically and never waits; it fails with a message.
    mutations: { networkMode: 'always', retry: false },
  },
});
