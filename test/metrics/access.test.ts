import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { findling } from '../support/command.ts';
import { startProcess } from '../support/process.ts';
import { withRoutes } from '../support/router.ts';
import { announcedSeed, Random } from '../support/seed.ts';
import { request, startTestService, temporaryFolder } from '../support/service.ts';
import { until } from '../support/until.ts';
import { parseExposition } from './exposition-parser.ts';
import {
  ADMIN_KEY,
  METRICS,
  PRIVATE_KEY,
  type ScrapedService,
  SEARCH_KEY,
  startScraped,
  TOKEN,
} from './scraped-service.ts';

const NO_ROUTE = { errors: 'Routing Error. The path you have requested is invalid.' };
const NEEDS_TOKEN = {
  errors: ['Metrics require the token of FINDLING_METRICS_TOKEN: Authorization: Bearer TOKEN'],
};

suite('access to metrics', () => {
  test('there are none by default', async (t) => {
    const server = await startProcess(temporaryFolder(t), {
      FINDLING_LOG_LEVEL: 'silent',
      FINDLING_METRICS_TOKEN: TOKEN,
    });
    t.after(() => server.end('SIGKILL'));
    for (const method of ['GET', 'POST', 'DELETE']) {
      for (const headers of [{}, { accept: 'text/html' }, { authorization: `Bearer ${TOKEN}` }]) {
        const { status, json } = await request(`${server.baseUrl}/metrics`, method, { headers });
        assert.deepEqual(
          { status, json },
          { status: 404, json: NO_ROUTE },
          `${method} ${JSON.stringify(headers)}`,
        );
      }
    }
  });

  test('they need the token, which no API key replaces', async (t) => {
    const { baseUrl, server } = await startScraped(t, { FINDLING_LOG_LEVEL: 'debug' });
    const address = `${baseUrl}/metrics`;
    const basic = Buffer.from(`metrics:${TOKEN}`).toString('base64');
    const wrong: ReadonlyArray<Record<string, string>> = [
      {},
      { authorization: '' },
      { authorization: TOKEN },
      { authorization: 'Bearer' },
      { authorization: 'Bearer ' },
      { authorization: `Bearer ${TOKEN}x` },
      { authorization: `Bearer ${TOKEN.slice(0, -1)}` },
      { authorization: `Bearer ${TOKEN.toUpperCase()}` },
      { authorization: `Bearer ${TOKEN} ${TOKEN}` },
      { authorization: `Basic ${basic}` },
      { authorization: `Token ${TOKEN}` },
      { authorization: `Bearer ${'x'.repeat(60_000)}` },
      ...[PRIVATE_KEY, SEARCH_KEY, ADMIN_KEY].map((key) => ({ authorization: `Bearer ${key}` })),
    ];
    for (const headers of wrong) {
      const { status, json, headers: sent } = await request(address, 'GET', { headers });
      assert.deepEqual(
        { status, json },
        { status: 401, json: NEEDS_TOKEN },
        JSON.stringify(headers).slice(0, 90),
      );
      assert.equal(sent.get('www-authenticate'), 'Bearer realm="metrics"');
      assert.equal(sent.get('cache-control'), 'no-cache');
    }
    assert.equal((await request(`${address}?auth_token=${encodeURIComponent(TOKEN)}`, 'GET')).status, 401);
    assert.equal((await request(address, 'HEAD')).status, 401);
    assert.equal((await request(address, 'HEAD', { key: TOKEN })).text, '');
    for (const scheme of ['Bearer', 'bearer', 'BEARER']) {
      const headers = { authorization: `${scheme} ${TOKEN}` };
      assert.equal((await request(address, 'GET', { headers })).status, 200, scheme);
    }
    for (const method of ['POST', 'PUT', 'DELETE']) {
      assert.deepEqual((await request(address, method, { key: TOKEN })).json, NO_ROUTE);
    }
    assert.ok(!server.output().includes(TOKEN), 'the token is not in the log');
  });

  test('a body or a long address changes nothing', async (t) => {
    const { baseUrl } = await startScraped(t);
    const address = `${baseUrl}/metrics`;
    const large = await request(address, 'GET', { key: TOKEN, body: 'x'.repeat(20_000) });
    assert.equal(large.status, 413);
    assert.equal((await request(address, 'GET', { key: TOKEN, body: { a: 1 } })).status, 200);
    assert.equal((await request(`${address}?${'a=1&'.repeat(1000)}a=1`, 'GET', { key: TOKEN })).status, 400);
    const gzipped = await request(address, 'GET', { key: TOKEN, headers: { 'accept-encoding': 'gzip' } });
    assert.equal(gzipped.headers.get('content-encoding'), 'gzip');
  });

  test('they are public only if the settings say so', async (t) => {
    const server = await startProcess(temporaryFolder(t), {
      FINDLING_LOG_LEVEL: 'silent',
      FINDLING_METRICS: 'public',
    });
    t.after(() => server.end('SIGKILL'));
    const { status, text } = await request(`${server.baseUrl}/metrics`, 'GET');
    assert.equal(status, 200);
    parseExposition(text, 'prometheus');
  });

  test('a start without the token, or with a bad one, is refused in a sentence without it', async (t) => {
    const start = (settings: Record<string, string>) =>
      findling(['start'], { FINDLING_DATA: temporaryFolder(t), FINDLING_PORT: '0', ...settings });
    const missing = await start({ FINDLING_METRICS: 'on' });
    assert.equal(missing.code, 1);
    assert.equal(
      missing.stderr,
      'FINDLING_METRICS is on, but FINDLING_METRICS_TOKEN is not set: set it, or set FINDLING_METRICS to public if everyone who can reach the service may read the metrics.\n',
    );
    const bad = await start({ ...METRICS, FINDLING_METRICS_TOKEN: 'a token with spaces in it' });
    assert.equal(bad.code, 1);
    assert.equal(
      bad.stderr,
      'The value of FINDLING_METRICS_TOKEN (not shown, because it is secret) is invalid: it must be 16 to 256 letters, digits and signs, without spaces.\n',
    );
  });
});

suite('labels', () => {
  /** Every label value of a scrape, by label. */
  const valuesOf = async (service: ScrapedService): Promise<Map<string, Set<string>>> => {
    const values = new Map<string, Set<string>>();
    for (const { samples } of (await service.scrape()).families) {
      for (const { labels } of samples) {
        for (const [label, value] of Object.entries(labels)) {
          values.set(label, (values.get(label) ?? new Set()).add(value));
        }
      }
    }
    return values;
  };

  test('have only values that the program knows, whatever clients send', async (t) => {
    const random = new Random(announcedSeed('hostile labels'));
    const service = await startScraped(t);
    await service.call('POST', '/engines', { body: { name: 'canary-engine' } });
    const word = () =>
      `canary${random.below(1e9)}${random.pick(['', '%22', '%0A', '%5C', '{}', '=', ',', '%zz', '%00', '/..', ';'])}`;
    const methods = [
      'GET',
      'POST',
      'PUT',
      'DELETE',
      'PATCH',
      'OPTIONS',
      'PROPFIND',
      'PURGE',
      'M-SEARCH',
      'TRACE',
    ];
    const paths = [
      () => `/${word()}`,
      () => `/api/as/v1/engines/${word()}/search`,
      () => `/api/as/v1/engines/${word()}/documents?ids[]=${word()}`,
      () => `/api/as/v1/engines/canary-engine/search?query=${word()}&auth_token=${PRIVATE_KEY}`,
      () => `/api/as/v1/credentials/${word()}`,
      () => `/dashboard/api/accounts/${word()}/engines/${word()}/overview`,
      () => `/api/as/v1/engines/${'x'.repeat(1500)}/search`,
      () => `/health/${word()}`,
    ];
    for (let i = 0; i < 400; i++) {
      const path = random.pick(paths)();
      await request(`${service.baseUrl}${path}`, random.pick(methods), {
        key: random.pick([null, PRIVATE_KEY, `search-${word()}`]),
        headers: { 'x-request-id': `canary${i}`, 'user-agent': 'canary-agent', accept: 'application/json' },
      });
    }
    const values = await valuesOf(service);
    const all = [...values.values()].flatMap((some) => [...some]);
    assert.deepEqual(
      all.filter((value) => /canary|testtest|xxxx|search-/.test(value)),
      [],
    );
    assert.deepEqual(
      [...(values.get('method') ?? [])].filter(
        (method) => !/^(GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS|other)$/.test(method),
      ),
      [],
    );
    // Against the router of a service with the same routes.
    const [, routes] = await withRoutes(() => startTestService(t, METRICS));
    const templates = new Set(['none', ...routes.map(({ url }) => url)]);
    assert.deepEqual(
      [...(values.get('route') ?? [])].filter((route) => !templates.has(route)),
      [],
    );
    assert.ok(values.get('route')?.has('none') && values.get('method')?.has('other'));
    assert.ok([...(values.get('status') ?? [])].every((status) => /^[1-5]\d\d$/.test(status)));
  });

  test('stay bounded: the same hostile requests again add no series', async (t) => {
    const service = await startScraped(t);
    const attack = async (round: number): Promise<void> => {
      for (let i = 0; i < 50; i++) {
        await request(`${service.baseUrl}/r${round}-${i}`, 'GET');
        await request(`${service.baseUrl}/api/as/v1/engines/r${round}-${i}/search`, 'GET', {
          key: PRIVATE_KEY,
        });
      }
    };
    const counted = async (least: number): Promise<number> => {
      let series = 0;
      await until('all requests are counted', async () => {
        const scrape = await service.scrape();
        series = scrape.seriesCount;
        const count = (labels: Record<string, string>) =>
          scrape.value('findling_http_requests_total', labels) ?? 0;
        return count({ status: '404' }) >= least && count({ route: '/metrics' }) > 0;
      });
      return series;
    };
    await attack(1);
    const before = await counted(100);
    await attack(2);
    assert.equal(await counted(200), before);
  });
});
