import assert from 'node:assert/strict';
import { mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite, type TestContext, test } from 'node:test';
import { pino } from 'pino';
import { listen } from '../../src/http/listen.ts';
import { Pages } from '../../src/http/pages.ts';
import { mountServiceRoutes } from '../../src/http/service-routes.ts';
import { createTransport } from '../../src/http/transport.ts';
import { request, startTestService, temporaryFolder } from '../support/service.ts';

const HTML = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
const SCRIPT = `export const words = ${JSON.stringify('stone '.repeat(400))};`;
const NO_ROUTE = { errors: 'Routing Error. The path you have requested is invalid.' };

/** The pages of a small build, as the service serves them. */
async function site(t: TestContext, files: Record<string, string | Uint8Array> = {}) {
  const folder = temporaryFolder(t);
  mkdirSync(join(folder, 'assets'));
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
  const pages = new Pages(folder, '1.2.3');
  const app = createTransport({
    logger: pino({ level: 'silent' }),
    trustProxy: () => false,
    version: '1.2.3',
    readJson: async (text) => JSON.parse(text),
    page: (incoming, reply) => pages.answer(incoming, reply),
  });
  t.after(() => app.close());
  mountServiceRoutes(app, pages);
  const [address] = await listen(app, { host: '127.0.0.1', port: 0 });
  const get = (path: string, headers: Record<string, string> = HTML, method = 'GET') =>
    request(`http://127.0.0.1:${address?.port}${path}`, method, { headers });
  return { folder, pages, get };
}

const BUILD = {
  'index.html': '<script nonce="__CSP_NONCE__"></script><meta nonce="__CSP_NONCE__">the dashboard',
  'preview.html': '<script nonce="__CSP_NONCE__"></script>the preview',
  'favicon.svg': '<svg/>',
  'secrets.json': '{}',
  'assets/app-a1b2c3.js': SCRIPT,
};

suite('the pages of the dashboard', () => {
  test('are served at every path without a route, for GET requests that accept HTML', async (t) => {
    const { get } = await site(t, BUILD);
    for (const path of ['/', '/engines/books/schema', '/setup', '/healthy', '/apis', '/engines/a%2Fb?q=1']) {
      const answer = await get(path);
      assert.deepEqual(
        [answer.status, answer.headers.get('content-type')],
        [200, 'text/html; charset=utf-8'],
        path,
      );
      assert.match(answer.text, /the dashboard$/);
      assert.equal(answer.headers.get('cache-control'), 'no-store');
    }
    for (const path of [
      '/api',
      '/api/as/v1/nowhere',
      '/dashboard/api/nowhere',
      '/assets/gone.js',
      '/health/x',
    ]) {
      const answer = await get(path);
      assert.deepEqual([answer.status, answer.json], [404, NO_ROUTE], path);
    }
    for (const accept of ['*/*', 'application/json', '']) {
      const answer = await get('/engines', { accept });
      assert.deepEqual([answer.status, answer.json], [404, NO_ROUTE], accept);
    }
    for (const method of ['POST', 'PUT', 'DELETE']) {
      assert.equal((await get('/engines', HTML, method)).status, 404, method);
    }
    const plain = await get('/', { accept: '*/*' });
    assert.equal(plain.headers.get('content-type'), 'text/plain; charset=utf-8');
    for (const text of ['Findling 1.2.3', '/api/as/v1', '/openapi.json', '/health']) {
      assert.ok(plain.text.includes(text), text);
    }
  });

  test('have a strict policy with a new nonce each time', async (t) => {
    const { get } = await site(t, BUILD);
    const nonces = new Set<string>();
    for (let i = 0; i < 3; i++) {
      const { headers, text } = await get('/engines');
      const policy = headers.get('content-security-policy') ?? '';
      const nonce = /'nonce-([\w-]{22})'/.exec(policy)?.[1] ?? '';
      nonces.add(nonce);
      assert.equal(text, `<script nonce="${nonce}"></script><meta nonce="${nonce}">the dashboard`);
      assert.deepEqual(policy.split('; '), [
        "default-src 'none'",
        `script-src 'self' 'nonce-${nonce}'`,
        `style-src 'self' 'nonce-${nonce}'`,
        "img-src 'self'",
        "font-src 'self'",
        "connect-src 'self'",
        "worker-src 'self'",
        "manifest-src 'self'",
        "frame-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
      ]);
      assert.equal(headers.get('x-frame-options'), 'DENY');
      assert.equal(headers.get('x-content-type-options'), 'nosniff');
      assert.equal(headers.get('cross-origin-opener-policy'), 'same-origin');
      const permissions = (headers.get('permissions-policy') ?? '').split(', ');
      for (const feature of ['camera', 'geolocation', 'microphone', 'payment', 'usb'])
        assert.ok(permissions.includes(`${feature}=()`), feature);
      assert.deepEqual(
        permissions.filter((permission) => !/^[a-z-]+=\(\)$/.test(permission)),
        [],
      );
    }
    assert.equal(nonces.size, 3);
  });

  test('have a separate document for the preview, where images of other hosts must be enabled', async (t) => {
    const { get } = await site(t, BUILD);
    const imagesOf = async (path: string) => {
      const { text, headers } = await get(path);
      assert.match(text, /the preview$/);
      assert.equal(headers.get('x-frame-options'), 'SAMEORIGIN');
      assert.equal(headers.get('cross-origin-opener-policy'), 'same-origin');
      assert.match(headers.get('permissions-policy') ?? '', /camera=\(\)/);
      return /img-src ([^;]+)/.exec(headers.get('content-security-policy') ?? '')?.[1];
    };
    assert.equal(await imagesOf('/preview/host-1/books'), "'self'");
    assert.equal(await imagesOf('/preview?images=off'), "'self'");
    assert.equal(await imagesOf('/preview/host-1/books?images=on'), "'self' https: http:");
    assert.match((await get('/previews?images=on')).text, /the dashboard$/);
    const policy = (await get('/engines?images=on')).headers.get('content-security-policy') ?? '';
    assert.match(policy, /img-src 'self';/);
  });

  test('say what is missing before the build, and appear after it', async (t) => {
    const { get, folder, pages } = await site(t);
    const missing = await get('/');
    assert.equal(missing.status, 200);
    assert.match(missing.text, /has not been built: run <code>npm ci<\/code>/);
    assert.match(missing.headers.get('content-security-policy') ?? '', /default-src 'none'/);
    assert.equal(pages.isBuilt, false);
    writeFileSync(join(folder, 'index.html'), 'built');
    assert.equal((await get('/')).text, 'built');
    assert.equal(pages.isBuilt, true);
    writeFileSync(join(folder, 'index.html'), 'built again');
    utimesSync(join(folder, 'index.html'), new Date(), new Date(Date.now() + 5000));
    assert.equal((await get('/')).text, 'built again');
  });
});

suite('the files of the dashboard', () => {
  test('are cached for a year if their name has a hash, and revalidated otherwise', async (t) => {
    const { get } = await site(t, BUILD);
    const script = await get('/assets/app-a1b2c3.js', {});
    assert.deepEqual(
      [script.status, script.text, script.headers.get('content-type'), script.headers.get('cache-control')],
      [200, SCRIPT, 'text/javascript; charset=utf-8', 'public, max-age=31536000, immutable'],
    );
    const icon = await get('/favicon.svg', {});
    assert.deepEqual(
      [icon.text, icon.headers.get('content-type'), icon.headers.get('cache-control')],
      ['<svg/>', 'image/svg+xml', 'no-cache'],
    );
  });

  test('are sent precompressed, in the best encoding that the client accepts', async (t) => {
    const name = 'assets/app-a1b2c3.js';
    // The compressed content differs from the file, so that the test sees which was sent.
    const { get } = await site(t, {
      ...BUILD,
      [`${name}.br`]: 'packed by brotli',
      [`${name}.gz`]: 'by gzip',
    });
    const sent = async (encoding: string) => {
      const { headers, text } = await get(`/${name}`, { 'accept-encoding': encoding });
      assert.match(headers.get('vary') ?? '', /Accept-Encoding/);
      return [headers.get('content-encoding'), text];
    };
    assert.deepEqual(await sent('gzip, deflate, br'), ['br', 'packed by brotli']);
    assert.deepEqual(await sent('gzip'), ['gzip', 'by gzip']);
    assert.deepEqual(await sent('br;q=0, gzip'), ['gzip', 'by gzip']);
    assert.deepEqual(await sent('identity'), [null, SCRIPT]);
  });

  test('are the only ones served, however a path is spelled', async (t) => {
    const { get } = await site(t, BUILD);
    for (const path of [
      '/index.html',
      '/preview.html',
      '/secrets.json',
      '/assets/../../secret',
      '/assets/%2e%2e/index.html',
      '/assets/..%2f..%2fpackage.json',
      '/assets//app-a1b2c3.js',
      '//etc/passwd',
      '/assets/app-a1b2c3.js%00.html',
      '/assets/',
      '/assets',
    ]) {
      const answer = await get(path, { accept: '*/*' });
      assert.equal(answer.status, 404, path);
    }
  });
});

test('the service serves the page or says that it is not built, never with CORS', async (t) => {
  const service = await startTestService(t);
  const answer = await request(`${service.baseUrl}/engines`, 'GET', {
    headers: { ...HTML, origin: 'https://evil.example' },
  });
  assert.equal(answer.status, 200);
  assert.match(answer.text, service.service.hasPages ? /<div id="root">/ : /not been built/);
  assert.equal(answer.headers.get('access-control-allow-origin'), null);
});
