import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { suite, test } from 'node:test';
import { type Answer, request } from '../support/service.ts';
import { until } from '../support/until.ts';
import { parseExposition } from './exposition-parser.ts';
import { API, type Scrape, type ScrapedService, SEARCH_KEY, startScraped, TOKEN } from './scraped-service.ts';

const BOOKS = Array.from({ length: 40 }, (_, i) => ({ id: `b${i}`, title: `book number ${i}` }));

/** Requests as the client counts and times them, by method and template. */
class Client {
  readonly counts = new Map<string, number>();
  readonly seconds = new Map<string, number>();
  readonly #service: ScrapedService;

  constructor(service: ScrapedService) {
    this.#service = service;
  }

  async send(method: string, path: string, template: string, options = {}): Promise<Answer> {
    const began = performance.now();
    const answer = await this.#service.call(method, path, options);
    const route = `${method} ${template}`;
    const key = `${route} ${answer.status}`;
    this.counts.set(key, (this.counts.get(key) ?? 0) + 1);
    this.seconds.set(route, (this.seconds.get(route) ?? 0) + (performance.now() - began) / 1000);
    return answer;
  }
}

const ENGINES = `${API}/engines`;
const DOCUMENTS = `${API}/engines/:engine/documents`;
const SEARCH = `${API}/engines/:engine/search`;
const MULTI_SEARCH = `${API}/engines/:engine/multi_search`;
const NONE = 'none';

/** What the service counts, in the form of the client. */
const countsOf = (scrape: Scrape): Map<string, number> => {
  const family = scrape.families.find(({ name }) => name === 'findling_http_requests_total');
  return new Map(
    family?.samples
      // Requests of the test that are none of the client.
      .filter(({ labels }) => labels.route !== '/metrics' && labels.route !== '/health')
      .map(({ labels, value }) => [`${labels.method} ${labels.route} ${labels.status}`, value]),
  );
};

const sorted = (counts: ReadonlyMap<string, number>) => Object.fromEntries([...counts].sort());

suite('metrics', () => {
  test('agree with what the client has done', async (t) => {
    const service = await startScraped(t);
    const client = new Client(service);
    await client.send('POST', '/engines', ENGINES, { body: { name: 'books' } });
    for (let from = 0; from < BOOKS.length; from += 10) {
      await client.send('POST', '/engines/books/documents', DOCUMENTS, {
        body: BOOKS.slice(from, from + 10),
      });
    }
    for (let i = 0; i < 25; i++) {
      await client.send('POST', '/engines/books/search', SEARCH, { body: { query: `number ${i}` } });
    }
    for (let i = 0; i < 5; i++) await client.send('GET', `/engines/books/search?query=book${i}`, SEARCH);
    const queries = [{ query: 'a' }, { query: 'b' }, { query: 'c' }];
    await client.send('POST', '/engines/books/multi_search', MULTI_SEARCH, { body: { queries } });
    // Refused ones.
    for (let i = 0; i < 2; i++)
      await client.send('POST', '/engines/books/search', SEARCH, {
        body: { query: 'x', page: { size: -1 } },
      });
    for (let i = 0; i < 3; i++)
      await client.send('POST', '/engines/books/search', SEARCH, { key: 'search-wrongwrongwrongwrong' });
    for (let i = 0; i < 4; i++) await client.send('GET', `/nowhere/${i}`, NONE);
    await client.send('GET', '/engines/ghost/search', SEARCH, { body: { query: 'x' } });

    // A response is counted when its connection has taken it, which may be just after the client has it.
    await until('all requests are counted', async () => {
      const counts = countsOf(await service.scrape());
      return [...client.counts].every(([key, count]) => (counts.get(key) ?? 0) >= count);
    });
    const scrape = await service.scrape();
    assert.deepEqual(sorted(countsOf(scrape)), sorted(client.counts));

    for (const [route, seconds] of client.seconds) {
      const [method = '', template = ''] = route.split(' ');
      const labels = { method, route: template };
      const name = 'findling_http_request_duration_seconds';
      const sent = [...client.counts].filter(([key]) => key.startsWith(`${route} `));
      assert.equal(
        scrape.value(`${name}_count`, labels),
        sent.reduce((sum, [, count]) => sum + count, 0),
      );
      const sum = scrape.value(`${name}_sum`, labels) ?? 0;
      assert.ok(sum > 0 && sum < seconds + 0.5, `${route}: ${sum} s, the client measured ${seconds} s`);
    }

    const stage = 'findling_search_stage_duration_seconds';
    for (const name of ['request', 'search', 'documents', 'results']) {
      assert.equal(scrape.value(`${stage}_count`, { stage: name }), 25 + 5 + 3, name);
    }
    const inStages = scrape.value(`${stage}_sum`) ?? 0;
    const inSearches = scrape.value('findling_http_request_duration_seconds_sum') ?? 0;
    assert.ok(inStages > 0 && inStages < inSearches, `${inStages} of ${inSearches} s`);

    const committed = scrape.value('findling_store_transaction_duration_seconds_count', {
      outcome: 'committed',
    });
    assert.ok((committed ?? 0) >= 5, `${committed} transactions`);
    assert.equal(scrape.value('findling_index_documents'), BOOKS.length);
    assert.equal(scrape.value('findling_index_engines'), 1);
    assert.ok((scrape.value('findling_index_segments') ?? 0) >= 1);
    assert.ok((scrape.value('findling_http_connections') ?? 0) >= 1);
    assert.equal(scrape.value('findling_http_requests_in_progress'), 1, 'the scrape itself');
    assert.ok((scrape.value('findling_disk_free_bytes') ?? 0) > 0);
    assert.ok((scrape.value('findling_disk_used_bytes', { part: 'store' }) ?? 0) > 0);
    assert.ok((scrape.value('process_resident_memory_bytes') ?? 0) > 2 ** 24);
    assert.ok((scrape.value('findling_event_loop_delay_seconds_count') ?? 0) > 0);
    assert.equal(scrape.value('findling_threads', { thread: 'store-writer' }), 1);
    assert.equal(scrape.value('findling_trace_spans_total'), undefined);

    // 33 valid searches; requests to engines are in the API log if that is on.
    await until('the searches are recorded', async () => {
      return ((await service.scrape()).value('findling_events_stored_total') ?? 0) >= 33;
    });
    assert.equal((await service.scrape()).value('findling_events_dropped_total'), 0);
  });

  test('have the same families in both formats', async (t) => {
    const { baseUrl } = await startScraped(t);
    const get = (accept: string) => request(`${baseUrl}/metrics`, 'GET', { key: TOKEN, headers: { accept } });
    const plain = await get('text/plain;version=0.0.4;q=1,*/*;q=0.1');
    assert.equal(plain.headers.get('content-type'), 'text/plain; version=0.0.4; charset=utf-8');
    const open = await get('application/openmetrics-text;version=1.0.0;q=0.6,text/plain;version=0.0.4;q=0.5');
    assert.equal(
      open.headers.get('content-type'),
      'application/openmetrics-text; version=1.0.0; charset=utf-8',
    );
    const familiesOf = (text: string, format: 'prometheus' | 'openmetrics') =>
      parseExposition(text, format).map(({ name, kind, help }) => ({ name, kind, help }));
    const families = familiesOf(plain.text, 'prometheus');
    assert.ok(families.length > 40, `${families.length} families`);
    assert.deepEqual(familiesOf(open.text, 'openmetrics'), families);
    assert.equal(plain.headers.get('cache-control'), 'no-store');
  });

  test('count refusals', async (t) => {
    const service = await startScraped(t, { FINDLING_RATE_LIMIT: '5' });
    const statuses: number[] = [];
    for (let i = 0; i < 8; i++) statuses.push((await service.call('GET', '/engines')).status);
    assert.deepEqual(statuses, [200, 200, 200, 200, 200, 429, 429, 429]);
    const { port } = new URL(service.baseUrl);
    await new Promise<void>((resolve, reject) => {
      const socket = connect(Number(port), '127.0.0.1')
        .on('error', reject)
        .on('close', () => resolve());
      socket.resume().end('this is no HTTP\r\n\r\n');
    });
    const scrape = await service.scrape();
    const refused = (reason: string) => scrape.value('findling_http_refusals_total', { reason });
    assert.equal(refused('rate_limit'), 3);
    assert.equal(refused('unreadable'), 1);
    assert.deepEqual([refused('overloaded'), refused('queue'), refused('connections')], [0, 0, 0]);
  });

  test('can be scraped while documents are loaded and reindexed, and no counter shrinks', async (t) => {
    const service = await startScraped(t);
    await service.call('POST', '/engines', { body: { name: 'large' } });
    const lines = Array.from(
      { length: 12_000 },
      (_, i) =>
        `${JSON.stringify({ id: `d${i}`, title: `word${i % 997} and more text`, year: `${1000 + i}` })}\n`,
    );
    let isOver = false;
    let last = new Map<string, number>();
    const most = { jobs: 0, imports: 0, total: 0 };
    const scraping = (async () => {
      while (!isOver) {
        const scrape = await service.scrape();
        const now = scrape.counters();
        for (const [key, value] of last) {
          assert.ok((now.get(key) ?? -1) >= value, `${key}: ${value}, then ${now.get(key)}`);
        }
        last = now;
        const gauge = (name: string) => scrape.value(name) ?? 0;
        assert.ok(gauge('findling_reindex_documents_done') <= gauge('findling_reindex_documents'));
        most.jobs = Math.max(most.jobs, gauge('findling_reindex_jobs'));
        most.imports = Math.max(most.imports, gauge('findling_imports'));
        most.total = Math.max(most.total, gauge('findling_reindex_documents'));
      }
    })();
    const imported = await service.call('POST', '/engines/large/documents', {
      body: lines.join(''),
      headers: { 'content-type': 'application/x-ndjson' },
    });
    assert.equal(imported.status, 200);
    const changed = await service.call('POST', '/engines/large/schema', { body: { year: 'number' } });
    assert.equal(changed.status, 200);
    await until('the reindex is over', async () => {
      return (await service.call('GET', '/engines/large/schema/reindex')).json.state === 'idle';
    });
    isOver = true;
    await scraping;
    assert.deepEqual(most, { jobs: 1, imports: 1, total: 12_000 });
    const scrape = await service.scrape();
    assert.equal(scrape.value('findling_reindex_runs_total', { outcome: 'finished' }), 1);
    assert.equal(scrape.value('findling_reindex_runs_total', { outcome: 'failed' }), 0);
    assert.equal(scrape.value('findling_reindex_jobs'), 0);
    assert.equal(scrape.value('findling_index_documents'), 12_000);
  });

  test('have no more series with three hundred engines than with one', async (t) => {
    const service = await startScraped(t);
    const create = (i: number) => service.call('POST', '/engines', { body: { name: `engine-${i}` } });
    await create(0);
    await service.call('POST', '/engines/engine-0/search', { key: SEARCH_KEY, body: { query: 'x' } });
    const search = (i: number) =>
      service.call('POST', `/engines/engine-${i}/search`, { key: SEARCH_KEY, body: { query: 'x' } });
    await until('the first requests are counted', async () => {
      const scrape = await service.scrape();
      const counts = countsOf(scrape);
      const scrapes = scrape.value('findling_http_requests_total', { route: '/metrics' }) ?? 0;
      return counts.has(`POST ${SEARCH} 200`) && counts.has(`POST ${ENGINES} 200`) && scrapes > 0;
    });
    const before = (await service.scrape()).seriesCount;
    for (let from = 1; from < 300; from += 20) {
      await Promise.all(Array.from({ length: Math.min(20, 300 - from) }, (_, i) => create(from + i)));
    }
    for (let i = 0; i < 300; i += 30) assert.equal((await search(i)).status, 200);
    const scrape = await service.scrape();
    assert.equal(scrape.value('findling_index_engines'), 300);
    assert.equal(scrape.seriesCount, before);
    assert.ok(scrape.families.every(({ samples }) => !JSON.stringify(samples).includes('engine-1')));
  });
});
