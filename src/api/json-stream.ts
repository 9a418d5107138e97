import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { errors } from '../errors.ts';
import { logThrown } from './error-log.ts';
import type {} from './place.ts';
import { answered } from './route.ts';

/** Aborts when the client disconnects before the response is complete. */
export function abortSignalOf(reply: FastifyReply): AbortSignal {
  const gone = new AbortController();
  const { raw } = reply;
  const abort = () => {
    if (!raw.writableFinished) gone.abort(errors.hungUp());
  };
  if (raw.destroyed) abort();
  else raw.once('close', abort);
  return gone.signal;
}

/** Aborts when the response has ended, complete or not. */
export function endOf({ raw }: FastifyReply): AbortSignal {
  const ended = new AbortController();
  if (raw.destroyed) ended.abort();
  else raw.once('close', () => ended.abort());
  return ended.signal;
}

/** The media type of one JSON value per line. */
export const NDJSON = 'application/x-ndjson';

/**
 * Streams JSON, or lines of JSON, with backpressure. A failure before the first chunk becomes an error response. A later failure is logged and
 * ends the connection, so that the client does not take a partial response for a complete one.
 */
export async function streamJson(
  reply: FastifyReply,
  chunks: AsyncIterable<string | Uint8Array>,
  mediaType = 'application/json; charset=utf-8',
): Promise<typeof answered> {
  const iterator = chunks[Symbol.asyncIterator]();
  const first = await iterator.next();
  async function* all() {
    if (first.done) return;
    yield first.value;
    try {
      yield* { [Symbol.asyncIterator]: () => iterator };
    } catch (error) {
      // Fastify ends the connection. A disconnected client is already in the request log.
      if (!reply.raw.destroyed) logThrown(error, reply.request, 'response aborted');
      throw error;
    }
  }
  await reply.place?.becomeStream();
  // Not in object mode, so that the buffer is bounded in bytes.
  const stream = Readable.from(all(), { objectMode: false });
  await reply.type(mediaType).send(stream);
  return answered;
}
