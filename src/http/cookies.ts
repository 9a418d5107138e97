import type { FastifyReply, FastifyRequest } from 'fastify';

const PATH = '/dashboard';

/** The value of a request's cookie; undefined if it is missing. */
export function cookieOf(request: FastifyRequest, name: string): string | undefined {
  for (const pair of (request.headers.cookie ?? '').split(';')) {
    const equals = pair.indexOf('=');
    if (equals !== -1 && pair.slice(0, equals).trim() === name) return pair.slice(equals + 1).trim();
  }
  return undefined;
}

/**
 * Sets a cookie that scripts cannot read, other sites cannot make a browser send, and that is sent to the dashboard's
 * routes only. Null deletes it. Without `seconds` it lasts until the browser is closed.
 */
export function setCookie(
  request: FastifyRequest,
  reply: FastifyReply,
  name: string,
  value: string | null,
  seconds?: number,
): void {
  const age = value === null ? 0 : seconds;
  const parts = [
    `${name}=${value ?? ''}`,
    `Path=${PATH}`,
    'HttpOnly',
    'SameSite=Strict',
    ...(request.protocol === 'https' ? ['Secure'] : []),
    ...(age === undefined ? [] : [`Max-Age=${age}`]),
  ];
  reply.header('set-cookie', parts.join('; '));
}
