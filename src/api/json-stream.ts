import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { errors } from '../errors.ts';
import { logThrown } from './error-log.ts';
import { answered } from './route.ts';

/** Aborts when the one who asked is gone before the answer is complete. */
export function hangUpOf(reply: FastifyReply): AbortSignal {
  const gone = new AbortController();
  const { raw } = reply;
  const abort = () => {
    if (!raw.writableFinished) gone.abort(errors.hungUp());
  };
  if (raw.destroyed) abort();
  else raw.once('close', abort);
  return gone.signal;
}

/**
 * Answers with JSON that is made while it is sent, no faster than it is read. What fails before the first chunk becomes
 * an error answer; what fails later can only end the connection, so that nobody takes half an answer for a whole one,
 * and is logged.
 */
export async function streamJson(
  reply: FastifyReply,
  chunks: AsyncIterable<string | Uint8Array>,
): Promise<typeof answered> {
  const iterator = chunks[Symbol.asyncIterator]();
  const first = await iterator.next();
  async function* all() {
    if (first.done) return;
    yield first.value;
    try {
      yield* { [Symbol.asyncIterator]: () => iterator };
    } catch (error) {
      // Fastify ends the connection. Of one who hung up the line of the request tells.
      if (!reply.raw.destroyed) logThrown(error, reply.request, 'an answer was cut off');
      throw error;
    }
  }
  // Not in object mode: what waits is bounded in bytes, and chunks are no larger than a piece of an answer.
  const stream = Readable.from(all(), { objectMode: false });
  await reply.type('application/json; charset=utf-8').send(stream);
  return answered;
}
