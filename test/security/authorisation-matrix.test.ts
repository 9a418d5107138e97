import assert from 'node:assert/strict';
import test from 'node:test';
import type { RegisteredRoute } from '../support/router.ts';
import type { Answer } from '../support/service.ts';
import {
  ask,
  fixture,
  INVALID,
  MAY_NOT,
  NO_ENGINE,
  NO_ROUTE,
  SIGN_IN,
  type Standing,
  VERSION,
} from './callers.ts';
import { NO_BODY, ROUTES, type Row } from './expected-routes.ts';

// Every route against every kind of caller. The expected response follows from the tables of routes and of callers.

interface Expected {
  readonly status: number;
  /** Undefined if this test does not check the body. */
  readonly body: unknown;
  /** The headers www-authenticate and x-app-search-version. */
  readonly asks: string | null;
  readonly version: string | null;
}

const refused = (body: unknown): Expected => ({
  status: 401,
  body,
  asks: 'error' in (body as object) ? 'Basic realm="Swiftype"' : null,
  version: null,
});

/** The order of the checks: authentication, kind of key, scope, existence of the engine. */
function expected(row: Row, standing: Standing, engine: string | undefined): Expected {
  const { status, body } = { status: 200, body: undefined, ...row.granted };
  if (row.needs === 'nothing') return { status, body, asks: null, version: null };
  if (standing === 'nobody') return refused(SIGN_IN);
  if (standing === 'unknown') return refused(INVALID);
  if (!standing.may.includes(row.needs)) return refused(MAY_NOT);
  if (engine !== undefined && standing.reach !== null && !standing.reach.includes(engine)) {
    return refused(MAY_NOT);
  }
  if (engine === 'ghost') return { status: 404, body: NO_ENGINE, asks: null, version: VERSION };
  return { status, body, asks: null, version: VERSION };
}

function seen(answer: Answer, wanted: Expected): Expected {
  return {
    status: answer.status,
    body: wanted.body === undefined ? undefined : answer.text === '' ? NO_BODY : answer.json,
    asks: answer.headers.get('www-authenticate'),
    version: answer.headers.get('x-app-search-version'),
  };
}

/** The row of a route; HEAD has the row of GET. */
const rowOf = ({ method, url }: RegisteredRoute): Row | undefined =>
  ROUTES[`${method === 'HEAD' ? 'GET' : method} ${url}`];

const nameOf = ({ method, url }: RegisteredRoute): string => `${method} ${url}`;

test('the authorisation matrix: every route of the router and every kind of caller', async (t) => {
  const it = await fixture(t);

  await t.test('this table and the router have the same routes', () => {
    const heads = Object.keys(ROUTES).filter((name) => name.startsWith('GET '));
    const known = [...Object.keys(ROUTES), ...heads.map((name) => name.replace('GET', 'HEAD'))];
    assert.deepEqual(it.routes.map(nameOf).sort(), known.sort());
  });

  let cells = 0;
  for (const route of it.routes) {
    const row = rowOf(route);
    if (row === undefined) continue;
    const engines = route.url.includes(':engine') ? ['books', 'ghost'] : [undefined];
    await t.test(`${nameOf(route)} needs ${row.needs}`, async () => {
      await it.makeBooks();
      await it.makeSpare();
      for (const engine of engines) {
        const path = route.url.replace(':engine', engine ?? '').replace(':name', 'spare');
        for (const caller of it.callers) {
          const wanted = expected(row, caller.standing, engine);
          if (wanted.status === 200) await row.prepare?.(it);
          const answer = await ask(it, route.method, path, caller, row.body?.(it));
          const isHead = route.method === 'HEAD';
          const body =
            typeof wanted.body === 'function' ? wanted.body(answer.headers.get('x-request-id')) : wanted.body;
          const exact = { ...wanted, body: isHead ? undefined : body };
          assert.deepEqual(
            seen(answer, exact),
            exact,
            `${route.method} ${path} by ${caller.kind}: ${answer.text}`,
          );
          if (isHead) assert.equal(answer.text, '');
          if (row.needs !== 'credentials' || wanted.status !== 200) {
            assert.ok(!it.secrets.some((secret) => answer.text.includes(secret)), `a key in ${answer.text}`);
          }
          if (wanted.status >= 400) assert.equal(answer.headers.get('cache-control'), 'no-cache');
          cells += 1;
        }
      }
    });
  }

  await t.test('OPTIONS needs no key below /api, and is not allowed elsewhere', async () => {
    for (const url of new Set(it.routes.map((route) => route.url))) {
      const path = url.replace(':engine', 'ghost').replace(':name', 'ghost');
      const answer = await ask(it, 'OPTIONS', path, { kind: 'no key', standing: 'nobody' });
      assert.equal(answer.status, path.startsWith('/api/') ? 204 : 404, path);
      assert.equal(answer.headers.get('x-app-search-version'), null);
    }
  });

  await t.test('a method without a route gets the routing error, for every caller', async () => {
    const known = new Set(it.routes.map(nameOf));
    const urls = new Set(it.routes.map((route) => route.url));
    const callers = it.callers.filter(({ kind }) =>
      ['no key', 'key admin, Bearer', 'key private, Bearer'].includes(kind),
    );
    assert.equal(callers.length, 3);
    for (const url of urls) {
      for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'TRACE', 'PROPFIND']) {
        if (known.has(`${method} ${url}`)) continue;
        for (const caller of callers) {
          const path = url.replace(':engine', 'books').replace(':name', 'spare');
          const answer = await ask(it, method, path, caller);
          assert.deepEqual(
            [answer.status, answer.json],
            [404, NO_ROUTE],
            `${method} ${path} by ${caller.kind}`,
          );
        }
      }
    }
  });

  t.diagnostic(`${it.routes.length} routes, ${it.callers.length} callers, ${cells} answers compared`);
});
