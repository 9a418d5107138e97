import type { FastifyReply, FastifyRequest } from 'fastify';
import { isApiAddress } from './addresses.ts';

/**
 * Cross-origin access to everything under `/api` and nothing else. The browser client sends requests with credentials, for
 * which browsers do not accept `*`, so origin and headers are echoed. That is safe, as no cookie is accepted under `/api`.
 */
const EXPOSED =
  'X-Request-Id, X-Runtime, X-App-Search-Version, Retry-After, X-RateLimit-Limit, X-RateLimit-Remaining, X-Export-Cursor, X-Export-Documents, X-Findling-Sequence';
const METHODS = 'GET, POST, PUT, PATCH, DELETE, OPTIONS';
const THREE_DAYS = '259200';

/** The CORS headers of a response. */
export function corsHeaders(request: FastifyRequest): Record<string, string> {
  const { origin } = request.headers;
  if (origin === undefined || !isApiAddress(request.url)) return {};
  return {
    'access-control-allow-origin': origin,
    'access-control-allow-credentials': 'true',
    'access-control-expose-headers': EXPOSED,
  };
}

/** Browsers send preflight requests without a key, so they are answered before authentication, on every path. */
export const isPreflight = (request: FastifyRequest): boolean =>
  request.method === 'OPTIONS' && isApiAddress(request.url);

export function answerPreflight(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const wanted = request.headers['access-control-request-headers'];
  if (wanted !== undefined) reply.header('access-control-allow-headers', wanted);
  return reply
    .code(204)
    .header('access-control-allow-methods', METHODS)
    .header('access-control-max-age', THREE_DAYS)
    .send();
}
