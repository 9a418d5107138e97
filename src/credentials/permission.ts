import type { Caller } from '../api/caller.ts';

/** What a route requires of its caller. */
export type Right = 'search' | 'read' | 'write' | 'credentials';

/** No route requires `sign`: a key needs it for the signed search keys made with it to be valid. */
type AnyRight = Right | 'sign';

/** A caller, or the key of one: what rights depend on. */
type Holder = Pick<Caller, 'kind' | 'read' | 'write'>;

/** Which kinds of callers hold a right, and what a private key needs for it. Kinds that are not named do not hold it. */
const HOLDERS: Readonly<Record<AnyRight, (holder: Holder) => boolean>> = {
  search: ({ kind, read }) =>
    kind === 'search' || kind === 'signed' || kind === 'owner' || (kind === 'private' && read),
  read: ({ kind, read }) => kind === 'owner' || (kind === 'private' && read),
  write: ({ kind, write }) => kind === 'owner' || (kind === 'private' && write),
  credentials: ({ kind }) => kind === 'admin' || kind === 'owner',
  sign: ({ kind, read }) => kind === 'search' || (kind === 'private' && read),
};

export const holds = (holder: Holder, right: AnyRight): boolean => HOLDERS[right](holder);
