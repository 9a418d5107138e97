import { isUtf8 } from 'node:buffer';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { FastifyRequest } from 'fastify';
import { type ApiError, errors } from '../errors.ts';
import { limits } from '../limits.ts';
import { decompressionFor } from './decompression.ts';

const BYTE_ORDER_MARK = 0xfeff;

/** The body's text as read by the transport; undefined if there was no body. */
export const bodyText = (request: FastifyRequest): string | undefined => request.body as string | undefined;

/** Whether the headers announce a body. */
export const announcesBody = (headers: IncomingHttpHeaders): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/**
 * Reads the body of a request as text, regardless of its content type; undefined if there is none. Throws as soon as it is
 * clear that the body will be refused; `discardRest` then reads the remainder.
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
      request.off('data', take).off('end', finish).off('close', abort);
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

/** A client that disconnects also causes `close`, which is handled; its `error` must not be left uncaught. */
const ignoreErrors = (request: IncomingMessage): void => {
  if (request.listenerCount('error') === 0) request.on('error', () => {});
};
