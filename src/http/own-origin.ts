import type { FastifyRequest } from 'fastify';

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Host and port that a request was sent to, as the browser sees them. */
export function requestAuthority(request: FastifyRequest, trustProxy: boolean): string {
  const forwarded = trustProxy ? request.headers['x-forwarded-host'] : undefined;
  const first = (String(forwarded ?? '').split(',', 1)[0] as string).trim();
  return (first || (request.headers.host ?? '')).trim().toLowerCase();
}

/**
 * Whether a request may change something: it only reads, or a page of our own sent it. Browsers say so themselves, in
 * Origin or in Sec-Fetch-Site; a request with neither, or with two that disagree, does not pass. The scheme is not
 * compared: a proxy may speak https for us. An Origin `null` says nothing: a page may have asked not to be named.
 */
export function isOwnOrSafe(request: FastifyRequest, trustProxy: boolean): boolean {
  if (SAFE.has(request.method)) return true;
  const { origin, 'sec-fetch-site': site } = request.headers;
  if (site !== undefined && site !== 'same-origin') return false;
  if (origin === undefined || origin === 'null') return site === 'same-origin';
  const authority = requestAuthority(request, trustProxy);
  return authority !== '' && origin.toLowerCase().replace(/^https?:\/\//, '') === authority;
}
