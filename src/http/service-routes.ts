import type { FastifyInstance } from 'fastify';
import type { Lag } from '../indexing/follower.ts';
import { APP_SEARCH_VERSION } from './app-search-version.ts';
import type { Pages } from './pages.ts';

/** The response of `/` to clients that do not accept HTML. */
const greeting = (version: string): string => `Findling ${version} is running.

  /api/as/v1      the API
  /openapi.json   the description of the API
  /health         200 while the service is ready

Open this address in a browser for the dashboard. To list the keys: npx findling keys list --show
`;

/** How far a node is behind the store, as the health check shows it. */
const lagJson = ({ engines, milliseconds }: Lag) => ({
  engines_behind: engines,
  seconds_behind: Math.round(milliseconds / 100) / 10,
});

/**
 * Routes outside of the API: start page and health checks. `lag` says how far this node is behind a store that it shares
 * with others.
 */
export function mountServiceRoutes(
  app: FastifyInstance,
  pages: Pages,
  lag: () => Lag | undefined = () => undefined,
): void {
  const version = app.serviceVersion;
  const health = { status: 'ok', name: 'findling', version };
  app.get(
    '/',
    async (request, reply) =>
      pages.answer(request, reply) ?? reply.type('text/plain; charset=utf-8').send(greeting(version)),
  );
  // The readiness probe of App Search tooling.
  app.get('/login', async (_request, reply) => reply.redirect('/'));
  app.get('/health', async () => {
    const behind = lag();
    return behind === undefined ? health : { ...health, ...lagJson(behind) };
  });
  // App Search clients parse the version, here and in the health response.
  const original = { number: APP_SEARCH_VERSION, build_hash: `findling-${version}`, build_date: null };
  app.get('/api/ent/v1/internal/health', async () => ({ ...health, version: original }));
  app.get('/api/ent/v1/internal/version', async () => original);
}
