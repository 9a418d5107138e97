import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { parseTraceparent } from '../../src/tracing/traceparent.ts';
import { freePort } from '../support/command.ts';
import { request } from '../support/service.ts';
import { until } from '../support/until.ts';
import { attributesOf, type Collector, type ReceivedSpan, startCollector } from './collector.ts';
import { API, PRIVATE_KEY, type ScrapedService, SEARCH_KEY, startScraped } from './scraped-service.ts';

const SEARCH = `POST ${API}/engines/:engine/search`;
const INTERNAL = 1;
const SERVER = 2;

const startTraced = (t: Parameters<typeof startScraped>[0], { url }: Collector, more = {}) =>
  startScraped(t, { FINDLING_TRACES_URL: url, FINDLING_TRACES_SHARE: '100%', ...more });

const search = (service: ScrapedService, headers: Record<string, string> = {}) =>
  service.call('POST', '/engines/books/search', { key: SEARCH_KEY, body: { query: 'canaryquery' }, headers });

const withBooks = async (service: ScrapedService): Promise<void> => {
  await service.call('POST', '/engines', { body: { name: 'books' } });
  const body = [{ id: 'canaryid', title: 'canarytext canaryquery', year: '1990' }];
  await service.call('POST', '/engines/books/documents', { body });
};

/** The spans below a span, by name. */
const partsOf = (spans: readonly ReceivedSpan[], parent: ReceivedSpan): Record<string, ReceivedSpan[]> =>
  Object.groupBy(
    spans.filter(({ parentSpanId, traceId }) => parentSpanId === parent.spanId && traceId === parent.traceId),
    ({ name }) => name,
  ) as Record<string, ReceivedSpan[]>;

suite('traces', () => {
  test('have spans for requests, gate, stages, transactions, applied changes and jobs', async (t) => {
    const collector = await startCollector(t);
    const service = await startTraced(t, collector);
    await withBooks(service);
    assert.equal((await search(service)).status, 200);
    await service.call('POST', '/engines/books/schema', { body: { year: 'number' } });
    await service.call('GET', '/engines/canaryghost');
    await request(`${service.baseUrl}/canarypath`, 'GET');

    const [searched] = await collector.received(SEARCH);
    const [written] = await collector.received(`POST ${API}/engines/:engine/documents`);
    const [job] = await collector.received('reindex');
    const [missing] = await collector.received(`GET ${API}/engines/:engine`);
    const [unknown] = (await collector.received('GET')).filter(({ kind }) => kind === SERVER);
    assert.ok(searched && written && job && missing && unknown);
    const spans = collector.spans();

    // The format.
    assert.deepEqual(
      new Set(collector.requests.map((one) => JSON.stringify(one))),
      new Set([JSON.stringify({ method: 'POST', path: '/v1/traces', type: 'application/json' })]),
    );
    for (const { resourceSpans } of collector.exported()) {
      const [{ resource, scopeSpans } = assert.fail('no resource')] = resourceSpans;
      assert.equal(attributesOf(resource)['service.name'], 'findling');
      assert.equal(scopeSpans[0]?.scope.name, 'findling');
    }
    for (const span of spans) {
      assert.match(span.traceId, /^(?!0{32})[0-9a-f]{32}$/);
      assert.match(span.spanId, /^(?!0{16})[0-9a-f]{16}$/);
      assert.match(span.startTimeUnixNano, /^\d{19}$/);
      assert.match(span.endTimeUnixNano, /^\d{19}$/);
      assert.ok(BigInt(span.endTimeUnixNano) >= BigInt(span.startTimeUnixNano), span.name);
      assert.ok(Math.abs(Number(span.endTimeUnixNano) / 1e6 - Date.now()) < 600_000, 'the clock is right');
    }
    const ids = spans.map(({ spanId }) => spanId);
    assert.equal(new Set(ids).size, ids.length);

    // Parents and children. Every part ends within its request.
    for (const span of spans) {
      if (span.parentSpanId === undefined) continue;
      const parent = spans.find(({ spanId }) => spanId === span.parentSpanId);
      assert.ok(parent, `the parent of ${span.name} is there`);
      assert.equal(parent.traceId, span.traceId);
      assert.ok(BigInt(parent.startTimeUnixNano) <= BigInt(span.startTimeUnixNano) + 1000n, span.name);
      if (span.name !== 'reindex') {
        assert.ok(BigInt(parent.endTimeUnixNano) + 1000n >= BigInt(span.endTimeUnixNano), span.name);
      }
    }
    assert.equal(searched.kind, SERVER);
    assert.equal(searched.parentSpanId, undefined);
    const ofSearch = partsOf(spans, searched);
    const stages = ['search/request', 'search/search', 'search/documents', 'search/results'];
    assert.deepEqual(Object.keys(ofSearch).sort(), ['admission', 'gate', ...stages].sort());
    for (const parts of Object.values(ofSearch))
      assert.deepEqual(
        parts.map(({ kind }) => kind),
        [INTERNAL],
      );
    assert.deepEqual(
      stages.map((name) => ofSearch[name]?.[0]?.endTimeUnixNano),
      stages.map((name) => ofSearch[name]?.[0]?.endTimeUnixNano).toSorted(),
      'the stages are in order',
    );
    const { 'findling.request_id': id, ...attributes } = attributesOf(searched);
    assert.match(String(id), /^[0-9a-f-]{36}$/);
    assert.deepEqual(attributes, {
      'http.request.method': 'POST',
      'http.route': `${API}/engines/:engine/search`,
      'http.response.status_code': '200',
    });
    const ofWrite = partsOf(spans, written);
    for (const name of ['gate', 'store/transaction', 'index/apply']) {
      assert.equal(ofWrite[name]?.length, 1, `${name} in ${Object.keys(ofWrite)}`);
    }
    // The request that changed the schema began the job.
    const began = spans.find(({ spanId }) => spanId === job.parentSpanId);
    assert.equal(began?.name, `POST ${API}/engines/:engine/schema`);
    assert.deepEqual(attributesOf(job)['findling.documents'], '1');
    assert.ok((partsOf(spans, job)['store/transaction']?.length ?? 0) >= 1);

    // Refused by the gate: an error of the client, not of the service.
    assert.deepEqual(missing.status, {});
    assert.equal(attributesOf(missing)['http.response.status_code'], '404');
    assert.equal(attributesOf(partsOf(spans, missing).gate?.[0] as ReceivedSpan)['error.type'], 'ApiError');
    assert.equal(attributesOf(unknown)['http.route'], undefined);

    const everything = collector.texts.join('\n');
    for (const secret of ['canary', PRIVATE_KEY, SEARCH_KEY, 'books']) {
      assert.ok(!everything.includes(secret), `${secret} is in no span`);
    }
    await until('the spans are counted', async () => {
      const scrape = await service.scrape();
      const exported = scrape.value('findling_trace_spans_total', { outcome: 'exported' }) ?? 0;
      return exported === collector.spans().length && exported > 0;
    });
  });

  test('continue the trace of the client', async (t) => {
    const collector = await startCollector(t);
    const service = await startTraced(t, collector);
    await withBooks(service);
    const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
    const parentId = '00f067aa0ba902b7';
    // The sampling flag is not followed unless a setting says so.
    await search(service, { traceparent: `00-${traceId}-${parentId}-00` });
    await search(service, { traceparent: `00-${traceId}-0000000000000000-01` });
    const spans = await collector.received(SEARCH, 2);
    assert.deepEqual(
      spans.map((span) => [span.traceId === traceId, span.parentSpanId]),
      [
        [true, parentId],
        [false, undefined],
      ],
    );
  });

  test('record the share of requests, or what the client decides', async (t) => {
    const collector = await startCollector(t);
    const service = await startTraced(t, collector, {
      FINDLING_TRACES_SHARE: '0%',
      FINDLING_TRACES_FOLLOW: 'on',
    });
    await withBooks(service);
    const traceId = (n: number) => `${n}`.padStart(32, '1');
    await search(service);
    await search(service, { traceparent: `00-${traceId(1)}-00f067aa0ba902b7-00` });
    await search(service, { traceparent: `00-${traceId(2)}-00f067aa0ba902b7-01` });
    const [span] = await collector.received(SEARCH);
    assert.equal(span?.traceId, traceId(2));
    assert.deepEqual(new Set(collector.spans().map((one) => one.traceId)), new Set([traceId(2)]));
  });

  for (const behaviour of ['fail', 'never', 'away'] as const) {
    test(`do not disturb the service while the collector is like this: ${behaviour}`, async (t) => {
      const collector = await startCollector(t);
      const url = behaviour === 'away' ? `http://127.0.0.1:${await freePort()}` : collector.url;
      if (behaviour !== 'away') collector.behaviour = behaviour;
      const service = await startTraced(t, { ...collector, url });
      await withBooks(service);
      // Seven spans each: more than may wait.
      const lanes = Array.from({ length: 8 }, async () => {
        for (let i = 0; i < 100; i++) assert.equal((await search(service)).status, 200);
      });
      await Promise.all(lanes);
      const spans = async (outcome: string) =>
        (await service.scrape()).value('findling_trace_spans_total', { outcome }) ?? 0;
      await until('spans are dropped', async () => (await spans('dropped')) > 0);
      assert.equal(await spans('exported'), 0);
      assert.ok(((await service.scrape()).value('findling_trace_spans_waiting') ?? 0) <= 4096);
      if (behaviour !== 'never') {
        // A collector that never answers is reported after the timeout of its request.
        await until('the log says so', async () =>
          service.server.output().includes('traces could not be sent'),
        );
      }
      const began = performance.now();
      assert.equal(await service.server.end('SIGTERM'), 0);
      assert.ok(performance.now() - began < 8000, 'the end does not wait for long');
    });
  }

  test('are sent when the service stops', async (t) => {
    const collector = await startCollector(t);
    const service = await startTraced(t, collector);
    await withBooks(service);
    await search(service);
    assert.equal(await service.server.end('SIGTERM'), 0);
    assert.equal(collector.spans().filter(({ name }) => name === SEARCH).length, 1);
  });
});

suite('the traceparent header', () => {
  const id = '4bf92f3577b34da6a3ce929d0e0e4736';
  const parent = '00f067aa0ba902b7';
  const parsed = (isSampled: boolean) => ({ traceId: id, spanId: parent, isSampled });
  for (const [header, expected] of [
    [`00-${id}-${parent}-01`, parsed(true)],
    [`00-${id}-${parent}-00`, parsed(false)],
    [`00-${id}-${parent}-03`, parsed(true)],
    [`00-${id}-${parent}-fe`, parsed(false)],
    [`cc-${id}-${parent}-01`, parsed(true)],
    [`cc-${id}-${parent}-01-what-the-future-will-be-like`, parsed(true)],
    [`00-${id}-${parent}-01-more`, undefined],
    [`cc-${id}-${parent}-01.more`, undefined],
    [`ff-${id}-${parent}-01`, undefined],
    [`00-${'0'.repeat(32)}-${parent}-01`, undefined],
    [`00-${id}-${'0'.repeat(16)}-01`, undefined],
    [`00-${id.toUpperCase()}-${parent}-01`, undefined],
    [`00-${id.slice(1)}-${parent}-01`, undefined],
    [`00-${id}-${parent}-1`, undefined],
    [`0-${id}-${parent}-01`, undefined],
    [` 00-${id}-${parent}-01`, undefined],
    ['', undefined],
    [undefined, undefined],
    [[`00-${id}-${parent}-01`, `00-${id}-${parent}-01`], undefined],
  ] as const) {
    test(JSON.stringify(header) ?? 'none', () => assert.deepEqual(parseTraceparent(header), expected));
  }
});
