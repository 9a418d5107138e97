import type { FastifyRequest } from 'fastify';

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS']);

/** The host and port of a request as the browser sees them. */
export function requestAuthority(request: FastifyRequest, trustProxy: boolean): string {
  const forwarded = trustProxy ? request.headers['x-forwarded-host'] : undefined;
  const first = (String(forwarded ?? '').split(',', 1)[0] as string).trim();
  return (first || (request.headers.host ?? '')).trim().toLowerCase();
}

/**
 * CSRF check: whether a request only reads, or was sent by one of our own pages according to Origin or Sec-Fetch-Site. A
 * request with neither header, or with headers that disagree, fails. The scheme is not compared, as a proxy may terminate
 * TLS. An Origin of `null` is ignored, as pages can suppress their origin.
 */
export function isOwnOrSafe(request: FastifyRequest, trustProxy: boolean): boolean {
  if (SAFE.has(request.method)) return true;
  const { origin, 'sec-fetch-site': site } = request.headers;
  if (site !== undefined && site !== 'same-origin') return false;
  if (origin === undefined || origin === 'null') return site === 'same-origin';
  const authority = requestAuthority(request, trustProxy);
  return authority !== '' && origin.toLowerCase().replace(/^https?:\/\//, '') === authority;
}
