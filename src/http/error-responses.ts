import type { FastifyReply, FastifyRequest } from 'fastify';
import { errorFacts, logThrown } from '../api/error-log.ts';
import { storeRefusal } from '../api/store-refusal.ts';
import { ApiError, errors } from '../errors.ts';

/** Sends an error in the service's shape. What the route has said about its own answer no longer holds. */
export function answerError(reply: FastifyReply, error: ApiError): FastifyReply {
  reply.removeHeader('content-encoding').removeHeader('content-disposition').removeHeader('etag');
  return reply
    .code(error.status)
    .type('application/json; charset=utf-8')
    .headers(error.headers)
    .send(error.body);
}

/** The answer to whatever a route or Fastify itself has thrown. */
export function answerThrown(thrown: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const known = asApiError(thrown);
  if (known === undefined) logThrown(thrown, request, 'unexpected error');
  if (known?.cause !== undefined) {
    // The sender is told what it means, the log what it was.
    request.log.error(
      { method: request.method, url: request.originalUrl, error: errorFacts(known.cause) },
      'refused because of an error',
    );
  }
  return answerError(reply, known ?? errors.internal());
}

function asApiError(thrown: unknown): ApiError | undefined {
  if (thrown instanceof ApiError) return thrown;
  const refusal = storeRefusal(thrown);
  if (refusal !== undefined) return refusal;
  const { code, statusCode } = (thrown ?? {}) as { code?: unknown; statusCode?: unknown };
  if (typeof code !== 'string' || !code.startsWith('FST_') || typeof statusCode !== 'number')
    return undefined;
  if (statusCode < 400 || statusCode >= 500) return undefined;
  if (statusCode === 404 || code === 'FST_ERR_BAD_URL' || code === 'FST_ERR_MAX_PARAM_LENGTH') {
    return errors.noSuchRoute();
  }
  return statusCode === 413 ? errors.bodyTooLarge() : errors.undecodable();
}
