import type { FastifyInstance, FastifyRequest } from 'fastify';
import { errors } from '../errors.ts';

/** Whether a request is to a route that answers at any time. */
export const isProbe = ({ routeOptions }: FastifyRequest): boolean => routeOptions.config?.isProbe === true;

/** What readiness depends on. */
export interface Readiness {
  /** Whether the start is over, with every index loaded. */
  readonly isStarted: () => boolean;
  readonly storeAnswers: () => Promise<boolean>;
}

const OK = { status: 'ok' };

/**
 * The probes of orchestrators and load balancers. Liveness: the process answers; if it does not, restart it. Readiness:
 * send requests here only while it is 200; otherwise it is 503 with the reason.
 */
export function mountProbes(app: FastifyInstance, { isStarted, storeAnswers }: Readiness): void {
  const config = { isProbe: true };
  app.get('/health/live', { config }, async () => OK);
  app.get('/health/ready', { config }, async () => {
    if (app.closing.aborted) throw errors.unavailable();
    if (!isStarted()) throw errors.starting();
    if (!(await storeAnswers())) throw errors.storeUnavailable();
    return OK;
  });
}
