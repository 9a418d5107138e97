import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { errors } from '../errors.ts';
import { limits } from '../limits.ts';
import { addressOf } from './addresses.ts';

/** As Rails takes them over from a proxy or a client. */
const REQUEST_ID = /^[\w-]{1,255}$/;

/** The id that the sender chose, or a new one. */
export function requestId(request: IncomingMessage): string {
  const sent = request.headers['x-request-id'];
  return typeof sent === 'string' && REQUEST_ID.test(sent) ? sent : randomUUID();
}

/**
 * What Node leaves to us: it bounds the head as a whole, so that one long line passes beside others, and it
 * answers a missing Host header with an empty body, which some clients cannot read.
 */
export function checkHead(request: IncomingMessage): void {
  if (addressOf(request).length > limits.headerBytes) throw errors.headerTooLarge();
  let hosts = 0;
  const lines = request.rawHeaders;
  for (let at = 0; at < lines.length; at += 2) {
    if ((lines[at + 1] as string).length > limits.headerBytes) throw errors.headerTooLarge();
    if (lines[at]?.length === 4 && lines[at]?.toLowerCase() === 'host') hosts++;
  }
  // Two hosts are how requests are smuggled past a proxy.
  if (hosts > 1 || (hosts === 0 && request.httpVersion === '1.1')) throw errors.malformedRequest();
}
