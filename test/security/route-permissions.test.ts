import assert from 'node:assert/strict';
import test from 'node:test';
import { pino } from 'pino';
import { accountRoute, engineRoute, type Method, type Route } from '../../src/api/route.ts';
import { guarded, mountApi } from '../../src/http/app.ts';
import { PERMISSIONS } from '../../src/http/permissions.ts';
import { createTransport } from '../../src/http/transport.ts';

/** A minimal route for every row of the service's table. */
const bareRoute = (name: string): Route => {
  const [method, path] = name.split(' ') as [Method, string];
  const make = path.includes(':engine') ? engineRoute : accountRoute;
  return make({
    method,
    path,
    operation: { id: name, summary: name, answer: {} },
    answer: async () => ({}),
  });
};

test('the service starts only if every route has a permission, and every permission a route', async (t) => {
  const rows = Object.keys(PERMISSIONS);
  const routes = rows.map(bareRoute);

  await t.test('with all of both it starts', () => {
    assert.deepEqual(
      guarded(routes).map(([route]) => route),
      routes,
    );
  });

  await t.test('a route without a row is rejected', () => {
    for (const name of [
      'GET /engines/:engine/secrets',
      'PUT /engines',
      'GET /__proto__',
      'GET /constructor',
    ]) {
      assert.throws(() => guarded([...routes, bareRoute(name)]), {
        message: `The route ${name} has no row in PERMISSIONS.`,
      });
    }
  });

  for (const name of rows) {
    await t.test(`the row ${name} without its route is rejected`, () => {
      assert.throws(() => guarded(routes.filter((route) => `${route.method} ${route.path}` !== name)), {
        message: `Rows of PERMISSIONS without a route: ${name}`,
      });
    });
  }

  await t.test('a route of an engine with the row of an account is rejected, and vice versa', () => {
    const swapped = routes.map(
      (route): Route =>
        route.path === '/engines/:engine/schema' && route.method === 'GET'
          ? accountRoute({ ...route, answer: async () => ({}) })
          : route,
    );
    assert.throws(() => guarded(swapped), { message: /GET \/engines\/:engine\/schema .* different levels/ });
    const raised = routes.map(
      (route): Route =>
        route.path === '/credentials' && route.method === 'GET'
          ? engineRoute({ ...route, answer: async () => ({}) })
          : route,
    );
    assert.throws(() => guarded(raised), { message: /GET \/credentials .* different levels/ });
  });

  await t.test('mounting runs that check', () => {
    const app = createTransport({
      logger: pino({ level: 'silent' }),
      trustProxy: () => false,
      version: '0',
      readJson: async (text) => JSON.parse(text),
    });
    t.after(() => app.close());
    const gate = {} as Parameters<typeof mountApi>[1];
    assert.throws(() => mountApi(app, gate, [...routes, bareRoute('GET /unguarded')]), {
      message: 'The route GET /unguarded has no row in PERMISSIONS.',
    });
  });
});
