import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { BodyStream } from '../api/body-stream.ts';
import { errors } from '../errors.ts';
import { limits } from '../limits.ts';
import { announcesBody, discardRest } from './body.ts';
import type { BodyBudget } from './body-budget.ts';
import { exemptFromBodyTime } from './body-time.ts';

/** How long the rest of a body is discarded after the response, in milliseconds. */
const LINGER = 1000;

/** Whether the body of a request is read while it arrives. */
export function isStreamed({ headers, routeOptions }: FastifyRequest): boolean {
  const { streamedType } = routeOptions.config;
  const [mediaType = ''] = (headers['content-type'] ?? '').split(';');
  return streamedType !== undefined && mediaType.trim().toLowerCase() === streamedType;
}

/**
 * The body of a request, to be read by its handler. It counts as `limits.imports.memory` bytes until the response has
 * ended: the handler holds no more at a time, however long the body is.
 */
export function openBodyStream(request: FastifyRequest, reply: FastifyReply, budget: BodyBudget): BodyStream {
  const { raw, headers } = request;
  const inflate = inflaterFor(headers['content-encoding']);
  const [realm, key] = request.flow ?? [];
  const account = budget.account(request.isAuthenticated, `${realm}/${key}`);
  account.add(limits.imports.memory);
  exemptFromBodyTime(raw);
  reply.raw.once('finish', () => void discard(raw)).once('close', () => account.close());
  return announcesBody(headers) ? new ArrivingBody(raw, inflate) : { next: async () => undefined };
}

function inflaterFor(encoding = ''): boolean {
  const name = encoding.trim().toLowerCase();
  if (name === 'gzip' || name === 'x-gzip') return true;
  if (name === '' || name === 'identity') return false;
  throw errors.streamEncoding();
}

class ArrivingBody implements BodyStream {
  readonly #raw: IncomingMessage;
  readonly #chunks: AsyncIterator<Buffer>;

  constructor(raw: IncomingMessage, isCompressed: boolean) {
    this.#raw = raw;
    // A client that disconnects ends the iteration with an error; it must not end the process.
    raw.on('error', () => {});
    this.#chunks = (isCompressed ? inflated(raw) : raw).iterator({ destroyOnReturn: false });
  }

  async next(): Promise<Buffer | undefined> {
    try {
      const { done, value } = await this.#chunks.next();
      return done ? undefined : value;
    } catch {
      throw this.#raw.destroyed && !this.#raw.complete ? errors.hungUp() : errors.undecodable();
    }
  }
}

/** Inflates in zlib's threads, one chunk ahead of the reader. */
function inflated(raw: IncomingMessage): Readable {
  const inflater = createGunzip({ chunkSize: 65_536 });
  raw.once('error', (error) => inflater.destroy(error));
  raw.once('close', () => {
    if (!raw.complete) inflater.destroy(new Error('the client has disconnected'));
  });
  inflater.once('close', () => raw.unpipe(inflater));
  // Bytes that are not gzip may arrive before the first read, which then reports the error.
  inflater.on('error', () => {});
  return raw.pipe(inflater);
}

/** Reads what is left of a body that was answered early, for a moment and up to a limit, then ends the connection. */
async function discard(raw: IncomingMessage): Promise<void> {
  if (raw.complete || raw.destroyed) return;
  const cut = setTimeout(() => raw.destroy(), LINGER);
  if (!(await discardRest(raw))) raw.destroy();
  clearTimeout(cut);
}
