import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { BOOKS, idsOf, NEWEST_FIRST, shelf } from './shelf.ts';

suite('a search', () => {
  test('returns the same to a search key, without unrequested facets', async (t) => {
    const { service, engine, search } = await shelf(t);
    const { json } = await search({ query: 'dune' });
    assert.equal('facets' in json, false);
    assert.deepEqual(Object.keys(json.meta.page), ['current', 'total_pages', 'total_results', 'size']);
    const path = `/engines/${engine}/search`;
    const body = { query: 'dune' };
    const asSearchKey = await service.call('POST', path, { key: service.searchKey, body });
    assert.deepEqual(asSearchKey.json.results, json.results);
    assert.deepEqual(Object.keys(asSearchKey.json), ['meta', 'results']);
  });

  test('shows a stored null as raw null and omits missing fields', async (t) => {
    const { search } = await shelf(
      t,
      BOOKS.map((book) => ({ ...book, ...(book.id === 'solaris' && { good: true }) })),
    );
    const [ubik] = (await search({ query: 'ubik' })).json.results;
    assert.deepEqual([ubik.written, ubik.place], [{ raw: null }, { raw: '37.8,-122.3' }]);
    assert.equal('by' in ubik, false);
    const [solaris] = (await search({ query: 'solaris' })).json.results;
    assert.deepEqual(
      [solaris.tags, solaris.year, solaris.good],
      [{ raw: [] }, { raw: 1961.5 }, { raw: 'true' }],
    );
  });

  test('of an empty engine has no pages and no results', async (t) => {
    const { json } = await (await shelf(t, [])).search();
    assert.deepEqual(json.meta.page, { current: 1, total_pages: 0, total_results: 0, size: 10 });
    assert.deepEqual(json.results, []);
  });

  test('has the request id of its header, generated or sent', async (t) => {
    const { service, engine, search } = await shelf(t, []);
    const made = await search();
    assert.match(made.json.meta.request_id, /^[0-9a-f-]{36}$/);
    assert.equal(made.headers.get('x-request-id'), made.json.meta.request_id);
    const headers = { 'x-request-id': 'my-own_id-7' };
    const brought = await service.call('POST', `/engines/${engine}/search`, { body: { query: '' }, headers });
    assert.equal(brought.json.meta.request_id, 'my-own_id-7');
    assert.equal(brought.headers.get('x-request-id'), 'my-own_id-7');
  });
});

suite('options', () => {
  test('are the same in every way of sending them', async (t) => {
    const { service, engine, search } = await shelf(t);
    const options = { query: 'space', page: { size: 1, current: 2 }, filters: { year: { from: 1900 } } };
    const { meta, results } = (await search(options)).json;
    assert.deepEqual(meta.page, { current: 2, total_pages: 2, total_results: 2, size: 1 });
    const path = `/engines/${engine}/search`;
    const address = '?query=space&page[size]=1&page[current]=2&filters[year][from]=1900';
    const rest = { ...options, query: undefined };
    const texts = { ...options, page: { size: '1', current: '2' } };
    const ways: ReadonlyArray<readonly [what: string, method: string, address: string, body?: unknown]> = [
      ['GET with a body', 'GET', path, options],
      ['search.json', 'POST', `${path}.json`, options],
      ['a trailing slash', 'POST', `${path}/`, options],
      ['GET search.json', 'GET', `${path}.json`, options],
      ['GET with everything in the query string', 'GET', path + address],
      ['POST with everything in the query string', 'POST', path + address],
      ['POST with an empty object as body', 'POST', path + address, {}],
      ['query in the query string, the rest in the body', 'GET', `${path}?query=space`, rest],
      ['the body overrides the query string', 'GET', `${path}?query=other`, options],
      ['numbers as texts', 'POST', path, texts],
    ];
    for (const [what, method, address, body] of ways) {
      await t.test(what, async () => {
        const { status, json } = await service.call(method, address, { body });
        assert.equal(status, 200);
        assert.deepEqual({ ...json.meta, request_id: '' }, { ...meta, request_id: '' });
        assert.deepEqual(json.results, results);
      });
    }
  });

  test('need no body if they are in the query string', async (t) => {
    const { service, engine } = await shelf(t);
    const get = (address: string) =>
      service.call('GET', `/engines/${engine}/search${address}`, { key: service.searchKey });
    assert.deepEqual(idsOf(await get('?query=dune')), ['dune']);
    assert.deepEqual(idsOf(await get('?query=')), NEWEST_FIRST);
    assert.deepEqual(idsOf(await get('?query=frank+herbert%20x')), ['dune']);
  });

  test('that are unknown are rejected by name, also in the query string', async (t) => {
    const { service, engine, refuses } = await shelf(t, []);
    await refuses({ Query: 'x' }, 'Options contains invalid key: Query');
    await refuses({ limit: null }, 'Options contains invalid key: limit');
    await refuses({ query: undefined, x: 1 }, 'Options contains invalid key: x');
    const inAddress = await service.call('GET', `/engines/${engine}/search?query=cat&x=1`);
    assert.deepEqual(
      [inAddress.status, inAddress.json],
      [400, { errors: ['Options contains invalid key: x'] }],
    );
  });

  test('do not include parameters of the request itself', async (t) => {
    const { service, engine } = await shelf(t);
    const address = `?query=dune&format=json&engine_name=${engine}&auth_token=${service.searchKey}`;
    const answer = await service.call('GET', `/engines/${engine}/search${address}`, { key: null });
    assert.equal(answer.status, 200);
    assert.deepEqual(idsOf(answer), ['dune']);
  });

  test('for analytics change nothing', async (t) => {
    const { search } = await shelf(t);
    const { results } = (await search({ query: 'space' })).json;
    for (const option of [{ analytics: { tags: ['web'] } }, { record_analytics: false }]) {
      assert.deepEqual((await search({ query: 'space', ...option })).json.results, results);
    }
  });

  test('that are missing or malformed JSON get 400', async (t) => {
    const { post } = await shelf(t, []);
    const answered = async (body: unknown, message: string) => {
      const { status, json } = await post('search', body);
      assert.deepEqual([status, json], [400, { errors: [message] }]);
    };
    await answered(undefined, 'Missing required parameter: query');
    const malformed = 'There was a decoding error. Please ensure your request is valid.';
    await answered('{"query":', malformed);
    await answered('"dune"', malformed);
  });

  test('include an empty page, one as a string, the last and the largest', async (t) => {
    const { search, refuses } = await shelf(t);
    const pages: ReadonlyArray<readonly [page: object, meta: object, found: readonly string[]]> = [
      [{}, { current: 1, total_pages: 1, total_results: 5, size: 10 }, NEWEST_FIRST],
      [{ current: 100 }, { current: 100, total_pages: 1, total_results: 5, size: 10 }, []],
      [{ size: 1000 }, { current: 1, total_pages: 1, total_results: 5, size: 1000 }, NEWEST_FIRST],
      [{ size: '5' }, { current: 1, total_pages: 1, total_results: 5, size: 5 }, NEWEST_FIRST],
    ];
    for (const [page, meta, found] of pages) {
      const answer = await search({ page });
      assert.deepEqual(answer.json.meta.page, meta);
      assert.deepEqual(idsOf(answer), found);
    }
    await refuses({ page: 1 }, 'Page must be an object');
  });

  test('show which page is the last within 10,000 results', async (t) => {
    const { search } = await shelf(
      t,
      Array.from({ length: 10_001 }, (_, i) => ({ id: `${i}` })),
    );
    const { meta } = (await search({ page: { size: 1000, current: 10 } })).json;
    assert.deepEqual(meta.page, { current: 10, total_pages: 10, total_results: 10_000, size: 1000 });
  });

  test('always include the id, named in result_fields or not', async (t) => {
    const { search, engine } = await shelf(t);
    const always = { _meta: { id: 'dune', engine, score: 1 }, id: { raw: 'dune' } };
    for (const [fields, shown] of [
      [{ id: { raw: {} } }, {}],
      [{ place: { raw: {} } }, {}],
      [
        { title: { raw: {} }, year: {} },
        { title: { raw: 'Dune' }, year: { raw: 1965 } },
      ],
    ] as const) {
      const { results } = (await search({ filters: { id: 'dune' }, result_fields: fields })).json;
      assert.deepEqual(results, [{ ...shown, ...always }]);
    }
  });
});

suite('words', () => {
  const queries: ReadonlyArray<readonly [what: string, query: unknown, found: readonly string[]]> = [
    ['a word', 'dune', ['dune']],
    ['in other case', 'DUNE', ['dune']],
    ['with marks the text lacks', 'dúne', ['dune']],
    ['without marks the text has', 'cafe', ['kafe']],
    ['in the other normal form', 'cafe\u0301', ['kafe']],
    ['fullwidth letters', 'ｄｕｎｅ', ['dune']],
    ['fullwidth letters in the text', 'fluß', ['kafe']],
    ['a prefix of a word', 'dun', ['dune']],
    ['the end of a word', 'une', []],
    ['beside punctuation', '¡solaris!', ['solaris']],
    ['a word of a list', 'england', ['emma']],
    ['a word of a field that a document added', 'herbert', ['dune']],
    ['an id', 'ubik', ['ubik']],
    ['a number, which is in no text', 1965, []],
    ['nothing', '', NEWEST_FIRST],
    ['blanks', '  \t ', NEWEST_FIRST],
    ['punctuation only', '?!', []],
    ['an unknown word', 'nowhere', []],
    ['one of two words', 'dune nowhere', ['dune']],
    ['one of three words, which is too few', 'dune nowhere never', []],
    ['two of three words', 'frank herbert nowhere', ['dune']],
  ];
  test('match regardless of case, width and marks', async (t) => {
    const { ids } = await shelf(t);
    for (const [what, query, found] of queries) {
      await t.test(`${what}: ${JSON.stringify(query)}`, async () => {
        assert.deepEqual(await ids({ query }), found);
      });
    }
  });

  test('of a text field include booleans and numbers', async (t) => {
    const { ids } = await shelf(t, [
      { id: 'a', title: 1965 },
      { id: 'b', title: '1966', good: true },
    ]);
    assert.deepEqual(await ids({ query: 'true' }), ['b']);
    assert.deepEqual(await ids({ query: 1965, precision: 8 }), ['a']);
    assert.deepEqual(await ids({ query: 1965 }), ['a', 'b'], 'what may be a typo comes later');
  });

  test('rank higher if more of them match, and a query for everything has score 1', async (t) => {
    const { search } = await shelf(t, [
      { id: 'both', title: 'red apple' },
      { id: 'one', title: 'red pear' },
    ]);
    const found = await search({ query: 'red apple' });
    assert.deepEqual(idsOf(found), ['both', 'one']);
    const scores = (results: ReadonlyArray<{ _meta: { score: number } }>) =>
      results.map(({ _meta }) => _meta.score);
    const [first, second] = scores(found.json.results) as [number, number];
    assert.ok(first > second);
    assert.deepEqual(scores((await search()).json.results), [1, 1]);
  });
});

suite('search_fields', () => {
  test('are the only ones searched', async (t) => {
    const { ids } = await shelf(t);
    for (const [fields, query, found] of [
      [{ title: {} }, 'dune', ['dune']],
      [{ tags: {} }, 'dune', []],
      [{ id: {} }, 'dune', ['dune']],
      [{ by: {}, tags: { weight: 2.5 } }, 'herbert', ['dune']],
      [{ title: { weight: 0 } }, 'dune', []],
      [{ title: { weight: 10 }, year: {} }, 'dune', ['dune']],
      [{ title: {} }, '', NEWEST_FIRST],
    ] as const) {
      assert.deepEqual(await ids({ query, search_fields: fields }), found, JSON.stringify(fields));
    }
  });

  test('with more weight rank higher', async (t) => {
    const { ids } = await shelf(t, [
      { id: 'in-title', title: 'apple' },
      { id: 'in-tags', tags: 'apple' },
    ]);
    const order = (title: number, tags: number) =>
      ids({ query: 'apple', search_fields: { title: { weight: title }, tags: { weight: tags } } });
    assert.deepEqual(await order(9, 1), ['in-title', 'in-tags']);
    assert.deepEqual(await order(1, 9), ['in-tags', 'in-title']);
  });

  test('may be in the query string, where a weight is a string', async (t) => {
    const { service, engine, search } = await shelf(t);
    const address = '?query=dune&search_fields[title][weight]=2.5&search_fields[tags][weight]=1';
    const sent = await service.call('GET', `/engines/${engine}/search${address}`);
    const weighted = async (title: number) => {
      const fields = { title: { weight: title }, tags: { weight: 1 } };
      return (await search({ query: 'dune', search_fields: fields })).json.results;
    };
    assert.equal(sent.status, 200, sent.text);
    assert.deepEqual(sent.json.results, await weighted(2.5));
    const [once] = await weighted(1);
    assert.ok(Math.abs(sent.json.results[0]._meta.score / once._meta.score - 2.5) < 1e-5);
  });
});
