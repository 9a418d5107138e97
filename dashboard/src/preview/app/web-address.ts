/** The URL if it is http(s); undefined for `javascript:` and others. */
export function webAddress(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined;
  const url = URL.parse(value);
  return url !== null && /^https?:$/.test(url.protocol) ? url.href : undefined;
}
