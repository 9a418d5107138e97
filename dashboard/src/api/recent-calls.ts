import { observable } from './observable.ts';
import type { RecordedCall } from './recorded-call.ts';

const MAX_CALLS = 8;

/** The calls of the current page, newest first. */
export const recentCalls = observable<readonly RecordedCall[]>([]);

export const sameCall = (one: RecordedCall, other: RecordedCall): boolean =>
  one.method === other.method &&
  one.path === other.path &&
  JSON.stringify(one.body) === JSON.stringify(other.body);

export function recordCall(entry: RecordedCall): void {
  const others = recentCalls.get().filter((known) => !sameCall(known, entry));
  recentCalls.set([entry, ...others].slice(0, MAX_CALLS));
}
