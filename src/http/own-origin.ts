import type { FastifyRequest } from 'fastify';
import type { ProxyTrust } from '../api/trusted-proxies.ts';
import { requestAuthority } from './addresses.ts';

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * CSRF check: whether a request only reads, or was sent by one of our own pages according to Origin or Sec-Fetch-Site. A
 * request with neither header, or with headers that disagree, fails. The scheme is not compared, as a proxy may terminate
 * TLS. An Origin of `null` is ignored, as pages can suppress their origin.
 */
export function isOwnOrSafe(request: FastifyRequest, trustProxy: ProxyTrust): boolean {
  if (SAFE.has(request.method)) return true;
  const { origin, 'sec-fetch-site': site } = request.headers;
  if (site !== undefined && site !== 'same-origin') return false;
  if (origin === undefined || origin === 'null') return site === 'same-origin';
  const authority = requestAuthority(request, trustProxy);
  return authority !== '' && origin.toLowerCase().replace(/^https?:\/\//, '') === authority;
}
