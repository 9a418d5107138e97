import assert from 'node:assert/strict';
import test from 'node:test';
import { media } from '../meta-engines/media.ts';
import { request } from '../support/service.ts';
import { library } from './library.ts';

test('a response has the shape of Elasticsearch, with values as strings', async (t) => {
  const { send, engine } = await library(t);
  const { json } = await send({ query: { match: { title: 'beasts' } } });
  const { took, ...rest } = json;
  assert.ok(Number.isInteger(took));
  const [hit] = json.hits.hits;
  assert.ok(hit._score > 0);
  assert.deepEqual(rest, {
    timed_out: false,
    _shards: { total: 1, successful: 1, skipped: 0, failed: 0 },
    hits: {
      total: { value: 1, relation: 'eq' },
      max_score: hit._score,
      hits: [
        {
          _index: `.ent-search-engine-documents-${engine}`,
          _id: 'beasts',
          _score: hit._score,
          _source: {
            id: 'beasts',
            title: 'Beasts Before Us',
            author: 'Elsa Panciroli',
            tags: ['science', 'fossils'],
            pages: '320',
            printed: '2021-06-10T00:00:00+00:00',
          },
        },
      ],
    },
  });
});

test('the recorded request under v0 finds nothing in an empty engine, as the original', async (t) => {
  const { service } = await library(t);
  const engine = await service.engine();
  const path = `/api/as/v0/engines/${engine}/elasticsearch/_search?sort=_score`;
  const answer = await request(service.baseUrl + path, 'POST', {
    key: service.privateKey,
    body: { query: { match: { '*': 'client' } } },
  });
  assert.deepEqual(
    { ...answer.json, took: 0 },
    {
      took: 0,
      timed_out: false,
      _shards: { total: 1, successful: 1, skipped: 0, failed: 0 },
      hits: { total: { value: 0, relation: 'eq' }, max_score: null, hits: [] },
    },
  );
});

test('it can be called with GET, under v0, with a suffix, a slash, and with headers as parameters', async (t) => {
  const { service, engine } = await library(t);
  const { privateKey: key } = service;
  const body = { query: { term: { title: 'earth' } } };
  for (const [method, path] of [
    ['GET', 'v1/ENGINE/elasticsearch/_search'],
    ['POST', 'v0/ENGINE/elasticsearch/_search'],
    ['GET', 'v0/ENGINE/elasticsearch/_search/'],
    ['POST', 'v1/ENGINE/elasticsearch/_search.json'],
    [
      'POST',
      'v1/ENGINE/elasticsearch/_search?X-Enterprise-Search-Analytics=earth&Authorization=ApiKey%20c2VjcmV0&pretty',
    ],
  ] as const) {
    const url = `${service.baseUrl}/api/as/${path.replace('ENGINE', `engines/${engine}`)}`;
    const { status, json, text } = await request(url, method, { key, body });
    assert.equal(status, 200, `${path}: ${text}`);
    assert.equal(json.hits.hits[0]._id, 'earth');
  }
  assert.ok(
    !service.logLines.some((line) => line.includes('c2VjcmV0')),
    'an Authorization parameter is not logged',
  );
  const other = await request(`${service.baseUrl}/api/as/v0/engines/${engine}/search`, 'POST', {
    key,
    body: { query: '' },
  });
  assert.equal(other.status, 404, 'no other route is under v0');
});

test('without a query every document is found, in pages', async (t) => {
  const { send, ids } = await library(t);
  assert.equal((await ids({})).length, 4);
  assert.deepEqual(await ids({ from: 1, size: 2, sort: [{ id: 'asc' }] }), ['dune', 'earth']);
  assert.deepEqual(await ids(undefined, '?from=3&size=5&sort=id'), ['messiah']);
  const { json } = await send({ size: 0 });
  assert.deepEqual(json.hits, { total: { value: 4, relation: 'eq' }, max_score: null, hits: [] });
});

test('a later page has the best score of all matches', async (t) => {
  const { send } = await library(t);
  const query = { bool: { should: [{ match: { title: 'dune' } }, { match_all: {} }] } };
  const first = await send({ query, size: 1 });
  const last = await send({ query, from: 3 });
  assert.equal(last.json.hits.max_score, first.json.hits.hits[0]._score);
  assert.ok(last.json.hits.hits[0]._score < last.json.hits.max_score);
});

test('hits are sorted by fields and show the values they are sorted by', async (t) => {
  const { send, ids } = await library(t);
  assert.deepEqual(await ids({ sort: [{ pages: { order: 'desc' } }] }), [
    'dune',
    'messiah',
    'beasts',
    'earth',
  ]);
  assert.deepEqual(await ids({ sort: ['pages'] }), ['earth', 'messiah', 'beasts', 'dune']);
  assert.deepEqual(await ids({ sort: { 'title.enum': 'asc' } }), ['beasts', 'dune', 'messiah', 'earth']);
  assert.deepEqual(await ids(undefined, '?sort=author.enum:desc,pages'), [
    'messiah',
    'dune',
    'earth',
    'beasts',
  ]);
  assert.deepEqual(await ids(undefined, `?sort=${encodeURIComponent('[{"pages":"asc"}]')}`), [
    'earth',
    'messiah',
    'beasts',
    'dune',
  ]);
  const { json } = await send({
    sort: [{ printed: 'asc' }, 'id'],
    query: { match: { title: 'dune messiah' } },
  });
  assert.equal(json.hits.max_score, null);
  assert.deepEqual(
    json.hits.hits.map(({ _score, sort }: { _score: unknown; sort: unknown }) => [_score, sort]),
    [
      [null, [Date.parse('1969-01-01'), 'messiah']],
      [null, [null, 'dune']],
    ],
  );
});

test('_source is filtered by names and patterns', async (t) => {
  const { send } = await library(t);
  const shown = async (_source: unknown, query = ''): Promise<unknown> => {
    const body = { query: { ids: { values: 'dune' } }, ...(_source !== undefined && { _source }) };
    return (await send(body, query)).json.hits.hits[0]._source;
  };
  assert.equal(await shown(false), undefined);
  assert.deepEqual(Object.keys((await shown(true)) as object), [
    'id',
    'title',
    'author',
    'tags',
    'pages',
    'place',
  ]);
  assert.deepEqual(await shown('title'), { title: 'Dune' });
  assert.deepEqual(await shown(['title', 'p*']), { title: 'Dune', pages: '412', place: '43.97,-124.1' });
  assert.deepEqual(await shown({ includes: ['*'], excludes: ['a*', 't*', 'p*'] }), { id: 'dune' });
  assert.deepEqual(await shown(undefined, '?_source=title,author'), {
    title: 'Dune',
    author: 'Frank Herbert',
  });
  assert.deepEqual(await shown(undefined, '?_source_includes=t*&_source_excludes=tags'), { title: 'Dune' });
});

test('aggregations count terms and ranges of the matches', async (t) => {
  const { send } = await library(t);
  const { json } = await send({
    size: 0,
    aggs: {
      authors: { terms: { field: 'author.enum', size: 1, order: { _key: 'desc' } } },
      tags: { terms: { field: 'tags' } },
      printed: { terms: { field: 'printed', order: { _key: 'asc' }, size: 1 } },
      pages: {
        range: {
          field: 'pages',
          ranges: [{ from: 320 }, { to: 300, key: 'short' }, { from: 300, to: 320.5 }],
        },
      },
      years: { range: { field: 'printed', keyed: true, ranges: [{ from: '2021-01-01', to: '2022-01-01' }] } },
      nothing: { terms: { field: 'unknown' } },
    },
  });
  assert.deepEqual(json.aggregations, {
    authors: {
      doc_count_error_upper_bound: 0,
      sum_other_doc_count: 2,
      buckets: [{ key: 'Frank Herbert', doc_count: 2 }],
    },
    tags: {
      doc_count_error_upper_bound: 0,
      sum_other_doc_count: 0,
      buckets: [
        { key: 'science', doc_count: 2 },
        { key: 'fiction', doc_count: 1 },
        { key: 'fossils', doc_count: 1 },
      ],
    },
    printed: {
      doc_count_error_upper_bound: 0,
      sum_other_doc_count: 2,
      buckets: [{ key: Date.parse('1969-01-01'), key_as_string: '1969-01-01T00:00:00+00:00', doc_count: 1 }],
    },
    pages: {
      buckets: [
        { key: 'short', to: 300, doc_count: 2 },
        { key: '300.0-320.5', from: 300, to: 320.5, doc_count: 1 },
        { key: '320.0-*', from: 320, doc_count: 3 },
      ],
    },
    years: {
      buckets: {
        '2021-01-01T00:00:00+00:00-2022-01-01T00:00:00+00:00': {
          from: Date.parse('2021-01-01'),
          from_as_string: '2021-01-01T00:00:00+00:00',
          to: Date.parse('2022-01-01'),
          to_as_string: '2022-01-01T00:00:00+00:00',
          doc_count: 1,
        },
      },
    },
    nothing: { doc_count_error_upper_bound: 0, sum_other_doc_count: 0, buckets: [] },
  });
});

test('totals are exact up to a number that the request may choose', async (t) => {
  const { send } = await library(t);
  const total = async (track_total_hits: unknown): Promise<unknown> =>
    (await send({ track_total_hits })).json.hits.total;
  assert.deepEqual(await total(3), { value: 3, relation: 'gte' });
  assert.deepEqual(await total(4), { value: 4, relation: 'eq' });
  assert.deepEqual(await total(true), { value: 4, relation: 'eq' });
  assert.equal(await total(false), undefined);
});

test('a page of many large documents is streamed whole', async (t) => {
  const { service } = await library(t);
  const long = 'x'.repeat(20_000);
  const documents = Array.from({ length: 300 }, (_, n) => ({ id: `d${n}`, title: `${long} ${n}` }));
  const engine = await service.engine({ schema: { title: 'text' }, documents });
  const { json } = await service.call('POST', `/engines/${engine}/elasticsearch/_search`, {
    body: { size: 1000 },
  });
  assert.equal(json.hits.total.value, 300);
  assert.deepEqual(
    json.hits.hits
      .map(
        ({ _id, _source }: { _id: string; _source: { title: string } }) => `${_id} ${_source.title.length}`,
      )
      .sort(),
    documents.map(({ id, title }) => `${id} ${title.length}`).sort(),
  );
});

test('pages of thousands of hits are answered a few at a time, also after clients have hung up', async (t) => {
  const { service } = await library(t);
  const long = 'x'.repeat(20_000);
  const documents = Array.from({ length: 300 }, (_, n) => ({ id: `d${n}`, title: long }));
  const engine = await service.engine({ schema: { title: 'text' }, documents });
  const { privateKey, baseUrl } = service;
  const url = `${baseUrl}/api/as/v1/engines/${engine}/elasticsearch/_search`;
  const headers = { authorization: `Bearer ${privateKey}`, 'content-type': 'application/json' };
  const ask = (signal?: AbortSignal) =>
    fetch(url, { method: 'POST', headers, body: '{"size": 1001}', signal: signal ?? null });

  // More than may run at once. None of them reads its response.
  for (let i = 0; i < 20; i++) {
    const hungUp = new AbortController();
    assert.equal((await ask(hungUp.signal)).status, 200);
    hungUp.abort();
  }
  const invalid = await service.call('POST', `/engines/${engine}/elasticsearch/_search`, {
    body: { size: 1001, from: -1 },
  });
  assert.equal(invalid.status, 400);
  const answers = await Promise.all(Array.from({ length: 20 }, async () => (await ask()).json()));
  for (const { hits } of answers as Array<{ hits: { hits: unknown[] } }>) assert.equal(hits.hits.length, 300);
});

test('keys without read access are refused, and a setting turns it off', async (t) => {
  const { service, engine } = await library(t, { FINDLING_ELASTICSEARCH_SEARCH: 'off' });
  const path = `/engines/${engine}/elasticsearch/_search`;
  const refused = await service.call('POST', path, { key: service.searchKey, body: {} });
  assert.equal(refused.status, 401);
  const off = await service.call('POST', path, { body: {} });
  assert.deepEqual(
    [off.status, off.json],
    [
      501,
      { errors: ['elasticsearch/_search is turned off. Set FINDLING_ELASTICSEARCH_SEARCH=on to use it.'] },
    ],
  );
});

test('a meta engine has the documents of its sources, with scoped ids', async (t) => {
  const { service } = await library(t);
  const { meta, books, films } = await media(service);
  const found = async (body: object): Promise<Array<[string, string]>> => {
    const { json } = await service.call('POST', `/engines/${meta}/elasticsearch/_search`, { body });
    return json.hits.hits.map(({ _index, _id }: { _index: string; _id: string }) => [_index, _id]);
  };
  const inIndex = (engine: string, id: string) => [
    `.ent-search-engine-documents-${engine}`,
    `${engine}|${id}`,
  ];
  const query = { match: { title: 'solaris' } };
  assert.deepEqual(await found({ query, sort: 'id' }), [inIndex(books, '3'), inIndex(films, '3')].toSorted());
  assert.deepEqual(await found({ query: { ids: { values: [`${films}|1`, `${books}|9`, '1'] } } }), [
    inIndex(films, '1'),
  ]);
  assert.deepEqual(await found({ query: { term: { author: 'lem' } } }), [inIndex(books, '3')]);
});
