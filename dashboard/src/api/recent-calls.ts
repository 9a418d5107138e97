import { watched } from './observable.ts';

/** A call that a page has made, kept for "copy as curl". */
export interface TrailEntry {
  readonly method: string;
  /** Below `/dashboard/api`. */
  readonly path: string;
  readonly body: unknown;
}

const LONGEST = 8;

/** The calls of the page in front of you, newest first. */
export const trail = watched<readonly TrailEntry[]>([]);

export const sameCall = (one: TrailEntry, other: TrailEntry): boolean =>
  one.method === other.method &&
  one.path === other.path &&
  JSON.stringify(one.body) === JSON.stringify(other.body);

export function leaveTrail(entry: TrailEntry): void {
  const others = trail.get().filter((known) => !sameCall(known, entry));
  trail.set([entry, ...others].slice(0, LONGEST));
}
