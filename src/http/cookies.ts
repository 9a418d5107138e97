import type { FastifyReply, FastifyRequest } from 'fastify';

const PATH = '/dashboard';

/** The value of a cookie of a request; undefined if it is not there. */
export function cookieOf(request: FastifyRequest, name: string): string | undefined {
  for (const pair of (request.headers.cookie ?? '').split(';')) {
    const equals = pair.indexOf('=');
    if (equals !== -1 && pair.slice(0, equals).trim() === name) return pair.slice(equals + 1).trim();
  }
  return undefined;
}

/**
 * Sets a cookie that no script can read, that no other site can make a browser send, and that is sent to the
 * dashboard's routes alone. Null takes it away. Without `seconds` it lasts as long as the browser is open.
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
