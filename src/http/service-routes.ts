import type { FastifyInstance } from 'fastify';
import { APP_SEARCH_VERSION } from './app-search-version.ts';
import type { Pages } from './pages.ts';

/** What `/` says to tools that ask for no HTML. */
const greeting = (version: string): string => `Findling ${version} is running.

  /api/as/v1      the API
  /openapi.json   what it can do
  /health         answers 200 while the service is ready

A browser shows the dashboard here. Keys: npx findling keys list --show
`;

/** Addresses beside the API: what people and their tools look at to see whether the service is there. */
export function mountServiceRoutes(app: FastifyInstance, pages: Pages): void {
  const version = app.serviceVersion;
  const health = { status: 'ok', name: 'findling', version };
  app.get(
    '/',
    async (request, reply) =>
      pages.answer(request, reply) ?? reply.type('text/plain; charset=utf-8').send(greeting(version)),
  );
  // The readiness probe of the original's tooling.
  app.get('/login', async (_request, reply) => reply.redirect('/'));
  app.get('/health', async () => health);
  // Clients of the original take the version apart, here as well as in its health.
  const original = { number: APP_SEARCH_VERSION, build_hash: `findling-${version}`, build_date: null };
  app.get('/api/ent/v1/internal/health', async () => ({ ...health, version: original }));
  app.get('/api/ent/v1/internal/version', async () => original);
}
