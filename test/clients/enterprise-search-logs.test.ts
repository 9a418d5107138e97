import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { suite, test } from 'node:test';
import { until } from '../support/until.ts';
import { bookshop } from './bookshop.ts';
import { connected, refusal } from './enterprise-search-client.ts';

const engine_name = 'books';

suite('@elastic/enterprise-search: API logs', () => {
  test('getApiLogs', async (t) => {
    const app = connected(t, await bookshop());
    await app.search({ engine_name, body: { query: 'dune' } });
    const body = {
      filters: { date: { from: '2020-01-01', to: '2100-01-01' }, status: 200, method: 'POST' as const },
      query: '/search',
      sort_direction: 'desc' as const,
      page: { size: 1, total_results: 5 },
    };
    await until('the search is logged', async () => {
      const { results, meta } = await app.getApiLogs({ engine_name, body });
      const [entry] = (results ?? []) as Array<{ path: string; request_body: string }>;
      if (entry === undefined) return false;
      assert.equal(entry.path, '/api/as/v1/engines/books/search');
      assert.equal(entry.request_body, '{"query":"dune"}');
      assert.deepEqual(meta, {
        query: '/search',
        filters: body.filters,
        sort_direction: 'desc',
        page: { current: 1, total_pages: 1, total_results: 1, size: 1 },
      });
      return true;
    });
  });
});

suite('@elastic/enterprise-search: the web crawler', () => {
  const CRAWLER = [
    501,
    {
      errors: [
        'The web crawler is not part of Findling. Crawl with another tool and index the pages as documents.',
      ],
    },
  ];

  test('is refused with a sentence, for the engine and for the account', async (t) => {
    const app = connected(t, await bookshop());
    assert.deepEqual(await refusal(app.getCrawlerOverview({ engine_name })), CRAWLER);
    assert.deepEqual(await refusal(app.listCrawlerDomains({ engine_name })), CRAWLER);
    assert.deepEqual(await refusal(app.getCrawlerMetrics()), CRAWLER);
    const calls = ['GET', 'POST', 'PUT', 'DELETE'].map((method) => [
      method,
      'crawler/domains/1/sitemaps/2.json',
    ]);
    const service = await bookshop();
    for (const [method = '', path] of calls) {
      const { status, json } = await service.call(method, `/engines/books/${path}`);
      assert.deepEqual([status, json], CRAWLER);
    }
    const engine = await service.call('GET', '/engines/crawler');
    assert.equal(engine.status, 404);
  });
});

test('docs/compatibility.md names every endpoint of the client', () => {
  const client = dirname(createRequire(import.meta.url).resolve('@elastic/enterprise-search'));
  const source = readFileSync(join(client, 'lib/api/app/api.js'), 'utf8');
  const calls = [...source.matchAll(/method: '(\w+)',\s+path: [`'](\/api\/as\/v\d)(.*?)[`']/g)].map(
    ([, method, , path = '']) => `${method} ${path.replace(/\$?\{\w+\}/g, '{}')}`,
  );
  assert.ok(calls.length > 60);
  const docs = readFileSync(new URL('../../docs/compatibility.md', import.meta.url), 'utf8');
  const named = new Set(
    [...docs.matchAll(/^\| `(\w+) (\/[^`]*)` \|/gm)].map(
      ([, method, path = '']) => `${method} ${path.replace(/\{\w+\}/g, '{}')}`,
    ),
  );
  const crawler = new Set(
    [...docs.matchAll(/`((?:\/engines\/\{engine\})?\/crawler[^`]*)`/g)].map(([, path = '']) =>
      path.replace(/\{\w+\}/g, '{}'),
    ),
  );
  const missing = calls.filter((call) => !named.has(call) && !crawler.has(call.split(' ')[1] ?? ''));
  assert.deepEqual(missing, []);
});
