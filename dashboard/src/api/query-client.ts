import { onlineManager, QueryCache, QueryClient } from '@tanstack/react-query';
import { ApiError, LostConnection } from './errors.ts';

/** A proxy that cannot reach the server just now, or a server that is closing. */
const mayPass = (error: unknown): boolean =>
  error instanceof LostConnection || (error instanceof ApiError && [502, 503, 504].includes(error.status));

// Whether the machine has a network says nothing about the server, which often runs on that very machine.
onlineManager.setEventListener(() => undefined);

export const queryClient: QueryClient = new QueryClient({
  queryCache: new QueryCache({
    onError: (error) => {
      // A role that was taken away meanwhile.
      if (error instanceof ApiError && error.status === 403)
        void queryClient.invalidateQueries({ queryKey: ['session'] });
    },
  }),
  defaultOptions: {
    queries: { staleTime: 5_000, retry: (times, error) => mayPass(error) && times < 20, retryDelay: 800 },
    // A write is never repeated behind the person's back, and never waits: it fails with a sentence.
    mutations: { networkMode: 'always', retry: false },
  },
});
