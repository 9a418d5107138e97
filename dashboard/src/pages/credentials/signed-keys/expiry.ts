/** When a key expires: never, a number of seconds after signing, or at a time (seconds since 1970). */
export type Expiry =
  | { readonly kind: 'never' }
  | { readonly kind: 'after'; readonly seconds: number }
  | { readonly kind: 'at'; readonly seconds: number };

export const NEVER: Expiry = { kind: 'never' };

/** The form in a URL: empty, `3600` or `@1893456000`. */
export const expiryText = (expiry: Expiry): string =>
  expiry.kind === 'never' ? '' : `${expiry.kind === 'at' ? '@' : ''}${expiry.seconds}`;

export function expiryIn(text: string): Expiry {
  const [, at, digits] = /^(@?)(\d{1,12})$/.exec(text) ?? [];
  if (digits === undefined) return NEVER;
  return { kind: at === '@' ? 'at' : 'after', seconds: Number(digits) };
}

/** The `exp` of a key signed at `now` (seconds since 1970); undefined if it never expires. */
export function expOf(expiry: Expiry, now: number): number | undefined {
  if (expiry.kind === 'never') return undefined;
  return expiry.kind === 'at' ? expiry.seconds : Math.floor(now) + expiry.seconds;
}
