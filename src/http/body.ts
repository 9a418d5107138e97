import { isUtf8 } from 'node:buffer';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { errors } from '../errors.ts';
import { limits } from '../limits.ts';
import { yieldToEventLoop } from '../threads/turns.ts';
import type { BodyBudget } from './body-budget.ts';
import { decompressionFor } from './decompression.ts';

const BYTE_ORDER_MARK = 0xfeff;

/** The body's text as read by the transport; undefined if there was no body. */
export const bodyText = (request: FastifyRequest): string | undefined => request.body as string | undefined;

/** Whether the headers announce a body. */
export const announcesBody = (headers: IncomingHttpHeaders): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/**
 * Reads the body of a request as text, regardless of its content type; undefined if there is none. Throws as soon as it is
 * clear that the body will be refused; `discardRest` then reads the remainder. The memory of the body counts until the
 * handler has answered, also if the client disconnects before: the handler may still work with it.
 */
export async function readBody(
  request: FastifyRequest,
  reply: FastifyReply,
  budget: BodyBudget,
): Promise<string | undefined> {
  const { raw, headers, isAuthenticated } = request;
  if (!announcesBody(headers)) return undefined;
  const decompress = decompressionFor(headers['content-encoding']);
  if (decompress !== null && !isAuthenticated) throw errors.compressedTooEarly();
  const { bodyLimit } = request.routeOptions;
  const announced = Number(headers['content-length'] ?? 0);
  if (announced > bodyLimit) throw errors.bodyTooLarge(bodyLimit);

  const [realm, key] = request.flow ?? [];
  const account = budget.account(isAuthenticated, isAuthenticated ? `${realm}/${key}` : request.ip);
  account.announce(announced);
  request.bodyAccount = account;
  reply.raw.once('close', () => {
    // Event streams never reach `onSend`, which closes the account of all other responses.
    if (reply.sent) account.close();
  });
  const counter = () => {
    let size = 0;
    return (bytes: number): void => {
      size += bytes;
      if (size > bodyLimit) throw errors.bodyTooLarge(bodyLimit);
      account.add(bytes);
    };
  };
  const sent = await collect(raw, counter());
  if (sent.length === 0) return undefined;
  const bytes = decompress === null ? sent : await decompress(sent, counter());
  if (!isUtf8(bytes)) throw errors.undecodable();
  const text = bytes.toString('utf8');
  return (text.charCodeAt(0) === BYTE_ORDER_MARK ? text.slice(1) : text) || undefined;
}

/** The bytes of a body. `count` sees every chunk and refuses the body by throwing. */
function collect(request: IncomingMessage, count: (bytes: number) => void): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    const settle = (refusal?: unknown) => {
      request.off('data', take).off('end', finish).off('close', abort);
      const [only] = chunks;
      if (refusal === undefined) {
        return resolve(only !== undefined && chunks.length === 1 ? only : Buffer.concat(chunks));
      }
      request.pause();
      reject(refusal);
    };
    const take = (chunk: Buffer) => {
      try {
        count(chunk.length);
        chunks.push(chunk);
      } catch (refusal) {
        settle(refusal);
      }
    };
    const finish = () => settle();
    const abort = () => settle(errors.malformedRequest());
    ignoreErrors(request);
    request.on('data', take).on('end', finish).on('close', abort);
  });
}

/**
 * Reads and discards the rest of a body: a connection that is closed with unread bytes is reset, and the client sees a
 * network error instead of the response. False if the body exceeds the limit.
 */
export function discardRest(request: IncomingMessage): Promise<boolean> {
  const isRead = request.complete || request.readableEnded || request.destroyed;
  if (!announcesBody(request.headers) || isRead) return Promise.resolve(true);
  return new Promise((resolve) => {
    let size = 0;
    let isSettled = false;
    const settle = (whole: boolean) => {
      isSettled = true;
      request.off('data', drop).off('end', finish).off('close', finish);
      if (!whole) request.pause();
      resolve(whole);
    };
    const drop = (chunk: Buffer) => {
      size += chunk.length;
      if (size > limits.discardedBytes) return settle(false);
      // One chunk per turn of the event loop: many bodies that are discarded at once must not delay other requests.
      request.pause();
      void yieldToEventLoop().then(() => {
        if (!isSettled) request.resume();
      });
    };
    const finish = () => settle(true);
    ignoreErrors(request);
    request.on('data', drop).on('end', finish).on('close', finish);
    request.resume();
  });
}

/** A client that disconnects also causes `close`, which is handled; its `error` must not be left uncaught. */
const ignoreErrors = (request: IncomingMessage): void => {
  if (request.listenerCount('error') === 0) request.on('error', () => {});
};
