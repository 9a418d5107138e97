import { pipeline, Readable } from 'node:stream';
import { promisify } from 'node:util';
import { createGzip, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** Smaller responses fit into a packet or two either way. */
const MIN_BYTES = 1024;
/** On JSON, most of the reduction of the default level in a third of its time. */
const LEVEL = 4;
const COMPRESSIBLE =
  /^(?:text\/(?!event-stream)|application\/(?:[\w.+-]*json|javascript|openmetrics-text|xml)|image\/svg)/;

const compress = promisify(gzip);

/** The weight of a coding in an Accept-Encoding header; undefined if it is not named. */
function weightOf(coding: string, header: string): number | undefined {
  for (const entry of header.toLowerCase().split(',')) {
    const [name, ...parameters] = entry.split(';').map((part) => part.trim());
    if (name !== coding) continue;
    const weight = parameters.find((parameter) => parameter.startsWith('q='));
    return weight === undefined ? 1 : Number(weight.slice(2)) || 0;
  }
  return undefined;
}

/** Whether an Accept-Encoding header names a coding with a positive weight. */
export const accepts = (coding: string, header: string): boolean => (weightOf(coding, header) ?? 0) > 0;

/** Whether gzip is accepted with at least the weight of `identity`. */
export function acceptsGzip(header: string | undefined): boolean {
  if (header === undefined) return false;
  const gzipped = weightOf('gzip', header) ?? weightOf('x-gzip', header) ?? weightOf('*', header) ?? 0;
  return gzipped > 0 && gzipped >= (weightOf('identity', header) ?? 0);
}

/** The payload to send: gzipped on zlib's threads if the client accepts it and the payload is large enough. */
export async function compressed(
  request: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
): Promise<unknown> {
  const accepted = request.headers['accept-encoding'];
  if (accepted === undefined) return payload;
  if (typeof payload !== 'string' && !Buffer.isBuffer(payload) && !(payload instanceof Readable))
    return payload;
  // Only large responses are streamed.
  const isLarge = payload instanceof Readable || Buffer.byteLength(payload) >= MIN_BYTES;
  if (!isLarge || request.method === 'HEAD' || reply.hasHeader('content-encoding')) return payload;
  if (!COMPRESSIBLE.test(String(reply.getHeader('content-type')))) return payload;
  if (!acceptsGzip(Array.isArray(accepted) ? accepted.join() : accepted)) return payload;
  reply.header('content-encoding', 'gzip').removeHeader('content-length');
  if (!(payload instanceof Readable)) return compress(payload, { level: LEVEL });
  // `pipeline` propagates errors; Fastify sees them on the returned stream.
  return pipeline(payload, createGzip({ level: LEVEL }), () => {});
}
