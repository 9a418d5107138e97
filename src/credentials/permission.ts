import type { Caller } from '../api/caller.ts';

/** What a route asks of its caller. */
export type Right = 'search' | 'read' | 'write' | 'credentials';

/**
 * Contract section 5 as a table: which kinds hold a right, and what a private key needs for it.
 * Whoever is not named may not.
 */
const HOLDERS: Readonly<Record<Right, (caller: Caller) => boolean>> = {
  search: ({ kind, read }) => kind === 'search' || kind === 'signed' || (kind === 'private' && read),
  read: ({ kind, read }) => kind === 'private' && read,
  write: ({ kind, write }) => kind === 'private' && write,
  credentials: ({ kind }) => kind === 'admin',
};

export const holds = (caller: Caller, right: Right): boolean => HOLDERS[right](caller);
