/** The address if a browser may safely follow it; `javascript:` and the like are none. */
export function webAddress(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined;
  const url = URL.parse(value);
  return url !== null && /^https?:$/.test(url.protocol) ? url.href : undefined;
}
