import { randomUUID } from 'node:crypto';
import { type Server, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Logger } from 'pino';
import { type ApiError, errors } from '../errors.ts';
import { limits } from '../limits.ts';

/** How long a refused sender may go on sending before the connection is cut. */
const PATIENCE = 1000;

const REFUSALS: Readonly<Record<string, () => ApiError>> = {
  HPE_HEADER_OVERFLOW: errors.headerTooLarge,
  ERR_HTTP_REQUEST_TIMEOUT: errors.timedOut,
};

/** A connection on which Node's parser gave up: there is no request and no response, only a socket. */
export function clientErrorHandler(logger: Logger): (error: NodeJS.ErrnoException, socket: Socket) => void {
  const refused = new WeakSet<Socket>();
  return (error, socket) => {
    // What a refused sender still sends reaches the broken parser and comes here again.
    if (refused.has(socket)) {
      if (socket.bytesRead > limits.discardedBytes) socket.destroy();
      return;
    }
    refused.add(socket);
    // A second answer after the head of a first one would be read as a part of its body.
    const running = (socket as Socket & { _httpMessage?: { _headerSent?: boolean } })._httpMessage;
    if (error.code === 'ECONNRESET' || !socket.writable || running?._headerSent === true) {
      socket.destroy();
      return;
    }
    // Never the packet that comes with the error: it may hold a key.
    const id = randomUUID();
    const refusal = (REFUSALS[error.code ?? ''] ?? errors.malformedRequest)();
    logger.info({ request_id: id, status: refusal.status, code: error.code }, 'unreadable request');
    refuse(socket, refusal, id);
  };
}

/** Without these, Node answers CONNECT with silence and an unknown Expect header with an empty 417. */
export function answerOddRequests(server: Server): void {
  server.on('connect', (_request, socket) => refuse(socket, errors.noSuchRoute(), randomUUID()));
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));
}

/**
 * Answers and closes our half; the other half is read on for a moment. A socket that is closed on unread
 * bytes is reset, and the sender would never see the answer.
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
  const cut = setTimeout(() => socket.destroy(), PATIENCE);
  socket.once('close', () => clearTimeout(cut));
}
