import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { clickShape, multiSearchShape, searchShape, suggestionShape } from '../../src/search/shapes.ts';
import { sharedService } from '../support/shared-service.ts';
import { MEDIUM, SAMPLE } from './engines.ts';
import { registeredRoutes } from './registered-routes.ts';
import { attacksOn, rowOf, tabledRoutes } from './routes.ts';
import { SEARCH_OPTIONS, searchesOn } from './search-options.ts';

const optionsOf = (shape: Readonly<Record<string, unknown>>): string[] =>
  Object.keys(shape.properties as object).sort();

suite('the attacks of the overload campaign', async () => {
  const routes = await registeredRoutes();

  test('cover every route of the router', () => {
    const missing = routes.filter((route) => rowOf(route) === undefined);
    assert.deepEqual(
      missing.map(({ method, url }) => `${method} ${url}`),
      [],
      'add the most expensive requests of these routes to test/overload/api-attacks.ts',
    );
    const known = new Set(routes.map(({ method, url }) => `${method} ${url}`));
    assert.deepEqual(
      tabledRoutes().filter((name) => !known.has(name)),
      [],
      'these rows have no route',
    );
  });

  test('cover every search option', () => {
    assert.deepEqual(Object.keys(SEARCH_OPTIONS).sort(), optionsOf(searchShape));
  });

  test('name options of the other shapes only', () => {
    const sent = (path: string): string[] => [
      ...new Set(
        routes
          .filter(({ method, url }) => method === 'POST' && url === `/api/as/v1/engines/:engine/${path}`)
          .flatMap((route) => attacksOn(route, { account: 'x' }).slice(0, 3))
          .flatMap(({ body }) => Object.keys(JSON.parse(Buffer.from(body?.().bytes ?? '{}').toString()))),
      ),
    ];
    for (const [path, shape] of [
      ['multi_search', multiSearchShape],
      ['query_suggestion', suggestionShape],
      ['click', clickShape],
    ] as const) {
      for (const option of sent(path)) assert.ok(optionsOf(shape).includes(option), `${path} ${option}`);
    }
  });

  test('are within the limits, or refused with a message', async (t) => {
    const service = await sharedService();
    const engine = await service.engine({
      schema: { title: 'text', size: 'number', made: 'date', place: 'geolocation' },
      documents: [{ id: 'a', title: 'red cave', size: 1, made: '2000-01-01T00:00:00Z', place: '1,2' }],
    });
    for (const { name, isWithin, body } of searchesOn(MEDIUM.fields)) {
      await t.test(name, async () => {
        const { status, json, text } = await service.call('POST', `/engines/${engine}/search`, { body });
        assert.equal(status, isWithin ? 200 : 400, text.slice(0, 300));
        if (!isWithin) assert.ok(json.errors.length > 0);
      });
    }
  });

  test('name fields that the sample engine has', () => {
    assert.deepEqual(
      searchesOn(SAMPLE.fields).map(({ name }) => name),
      searchesOn(MEDIUM.fields).map(({ name }) => name),
    );
  });
});
