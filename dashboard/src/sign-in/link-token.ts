import { queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../api/client.ts';
import type { LinkFacts } from '../api/types.ts';

/** The token in the fragment of the link's URL, which browsers never send to the server. */
export function useLinkToken(): string {
  const [token] = useState(() => location.hash.slice(1));
  return token;
}

const linkQuery = (token: string) =>
  queryOptions({
    queryKey: ['link', token],
    queryFn: () =>
      call<LinkFacts>('POST', '/links/inspect', { body: { token }, untracked: true, withoutSession: true }),
    staleTime: Number.POSITIVE_INFINITY,
  });

/** The purpose of the link. */
export const useLinkFacts = (token: string) => useQuery(linkQuery(token));
