import type { FastifyRequest } from 'fastify';
import { maskSecrets } from './masking.ts';

/** Logs an error whose details are not part of the response. */
export function logThrown(thrown: unknown, request: FastifyRequest, message: string): void {
  const { method, originalUrl: url } = request;
  request.log.error({ method, url, error: errorFacts(thrown) }, message);
}

/** The loggable facts of an error. Other properties are left out: they may hold requests or credentials. */
export function errorFacts(thrown: unknown): Record<string, unknown> {
  if (!(thrown instanceof Error)) return { type: typeof thrown };
  const { code } = thrown as NodeJS.ErrnoException;
  return {
    type: thrown.name,
    message: maskSecrets(thrown.message),
    stack: maskSecrets(thrown.stack ?? ''),
    ...(code === undefined ? {} : { code }),
    ...(thrown.cause === undefined ? {} : { cause: errorFacts(thrown.cause) }),
  };
}
