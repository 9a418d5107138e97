import type { Key } from './key.ts';

const DAY = 86_400_000;
/** Days without a request after which a key may be superfluous. */
const UNUSED_AFTER = 30;

export const isExpired = ({ expires_at: at }: Key, now: number): boolean =>
  at !== undefined && Date.parse(at) <= now;

/** Days since the last request, if they are so many that the key may be superfluous. */
export function unusedDays({ last_used_at: at }: Key, now: number): number | undefined {
  if (at === undefined) return undefined;
  const days = Math.floor((now - Date.parse(at)) / DAY);
  return days >= UNUSED_AFTER ? days : undefined;
}

/** Until when the value before the last rotation is accepted; undefined if it is not. */
export const previousUntil = ({ previous_key_expires_at: until }: Key, now: number): string | undefined =>
  until !== undefined && Date.parse(until) > now ? until : undefined;
