import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { errors } from '../errors.ts';
import { limits } from '../limits.ts';
import { addressOf } from './addresses.ts';

/** The ids that Rails accepts from a proxy or a client. */
const REQUEST_ID = /^[\w-]{1,255}$/;

/** The client's request id if it is valid, else a new one. */
export function requestId(request: IncomingMessage): string {
  const sent = request.headers['x-request-id'];
  return typeof sent === 'string' && REQUEST_ID.test(sent) ? sent : randomUUID();
}

/**
 * Checks that Node does not make in our way: it limits the head as a whole but not a single line, and it responds to a
 * missing Host header with an empty body, which some clients cannot parse.
 */
export function checkHead(request: IncomingMessage): void {
  if (addressOf(request).length > limits.headerBytes) throw errors.headerTooLarge();
  let hosts = 0;
  let authorizations = 0;
  const lines = request.rawHeaders;
  for (let at = 0; at < lines.length; at += 2) {
    if ((lines[at + 1] as string).length > limits.headerBytes) throw errors.headerTooLarge();
    const { length } = lines[at] as string;
    if (length === 4 && lines[at]?.toLowerCase() === 'host') hosts++;
    else if (length === 13 && lines[at]?.toLowerCase() === 'authorization') authorizations++;
  }
  // Two Host headers are a request-smuggling technique. Of two Authorization headers, a proxy may check one and the
  // service another.
  if (hosts > 1 || authorizations > 1 || (hosts === 0 && request.httpVersion === '1.1')) {
    throw errors.malformedRequest();
  }
}
