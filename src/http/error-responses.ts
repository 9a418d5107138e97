import type { FastifyReply, FastifyRequest } from 'fastify';
import { errorFacts, logThrown } from '../api/error-log.ts';
import { storeRefusal } from '../api/store-refusal.ts';
import { ApiError, errors } from '../errors.ts';

/** Sends an error response. Removes headers that the route has set for its own response. */
export function sendError(reply: FastifyReply, error: ApiError): FastifyReply {
  reply.removeHeader('content-encoding').removeHeader('content-disposition').removeHeader('etag');
  return reply
    .code(error.status)
    .type('application/json; charset=utf-8')
    .headers(error.headers)
    .send(error.body);
}

/** Sends the error response for anything that a route or Fastify has thrown. */
export function sendThrown(thrown: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const known = isHangUp(thrown, reply) ? errors.hungUp() : asApiError(thrown);
  if (known === undefined) logThrown(thrown, request, 'unexpected error');
  if (known?.cause !== undefined) {
    // The client gets the message, the log gets the cause.
    request.log.error(
      { method: request.method, url: request.originalUrl, error: errorFacts(known.cause) },
      'request failed because of an error',
    );
  }
  return sendError(reply, known ?? errors.internal());
}

/** Whether a stream ended early because the client is gone. The request log says so; it is not an error. */
const isHangUp = (thrown: unknown, { raw }: FastifyReply): boolean =>
  (thrown as { code?: unknown } | undefined)?.code === 'ERR_STREAM_PREMATURE_CLOSE' &&
  (raw.destroyed || raw.socket?.destroyed !== false);

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
  return errors.undecodable();
}
