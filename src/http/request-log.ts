import type { FastifyReply, FastifyRequest } from 'fastify';

/** Maximum length of a logged URL, in characters. */
const LOGGED_LENGTH = 2048;

/** Log levels that exclude the request log. */
const SILENT: ReadonlySet<string> = new Set(['warn', 'error', 'fatal', 'silent']);

/** Logs one line per request, also if the client disconnects before the response. Never logs headers. */
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
