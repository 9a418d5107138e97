import type { FastifyReply, FastifyRequest } from 'fastify';

/** An address can be as long as a header line; its beginning tells enough. */
const LOGGED_LENGTH = 2048;

/** Levels at which the line is not written. */
const SILENT: ReadonlySet<string> = new Set(['warn', 'error', 'fatal', 'silent']);

/** One line per request, also for those whose sender hung up before the answer. Never any header. */
export function logWhenDone(request: FastifyRequest, reply: FastifyReply): void {
  if (SILENT.has(request.log.level)) return;
  const { method } = request;
  const url = request.originalUrl.slice(0, LOGGED_LENGTH);
  const write = () => {
    reply.raw.off('finish', write).off('close', write);
    const line = { method, url, status: reply.statusCode, ms: Math.round(reply.elapsedTime * 1000) / 1000 };
    request.log.info(reply.raw.writableFinished ? line : { ...line, hung_up: true }, 'request');
  };
  reply.raw.on('finish', write).on('close', write);
}
