import type { FastifyReply, FastifyRequest } from 'fastify';
import { isApiAddress } from './addresses.ts';
import { corsHeaders } from './cors.ts';

/** Headers that are known when a request arrives. A route may replace them. */
export function initialHeaders(request: FastifyRequest): Record<string, string> {
  return {
    'x-request-id': request.id,
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'SAMEORIGIN',
    vary: isApiAddress(request.url) ? 'Origin, Accept-Encoding' : 'Accept-Encoding',
    ...corsHeaders(request),
  };
}

/** Sets the headers that depend on the outcome. */
export function setFinalHeaders(reply: FastifyReply): void {
  reply.header('x-runtime', (reply.elapsedTime / 1000).toFixed(6));
  if (reply.statusCode >= 400) reply.header('cache-control', 'no-cache');
  else if (!reply.hasHeader('cache-control')) {
    reply.header('cache-control', 'max-age=0, private, must-revalidate');
  }
}
