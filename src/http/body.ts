import { isUtf8 } from 'node:buffer';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { FastifyRequest } from 'fastify';
import { type ApiError, errors } from '../errors.ts';
import { limits } from '../limits.ts';
import { decompressionFor } from './decompression.ts';

const BYTE_ORDER_MARK = 0xfeff;

/** The text of a request's body as the transport has read it, undefined if there was none. */
export const bodyText = (request: FastifyRequest): string | undefined => request.body as string | undefined;

/** Whether the head of a request announces a body. */
export const announcesBody = (headers: IncomingHttpHeaders): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/**
 * Reads the body of a request as text, whatever its content type; undefined if there is none.
 * Throws as soon as the body is known to be refused: `discardRest` then reads what is still coming.
 */
export async function readBody(request: IncomingMessage): Promise<string | undefined> {
  if (!announcesBody(request.headers)) return undefined;
  const decompress = decompressionFor(request.headers['content-encoding']);
  if (Number(request.headers['content-length'] ?? 0) > limits.bodyBytes) throw errors.bodyTooLarge();

  const sent = await collect(request);
  if (sent.length === 0) return undefined;
  const bytes = await decompress(sent);
  if (!isUtf8(bytes)) throw errors.undecodable();
  const text = bytes.toString('utf8');
  return (text.charCodeAt(0) === BYTE_ORDER_MARK ? text.slice(1) : text) || undefined;
}

function collect(request: IncomingMessage): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const settle = (refusal?: ApiError) => {
      request.off('data', take).off('end', finish).off('close', hangUp);
      const [only] = chunks;
      if (refusal === undefined) {
        return resolve(only !== undefined && chunks.length === 1 ? only : Buffer.concat(chunks, size));
      }
      request.pause();
      reject(refusal);
    };
    const take = (chunk: Buffer) => {
      size += chunk.length;
      if (size > limits.bodyBytes) settle(errors.bodyTooLarge());
      else chunks.push(chunk);
    };
    const finish = () => settle();
    const hangUp = () => settle(errors.malformedRequest());
    ignoreErrors(request);
    request.on('data', take).on('end', finish).on('close', hangUp);
  });
}

/**
 * Reads what is left of a body and throws it away: a connection that is closed on unread bytes is reset,
 * and the sender sees a network error instead of the answer. False if the body went beyond the bound.
 */
export function discardRest(request: IncomingMessage): Promise<boolean> {
  const isRead = request.complete || request.readableEnded || request.destroyed;
  if (!announcesBody(request.headers) || isRead) return Promise.resolve(true);
  return new Promise((resolve) => {
    let size = 0;
    const settle = (whole: boolean) => {
      request.off('data', drop).off('end', finish).off('close', finish);
      if (!whole) request.pause();
      resolve(whole);
    };
    const drop = (chunk: Buffer) => {
      size += chunk.length;
      if (size > limits.discardedBytes) settle(false);
    };
    const finish = () => settle(true);
    ignoreErrors(request);
    request.on('data', drop).on('end', finish).on('close', finish);
    request.resume();
  });
}

/** A sender who hangs up shows as `close`; the error that comes along must not become an uncaught one. */
const ignoreErrors = (request: IncomingMessage): void => {
  if (request.listenerCount('error') === 0) request.on('error', () => {});
};
