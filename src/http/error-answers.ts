import type { FastifyReply, FastifyRequest } from 'fastify';
import { ApiError, errors } from '../errors.ts';
import { maskSecrets } from './masking.ts';

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
      { method: request.method, url: request.originalUrl, error: description(known.cause) },
      'refused because of an error',
    );
  }
  return answerError(reply, known ?? errors.internal());
}

/** A line of the log that tells of an error which the sender of a request does not get to see. */
export function logThrown(thrown: unknown, request: FastifyRequest, message: string): void {
  const { method, originalUrl: url } = request;
  request.log.error({ method, url, error: description(thrown) }, message);
}

function asApiError(thrown: unknown): ApiError | undefined {
  if (thrown instanceof ApiError) return thrown;
  const { code, statusCode } = (thrown ?? {}) as { code?: unknown; statusCode?: unknown };
  if (typeof code !== 'string' || !code.startsWith('FST_') || typeof statusCode !== 'number')
    return undefined;
  if (statusCode < 400 || statusCode >= 500) return undefined;
  if (statusCode === 404 || code === 'FST_ERR_BAD_URL' || code === 'FST_ERR_MAX_PARAM_LENGTH') {
    return errors.noSuchRoute();
  }
  return statusCode === 413 ? errors.bodyTooLarge() : errors.undecodable();
}

/** Only what an engineer needs: an error may carry requests and credentials in further members. */
function description(thrown: unknown): Record<string, unknown> {
  if (!(thrown instanceof Error)) return { type: typeof thrown };
  const { code } = thrown as NodeJS.ErrnoException;
  return {
    type: thrown.name,
    message: maskSecrets(thrown.message),
    stack: maskSecrets(thrown.stack ?? ''),
    ...(code === undefined ? {} : { code }),
    ...(thrown.cause === undefined ? {} : { cause: description(thrown.cause) }),
  };
}
