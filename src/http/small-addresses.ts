import type { FastifyInstance } from 'fastify';
import { APP_SEARCH_VERSION } from './app-search-version.ts';

const PAGE = (version: string) => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Findling</title>
<style>
  body { font: 1rem/1.6 system-ui, sans-serif; max-width: 40rem; margin: 4rem auto; padding: 0 1rem; color: #222; background: #fff }
  code { background: #f2f2f0; padding: .1rem .3rem; border-radius: .2rem }
  a { color: #0b57d0 }
  @media (prefers-color-scheme: dark) { body { color: #ddd; background: #181818 } code { background: #2a2a2a } a { color: #8ab4f8 } }
</style>
<h1>Findling ${version}</h1>
<p>This is a search service that speaks the App Search API. It is running.</p>
<ul>
  <li>Clients talk to it at <code>/api/as/v1</code> of this address.</li>
  <li>The API is described at <a href="/openapi.json"><code>/openapi.json</code></a>.</li>
  <li><a href="/health"><code>/health</code></a> answers 200 while the service is ready.</li>
  <li>Keys were shown at the first start; <code>npx findling keys list --show</code> shows them again,
      and <code>npx findling keys create --name my-admin --type admin</code> makes an admin key.</li>
</ul>
</html>
`;

/** Addresses beside the API: what people and their tools look at to see whether the service is there. */
export function mountSmallAddresses(app: FastifyInstance): void {
  const version = app.serviceVersion;
  const health = { status: 'ok', name: 'findling', version };
  app.get('/', async (_request, reply) =>
    reply
      .type('text/html; charset=utf-8')
      .header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'")
      .send(PAGE(version)),
  );
  // The readiness probe of the original's tooling.
  app.get('/login', async (_request, reply) => reply.redirect('/'));
  app.get('/health', async () => health);
  // Clients of the original take the version apart, here as well as in its health.
  const original = { number: APP_SEARCH_VERSION, build_hash: `findling-${version}`, build_date: null };
  app.get('/api/ent/v1/internal/health', async () => ({ ...health, version: original }));
  app.get('/api/ent/v1/internal/version', async () => original);
}
