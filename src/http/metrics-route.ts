import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { errors } from '../errors.ts';
import { exposition, type Format, MEDIA_TYPES } from '../metrics/exposition.ts';
import type { MetricRegistry } from '../metrics/registry.ts';

const hashOf = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Whether an Authorization header has the token. Takes the same time for every wrong one. */
const presents = (header: string | undefined, token: string): boolean => {
  const [, presented] = /^bearer +(\S+)$/i.exec(header ?? '') ?? [];
  return presented !== undefined && timingSafeEqual(hashOf(presented), hashOf(token));
};

/** Mounts `/metrics`, for everyone who presents the token; without one for everyone. */
export function mountMetrics(
  app: FastifyInstance,
  registry: MetricRegistry,
  token: string | undefined,
): void {
  app.get('/metrics', async (request, reply) => {
    if (token !== undefined && !presents(request.headers.authorization, token)) throw errors.metricsToken();
    const accepted = (request.headers.accept ?? '').toLowerCase();
    const format: Format = accepted.includes('application/openmetrics-text') ? 'openmetrics' : 'prometheus';
    const text = await exposition(registry, format);
    return reply.type(MEDIA_TYPES[format]).header('cache-control', 'no-store').send(text);
  });
}
