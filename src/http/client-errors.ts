import { randomUUID } from 'node:crypto';
import { type Server, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Logger } from 'pino';
import { type ApiError, errors } from '../errors.ts';
import { limits } from '../limits.ts';

/** How long a rejected client may keep sending before the connection is closed, in milliseconds. */
const LINGER = 1000;

const REFUSALS: Readonly<Record<string, () => ApiError>> = {
  HPE_HEADER_OVERFLOW: errors.headerTooLarge,
  ERR_HTTP_REQUEST_TIMEOUT: errors.timedOut,
};

/**
 * Handles a connection on which Node's parser failed: there is no request or response object, only a socket. Calls
 * `onRefused` for each that is refused.
 */
export function clientErrorHandler(
  logger: Logger,
  onRefused: () => void,
): (error: NodeJS.ErrnoException, socket: Socket) => void {
  const refused = new WeakSet<Socket>();
  return (error, socket) => {
    // Further bytes of a rejected client reach the failed parser and end up here again.
    if (refused.has(socket)) {
      if (socket.bytesRead > limits.discardedBytes) socket.destroy();
      return;
    }
    refused.add(socket);
    // A second response after the head of a first one would be read as part of its body.
    const running = (socket as Socket & { _httpMessage?: { _headerSent?: boolean } })._httpMessage;
    if (error.code === 'ECONNRESET' || !socket.writable || running?._headerSent === true) {
      socket.destroy();
      return;
    }
    onRefused();
    // Never log the error's raw packet: it may contain a key.
    const id = randomUUID();
    const refusal = (REFUSALS[error.code ?? ''] ?? errors.malformedRequest)();
    logger.info({ request_id: id, status: refusal.status, code: error.code }, 'unreadable request');
    refuse(socket, refusal, id);
  };
}

/** Without these handlers, Node ignores CONNECT and responds to an unknown Expect header with an empty 417. */
export function handleUncommonRequests(server: Server): void {
  server.on('connect', (_request, socket) => refuse(socket, errors.noSuchRoute(), randomUUID()));
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));
}

/**
 * Sends the response and half-closes; keeps reading for a moment. A socket that is closed with unread bytes is reset,
 * and the client would never see the response.
 */
function refuse(socket: Duplex, refusal: ApiError, id: string): void {
  const body = JSON.stringify(refusal.body);
  const head = [
    `HTTP/1.1 ${refusal.status} ${STATUS_CODES[refusal.status]}`,
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    'cache-control: no-cache',
    'x-content-type-options: nosniff',
    `x-request-id: ${id}`,
    'connection: close',
  ];
  socket.on('error', () => {});
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
  const cut = setTimeout(() => socket.destroy(), LINGER);
  socket.once('close', () => clearTimeout(cut));
}
