import { pipeline, Readable } from 'node:stream';
import { promisify } from 'node:util';
import { createGzip, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** Below this a packet is saved at best. */
const WORTHWHILE_BYTES = 1024;
/** Most of the gain for a third of the time that the default level takes on JSON. */
const LEVEL = 4;
const COMPRESSIBLE = /^(?:text\/(?!event-stream)|application\/(?:[\w.+-]*json|javascript|xml)|image\/svg)/;

const compress = promisify(gzip);

/** The weight that an Accept-Encoding header gives to a coding, undefined if it does not name it. */
function weightOf(coding: string, header: string): number | undefined {
  for (const entry of header.toLowerCase().split(',')) {
    const [name, ...parameters] = entry.split(';').map((part) => part.trim());
    if (name !== coding) continue;
    const weight = parameters.find((parameter) => parameter.startsWith('q='));
    return weight === undefined ? 1 : Number(weight.slice(2)) || 0;
  }
  return undefined;
}

/** Whether a coding is welcome by its name. */
export const welcomes = (coding: string, header: string): boolean => (weightOf(coding, header) ?? 0) > 0;

/** Whether gzip is welcome, and not less so than no compression at all. */
export function acceptsGzip(header: string | undefined): boolean {
  if (header === undefined) return false;
  const gzipped = weightOf('gzip', header) ?? weightOf('x-gzip', header) ?? weightOf('*', header) ?? 0;
  return gzipped > 0 && gzipped >= (weightOf('identity', header) ?? 0);
}

/** The payload as it goes out: gzipped in a thread of zlib's, where that is welcome and worthwhile. */
export async function compressed(
  request: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
): Promise<unknown> {
  const accepted = request.headers['accept-encoding'];
  if (accepted === undefined) return payload;
  if (typeof payload !== 'string' && !Buffer.isBuffer(payload) && !(payload instanceof Readable))
    return payload;
  // What is streamed is large.
  const isWorthwhile = payload instanceof Readable || Buffer.byteLength(payload) >= WORTHWHILE_BYTES;
  if (!isWorthwhile || request.method === 'HEAD' || reply.hasHeader('content-encoding')) return payload;
  if (!COMPRESSIBLE.test(String(reply.getHeader('content-type')))) return payload;
  if (!acceptsGzip(Array.isArray(accepted) ? accepted.join() : accepted)) return payload;
  reply.header('content-encoding', 'gzip').removeHeader('content-length');
  if (!(payload instanceof Readable)) return compress(payload, { level: LEVEL });
  // An error of either side destroys the other; Fastify sees it at the end of the stream that it is given.
  return pipeline(payload, createGzip({ level: LEVEL }), () => {});
}
