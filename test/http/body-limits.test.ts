import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { limits } from '../../src/limits.ts';
import { withRoutes } from '../support/router.ts';
import { startTestService, type TestService } from '../support/service.ts';

const { open, settings, search, ids, documents } = limits.bodies;
const tooLarge = (most: number) => ({
  errors: [`Request body exceeds the maximum of ${most.toLocaleString('en-US')} bytes`],
});

/** The limit of every route that does not have the one of settings. */
const limitOf = (method: string, url: string): number => {
  if (/^\/api\/ent\/v1\/internal\/(health|version)$/.test(url)) return open;
  if (!/^\/(api\/(as\/v[01]|ent\/v1)|dashboard\/api|as\/credentials)\//.test(url)) return open;
  if (/\/as\/v1\/engines\/:engine\/documents$/.test(url)) {
    return method === 'POST' || method === 'PATCH' ? documents : ids;
  }
  if (/\/(curations|curations\/:id|configuration)$/.test(url) && (method === 'POST' || method === 'PUT')) {
    return ids;
  }
  if (/\/relevance\/judgements$/.test(url)) return method === 'PUT' || method === 'DELETE' ? ids : settings;
  if (
    /\/(search|multi_search|query_suggestion|click|search-as|organic-search|search_explain|elasticsearch\/_search|relevance\/evaluate|delete_by_filter)$/.test(
      url,
    )
  )
    return search;
  return /^\/dashboard\/api\/(session|setup|reset|links\/inspect|invitations\/accept)$/.test(url)
    ? open
    : settings;
};

/** JSON of exactly `bytes` bytes. */
const padded = (text: string, bytes: number): string => text + ' '.repeat(bytes - text.length);

const post = async (url: string, body: string | Buffer<ArrayBuffer>, headers: Record<string, string>) => {
  const answer = await fetch(url, { method: 'POST', body, headers });
  return { status: answer.status, json: await answer.json(), headers: answer.headers };
};

suite('every route has a limit for its body', () => {
  test('by its kind', async (t) => {
    const [, routes] = await withRoutes(() => startTestService(t));
    assert.ok(routes.length > 60);
    assert.deepEqual(
      routes.map(({ method, url, bodyLimit = open }) => `${method} ${url}: ${bodyLimit}`),
      routes.map(({ method, url }) => `${method} ${url}: ${limitOf(method, url)}`),
    );
  });

  const CASES: ReadonlyArray<readonly [string, string, number, string]> = [
    ['POST', '/engines', settings, '{}'],
    ['GET', '/engines', settings, '{}'],
    ['POST', '/engines/engine-1/schema', settings, '{}'],
    ['POST', '/engines/engine-1/search', search, '{"query":"a"}'],
    ['GET', '/engines/engine-1/search', search, '{"query":"a"}'],
    ['POST', '/engines/engine-1/multi_search', search, '{"queries":[{"query":"a"}]}'],
    ['POST', '/engines/engine-1/query_suggestion', search, '{"query":"a"}'],
    ['POST', '/engines/engine-1/click', search, '{"query":"a","document_id":"a"}'],
    ['GET', '/engines/engine-1/documents', ids, '["a"]'],
    ['DELETE', '/engines/engine-1/documents', ids, '["a"]'],
  ];
  test('which is the last size that is read', async (t) => {
    const service = await startTestService(t);
    await service.engine();
    for (const [method, path, most, text] of CASES) {
      const fits = await service.call(method, path, { body: padded(text, most) });
      assert.notEqual(fits.status, 413, `${method} ${path}`);
      const over = await service.call(method, path, { body: padded(text, most + 1) });
      assert.deepEqual([over.status, over.json], [413, tooLarge(most)], `${method} ${path}`);
    }
  });

  test('which is counted during decompression', async (t) => {
    const service = await startTestService(t);
    const engine = await service.engine();
    const url = `${service.baseUrl}/api/as/v1/engines/${engine}/search`;
    for (const [coding, compress] of [
      ['gzip', gzipSync],
      ['deflate', deflateSync],
      ['br', brotliCompressSync],
    ] as const) {
      const headers = { authorization: `Bearer ${service.searchKey}`, 'content-encoding': coding };
      const fits = await post(url, compress(padded('{"query":"a"}', search)), headers);
      assert.equal(fits.status, 200);
      const bomb = compress(Buffer.alloc(8 * 2 ** 20, ' '));
      const { status, json } = await post(url, bomb, headers);
      assert.deepEqual([status, json], [413, tooLarge(search)]);
    }
  });
});

suite('without key or session', () => {
  const dashboardPost = (
    service: TestService,
    path: string,
    body: string | Buffer<ArrayBuffer>,
    coding?: string,
  ) =>
    post(`${service.baseUrl}/dashboard/api${path}`, body, {
      origin: service.baseUrl,
      ...(coding !== undefined && { 'content-encoding': coding }),
    });
  const OPEN = ['/session', '/setup', '/reset', '/links/inspect', '/invitations/accept'];

  test('compressed bodies are rejected, whatever their content', async (t) => {
    const service = await startTestService(t);
    const refusal = ['A compressed body requires an API key or a session. Send this body uncompressed.'];
    const bomb = brotliCompressSync(`{"login":[${'{},'.repeat(300_000)}{}]}`);
    assert.ok(bomb.length < 100);
    for (const path of OPEN) {
      for (const [coding, body] of [
        ['br', bomb],
        ['gzip', gzipSync('{}')],
        ['deflate', deflateSync('{}')],
      ] as const) {
        const { status, json, headers } = await dashboardPost(service, path, body, coding);
        assert.deepEqual([status, json], [415, { errors: refusal }], `${path} ${coding}`);
        assert.equal(headers.get('accept-encoding'), 'identity');
      }
      assert.notEqual((await dashboardPost(service, path, '{}', 'identity')).status, 415);
    }
    const health = await service.call('GET', '/../../../health', {
      key: null,
      body: 'x',
      headers: { 'content-encoding': 'br' },
    });
    assert.equal(health.status, 415);
  });

  test('bodies of more than 16 KB are rejected', async (t) => {
    const service = await startTestService(t);
    for (const path of OPEN) {
      const { status, json } = await dashboardPost(service, path, padded('{}', open + 1));
      assert.deepEqual([status, json], [413, tooLarge(open)], path);
      assert.notEqual((await dashboardPost(service, path, padded('{}', open))).status, 413);
    }
  });

  test('the API asks for the key before it looks at the body', async (t) => {
    const service = await startTestService(t);
    const engine = await service.engine();
    const url = `${service.baseUrl}/api/as/v1/engines/${engine}/search`;
    const headers = { authorization: 'Bearer search-unknown', 'content-encoding': 'br' };
    assert.equal((await post(url, brotliCompressSync('{}'), headers)).status, 401);
  });
});
