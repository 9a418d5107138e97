import assert from 'node:assert/strict';
import { suite, type TestContext, test } from 'node:test';
import { startTestService } from '../support/service.ts';

const SCHEMA = { title: 'text', tags: 'text', year: 'number', written: 'date', place: 'geolocation' };

const DOCUMENTS = [
  {
    id: 'dune',
    title: 'Dune',
    tags: ['desert', 'space'],
    year: 1965,
    written: '1965-08-01',
    by: 'Frank Herbert',
  },
  {
    id: 'emma',
    title: 'Emma',
    tags: ['England'],
    year: 1815,
    written: '1815-12-23T10:00:00Z',
    place: '51.1,-0.9',
  },
  { id: 'ubik', title: 'Ubik', tags: ['space', 'space'], year: 1969, written: null, place: '37.8,-122.3' },
  { id: 'solaris', title: 'Solaris: the ocean', tags: [], year: 1961.5, good: true },
  { id: 'kafe', title: 'Das Café am Ｆluß', tags: 'desert', good: false },
];

/** A service with one engine of five books, and a way to search them. */
async function library(t: TestContext, documents: unknown[] = DOCUMENTS) {
  const service = await startTestService(t);
  const engine = await service.engine({ schema: SCHEMA, documents });
  const search = (body: unknown) => service.call('POST', `/engines/${engine}/search`, { body });
  const ids = async (options: object) => {
    const { status, json } = await search({ query: '', ...options });
    assert.equal(status, 200, JSON.stringify(json));
    return json.results.map((hit: { id: { raw: string } }) => hit.id.raw);
  };
  const refuses = async (body: unknown, ...errors: string[]) => {
    const { status, json } = await search(body);
    assert.deepEqual({ status, json }, { status: 400, json: { errors } });
  };
  return { service, engine, search, ids, refuses };
}

const NEWEST_FIRST = ['kafe', 'solaris', 'ubik', 'emma', 'dune'];

suite('the answer', () => {
  test('has the shape of App Search 8 to the letter', async (t) => {
    const { service, engine, search } = await library(t);
    const { status, headers, json } = await search({ query: 'dune', facets: { tags: { type: 'value' } } });
    assert.equal(status, 200);
    const { score } = json.results[0]._meta;
    assert.equal(typeof score, 'number');
    assert.deepEqual(json, {
      meta: {
        alerts: [],
        warnings: [],
        precision: 2,
        page: { current: 1, total_pages: 1, total_results: 1, size: 10 },
        engine: { name: engine, type: 'default' },
        request_id: headers.get('x-request-id'),
      },
      results: [
        {
          title: { raw: 'Dune' },
          tags: { raw: ['desert', 'space'] },
          year: { raw: 1965 },
          written: { raw: '1965-08-01T00:00:00+00:00' },
          by: { raw: 'Frank Herbert' },
          _meta: { id: 'dune', engine, score },
          id: { raw: 'dune' },
        },
      ],
      facets: {
        tags: [
          {
            type: 'value',
            data: [
              { value: 'desert', count: 1 },
              { value: 'space', count: 1 },
            ],
          },
        ],
      },
    });
    assert.deepEqual(Object.keys(json.meta), [
      'alerts',
      'warnings',
      'precision',
      'page',
      'engine',
      'request_id',
    ]);
    assert.deepEqual(Object.keys(json.meta.page), ['current', 'total_pages', 'total_results', 'size']);
    const asSearchKey = await service.call('POST', `/engines/${engine}/search`, {
      key: service.searchKey,
      body: { query: 'dune' },
    });
    assert.deepEqual(asSearchKey.json.results, json.results);
    assert.equal('facets' in asSearchKey.json, false);
  });

  test('shows a stored null as raw null and leaves out what a document never had', async (t) => {
    const { search } = await library(t);
    const { results } = (await search({ query: 'ubik' })).json;
    assert.deepEqual(results[0].written, { raw: null });
    assert.deepEqual(results[0].place, { raw: '37.8,-122.3' });
    assert.equal('by' in results[0], false);
    const solaris = (await search({ query: 'solaris' })).json.results[0];
    assert.deepEqual(
      [solaris.tags, solaris.year, solaris.good],
      [{ raw: [] }, { raw: 1961.5 }, { raw: 'true' }],
    );
  });

  test('without hits has no pages, no results and empty facets', async (t) => {
    const { search } = await library(t);
    const { status, json } = await search({
      query: 'nowhere',
      facets: { tags: { type: 'value', name: 'n' } },
    });
    assert.equal(status, 200);
    assert.deepEqual(json.meta.page, { current: 1, total_pages: 0, total_results: 0, size: 10 });
    assert.deepEqual(json.results, []);
    assert.deepEqual(json.facets, { tags: [{ type: 'value', name: 'n', data: [] }] });
  });

  test('of an empty engine is the same', async (t) => {
    const { search } = await library(t, []);
    const { json } = await search({ query: '' });
    assert.deepEqual(json.meta.page, { current: 1, total_pages: 0, total_results: 0, size: 10 });
    assert.deepEqual(json.results, []);
  });

  test('carries the request id of its header, made or brought along', async (t) => {
    const { service, engine, search } = await library(t, []);
    const made = await search({ query: '' });
    assert.match(made.json.meta.request_id, /^[0-9a-f-]{36}$/);
    assert.equal(made.headers.get('x-request-id'), made.json.meta.request_id);
    const brought = await service.call('POST', `/engines/${engine}/search`, {
      body: { query: '' },
      headers: { 'x-request-id': 'my-own_id-7' },
    });
    assert.equal(brought.json.meta.request_id, 'my-own_id-7');
    assert.equal(brought.headers.get('x-request-id'), 'my-own_id-7');
  });
});

suite('the query', () => {
  const queries: Array<[string, unknown, string[]]> = [
    ['a word', 'dune', ['dune']],
    ['in other case', 'DUNE', ['dune']],
    ['with marks the text lacks', 'dúne', ['dune']],
    ['without marks the text has', 'cafe', ['kafe']],
    ['in the other normal form', 'cafe\u0301', ['kafe']],
    ['fullwidth letters', 'ｄｕｎｅ', ['dune']],
    ['fullwidth letters in the text', 'fluß', ['kafe']],
    ['a part of a word', 'dun', []],
    ['beside punctuation', '¡solaris!', ['solaris']],
    ['a word of a list', 'england', ['emma']],
    ['a word of a field that a document brought', 'herbert', ['dune']],
    ['an id', 'ubik', ['ubik']],
    ['a number', 1965, []],
    ['a boolean as text', 'true', ['solaris']],
    ['nothing', '', NEWEST_FIRST],
    ['blanks', '  \t ', NEWEST_FIRST],
    ['punctuation only', '?!', []],
    ['a word that nobody has', 'nowhere', []],
    ['one of two words', 'dune nowhere', ['dune']],
    ['one of three words, which is too few', 'dune nowhere never', []],
    ['two of three words', 'frank herbert nowhere', ['dune']],
  ];
  test('finds whole words, without regard to case, width and marks', async (t) => {
    const { ids } = await library(t);
    for (const [what, query, expected] of queries) {
      await t.test(`${what}: ${JSON.stringify(query)}`, async () => {
        assert.deepEqual(await ids({ query }), expected);
      });
    }
  });

  test('a number finds the same digits in a text', async (t) => {
    const { ids } = await library(t, [
      { id: 'a', title: 1965 },
      { id: 'b', title: '1966' },
    ]);
    assert.deepEqual(await ids({ query: 1965 }), ['a']);
  });

  test('more of its words come first, and a score of 1 means everything', async (t) => {
    const { search } = await library(t, [
      { id: 'both', title: 'red apple' },
      { id: 'one', title: 'red pear' },
    ]);
    const { results } = (await search({ query: 'red apple' })).json;
    assert.deepEqual(
      results.map((hit: { id: { raw: string } }) => hit.id.raw),
      ['both', 'one'],
    );
    assert.ok(results[0]._meta.score > results[1]._meta.score);
    const everything = (await search({ query: '' })).json.results;
    assert.deepEqual(
      everything.map((hit: { _meta: { score: number } }) => hit._meta.score),
      [1, 1],
    );
  });

  test('is required, and bounded at 128 characters', async (t) => {
    const { search, refuses } = await library(t, []);
    await refuses({}, 'Missing required parameter: query');
    await refuses(undefined, 'Missing required parameter: query');
    await refuses({ query: null }, 'Missing required parameter: query');
    await refuses({ query: ['a'] }, 'Query must be a string');
    await refuses({ query: { a: 1 } }, 'Query must be a string');
    await refuses({ query: true }, 'Query must be a string');
    assert.equal((await search({ query: '😀'.repeat(128) })).status, 200);
    await refuses({ query: 'a'.repeat(129) }, 'Query cannot be longer than 128 characters');
  });

  test('in any syntax is never an error', async (t) => {
    const { search } = await library(t);
    for (const query of [
      '"dune',
      '+',
      '-dune',
      'AND',
      'a AND',
      '(((',
      '*',
      'title:x',
      '\\',
      '\u0000',
      '\ud800',
    ]) {
      assert.equal((await search({ query })).status, 200, query);
    }
  });
});

suite('options', () => {
  test('an unknown one is refused by name', async (t) => {
    const { service, engine, refuses } = await library(t, []);
    await refuses({ query: 'cat', x: 1 }, 'Options contains invalid key: x');
    await refuses({ query: 'cat', Query: 'x' }, 'Options contains invalid key: Query');
    await refuses({ query: 'cat', limit: null }, 'Options contains invalid key: limit');
    await refuses({ x: 1 }, 'Options contains invalid key: x');
    const inAddress = await service.call('GET', `/engines/${engine}/search?query=cat&x=1`);
    assert.deepEqual(inAddress.json, { errors: ['Options contains invalid key: x'] });
  });

  test('what steers the request is not counted', async (t) => {
    const { service, engine } = await library(t);
    const address = `?query=dune&format=json&engine_name=${engine}&auth_token=${service.searchKey}`;
    const { status, json } = await service.call('GET', `/engines/${engine}/search${address}`, { key: null });
    assert.equal(status, 200);
    assert.equal(json.results.length, 1);
  });

  test('those that come later are accepted without effect', async (t) => {
    const { search } = await library(t);
    const plain = (await search({ query: 'space' })).json;
    for (const option of [
      { sort: { year: 'asc' } },
      { sort: [{ year: 'asc' }, { _score: 'desc' }] },
      { group: { field: 'tags' } },
      { boosts: { year: { type: 'functional', function: 'linear', operation: 'multiply', factor: 5 } } },
      { precision: 5 },
      { analytics: { tags: ['web'] } },
      { record_analytics: false },
      { filters: null, facets: null, page: null, search_fields: null, result_fields: null },
    ]) {
      const { status, json } = await search({ query: 'space', ...option });
      assert.equal(status, 200, JSON.stringify(option));
      assert.deepEqual(json.results, plain.results, JSON.stringify(option));
    }
  });

  test('every way of sending them is the same search', async (t) => {
    const { service, engine, search } = await library(t);
    const options = { query: 'space', page: { size: 1, current: 2 }, filters: { year: { from: 1900 } } };
    const { meta, results } = (await search(options)).json;
    assert.deepEqual(meta.page, { current: 2, total_pages: 2, total_results: 2, size: 1 });
    const path = `/engines/${engine}/search`;
    const address = '?query=space&page[size]=1&page[current]=2&filters[year][from]=1900';
    const ways: Array<[string, string, string, unknown]> = [
      ['GET with a body', 'GET', path, options],
      ['search.json', 'POST', `${path}.json`, options],
      ['a trailing slash', 'POST', `${path}/`, options],
      ['GET search.json', 'GET', `${path}.json`, options],
      ['GET with everything in the address', 'GET', path + address, undefined],
      ['POST with everything in the address', 'POST', path + address, undefined],
      ['POST with an empty object as body', 'POST', path + address, {}],
      [
        'query in the address, the rest in the body',
        'GET',
        `${path}?query=space`,
        { ...options, query: undefined },
      ],
      ['the body before the address', 'GET', `${path}?query=other`, options],
      ['numbers as texts', 'POST', path, { ...options, page: { size: '1', current: '2' } }],
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

  test('a query in the address needs no body at all', async (t) => {
    const { service, engine } = await library(t);
    const found = await service.call('GET', `/engines/${engine}/search?query=dune`, {
      key: service.searchKey,
    });
    assert.equal(found.json.results[0].id.raw, 'dune');
    const everything = await service.call('GET', `/engines/${engine}/search?query=`);
    assert.equal(everything.json.meta.page.total_results, 5);
    const spaced = await service.call('GET', `/engines/${engine}/search?query=frank+herbert%20x`);
    assert.equal(spaced.json.results[0].id.raw, 'dune');
  });

  test('malformed JSON is 400', async (t) => {
    const { refuses } = await library(t, []);
    const message = 'There was a decoding error. Please ensure your request is valid.';
    await refuses('{"query":', message);
    await refuses('"dune"', message);
  });
});

suite('page', () => {
  test('sizes from 0 to 1000 and pages from 1 to 100', async (t) => {
    const { search } = await library(t);
    const pages: Array<[object | undefined, object, string[]]> = [
      [undefined, { current: 1, total_pages: 1, total_results: 5, size: 10 }, NEWEST_FIRST],
      [{}, { current: 1, total_pages: 1, total_results: 5, size: 10 }, NEWEST_FIRST],
      [{ size: 2 }, { current: 1, total_pages: 3, total_results: 5, size: 2 }, NEWEST_FIRST.slice(0, 2)],
      [{ size: 2, current: 3 }, { current: 3, total_pages: 3, total_results: 5, size: 2 }, ['dune']],
      [{ size: 2, current: 4 }, { current: 4, total_pages: 3, total_results: 5, size: 2 }, []],
      [{ current: 100 }, { current: 100, total_pages: 1, total_results: 5, size: 10 }, []],
      [{ size: 1000 }, { current: 1, total_pages: 1, total_results: 5, size: 1000 }, NEWEST_FIRST],
      [{ size: 0 }, { current: 1, total_pages: 1, total_results: 5, size: 0 }, []],
      [{ size: '5' }, { current: 1, total_pages: 1, total_results: 5, size: 5 }, NEWEST_FIRST],
    ];
    for (const [page, meta, expected] of pages) {
      await t.test(JSON.stringify(page) ?? 'none', async () => {
        const { json } = await search({ query: '', page });
        assert.deepEqual(json.meta.page, meta);
        assert.deepEqual(
          json.results.map((hit: { id: { raw: string } }) => hit.id.raw),
          expected,
        );
      });
    }
  });

  test('anything else is refused', async (t) => {
    const { refuses } = await library(t, []);
    for (const [page, message] of [
      ['1', 'Page must be an object'],
      [1, 'Page must be an object'],
      [[], 'Page must be an object'],
      [{ size: 1001 }, 'Page size must be less than or equal to 1000'],
      [{ size: -1 }, 'Page size must be greater than or equal to 0'],
      [{ size: 'ten' }, 'Page size must be an integer'],
      [{ size: 1.5 }, 'Page size must be an integer'],
      [{ current: 101 }, 'Page current must be less than or equal to 100'],
      [{ current: 0 }, 'Page current must be greater than or equal to 1'],
      [{ current: true }, 'Page current must be an integer'],
    ] as const) {
      await refuses({ query: '', page }, message);
    }
  });

  test('size 0 still counts facets over everything', async (t) => {
    const { search } = await library(t);
    const { status, json } = await search({
      query: '',
      page: { size: 0 },
      filters: { all: [{ any: [] }] },
      facets: { tags: { type: 'value' } },
    });
    assert.equal(status, 200);
    assert.deepEqual(json.results, []);
    assert.deepEqual(json.facets.tags[0].data, [
      { value: 'desert', count: 2 },
      { value: 'space', count: 2 },
      { value: 'England', count: 1 },
    ]);
  });

  test('10,000 results can be reached; the total stops there, facets do not', async (t) => {
    const documents = Array.from({ length: 10_001 }, (_, i) => ({ id: `${i}`, tags: 'all' }));
    const { search } = await library(t, documents);
    const facets = { tags: { type: 'value' } };
    const first = (await search({ query: '', facets })).json;
    assert.deepEqual(first.meta.page, { current: 1, total_pages: 1000, total_results: 10_000, size: 10 });
    assert.deepEqual(first.facets.tags[0].data, [{ value: 'all', count: 10_001 }]);
    const last = (await search({ query: '', page: { size: 1000, current: 10 } })).json;
    assert.deepEqual(last.meta.page, { current: 10, total_pages: 10, total_results: 10_000, size: 1000 });
    assert.equal(last.results.length, 1000);
    assert.equal(last.results.at(-1).id.raw, '1');
    const beyond = await search({ query: '', page: { size: 1000, current: 11 }, facets });
    assert.equal(beyond.status, 200);
    assert.deepEqual(beyond.json.meta.page, { current: 11, total_pages: 0, total_results: 0, size: 1000 });
    assert.deepEqual(beyond.json.results, []);
  });
});

suite('filters', () => {
  const cases: Array<[string, unknown, string[]]> = [
    ['a text', { title: 'Dune' }, ['dune']],
    ['a text in other case', { title: 'dune' }, []],
    ['a part of a text', { title: 'Solaris' }, []],
    ['one of the values of a field', { tags: 'space' }, ['ubik', 'dune']],
    ['a list of values, any of which will do', { title: ['Dune', 'Emma', 'x'] }, ['emma', 'dune']],
    ['an empty list of values', { title: [] }, []],
    ['a number', { year: 1965 }, ['dune']],
    ['a number as text', { year: '1961.50' }, ['solaris']],
    ['numbers', { year: [1965, '1815'] }, ['emma', 'dune']],
    ['true', { good: true }, ['solaris']],
    ['false as text', { good: 'false' }, ['kafe']],
    ['a date in another notation', { written: '1965-08-01T02:00:00+02:00' }, ['dune']],
    ['an id', { id: 'ubik' }, ['ubik']],
    ['ids', { id: ['ubik', 'emma', 'x'] }, ['ubik', 'emma']],
    ['an id that nobody has', { id: [''] }, []],
    ['from, inclusive', { year: { from: 1965 } }, ['ubik', 'dune']],
    ['to, exclusive', { year: { to: 1965 } }, ['solaris', 'emma']],
    ['from and to', { year: { from: 1961.5, to: 1965.1 } }, ['solaris', 'dune']],
    ['bounds as texts', { year: { from: '1960', to: '1e4' } }, ['solaris', 'ubik', 'dune']],
    ['an empty range', { year: { from: 5, to: 5 } }, []],
    ['a null bound', { year: { from: 1965, to: null } }, ['ubik', 'dune']],
    ['a date from', { written: { from: '1900-01-01' } }, ['dune']],
    ['a date to, exclusive', { written: { to: '1815-12-23T10:00:00Z' } }, []],
    ['a date to, a second later', { written: { to: '1815-12-23T10:00:01Z' } }, ['emma']],
    [
      'a date range over zones',
      { written: { from: '1815-12-23T11:00:00+01:00', to: '1900-01-01' } },
      ['emma'],
    ],
    ['one of several ranges', { year: { any: [{ to: 1900 }, { from: 1969 }] } }, ['ubik', 'emma']],
    ['a list of ranges', { year: [{ to: 1900 }, { from: 1969 }] }, ['ubik', 'emma']],
    ['a distance', { place: { center: '51,-1', unit: 'km', distance: 50 } }, ['emma']],
    ['all', { all: [{ tags: 'space' }, { year: { from: 1966 } }] }, ['ubik']],
    ['any', { any: [{ title: 'Dune' }, { title: 'Emma' }] }, ['emma', 'dune']],
    ['none', { none: [{ tags: 'space' }, { tags: 'England' }] }, ['kafe', 'solaris']],
    ['none of a list', { none: [{ title: ['Dune', 'Emma'] }] }, ['kafe', 'solaris', 'ubik']],
    [
      'none holds for documents without the field',
      { none: [{ by: 'Frank Herbert' }] },
      NEWEST_FIRST.slice(0, 4),
    ],
    [
      'all three side by side',
      {
        all: [{ year: { from: 1 } }],
        any: [{ tags: 'space' }, { tags: 'England' }],
        none: [{ title: 'Dune' }],
      },
      ['ubik', 'emma'],
    ],
    ['an object in place of the list', { all: { tags: 'space', year: 1965 } }, ['dune']],
    ['an object in place of the list of any', { any: { title: 'Emma', year: 1965 } }, ['emma', 'dune']],
    ['an object in place of the list of none', { none: { tags: 'space' } }, ['kafe', 'solaris', 'emma']],
    ['several fields in one object', { tags: 'space', year: 1965 }, ['dune']],
    [
      'five levels',
      { all: [{ any: [{ all: [{ any: [{ none: [{ title: 'Dune' }] }] }] }] }] },
      NEWEST_FIRST.slice(0, 4),
    ],
    ['nothing', {}, NEWEST_FIRST],
    ['an empty all', { all: [] }, NEWEST_FIRST],
    ['an empty any', { any: [] }, NEWEST_FIRST],
    ['an empty none', { none: [] }, NEWEST_FIRST],
    ['an empty any in all', { all: [{ any: [] }] }, NEWEST_FIRST],
    ['an empty all in all', { all: [{ all: [] }] }, NEWEST_FIRST],
    ['an empty none in all', { all: [{ none: [] }] }, NEWEST_FIRST],
    ['an empty any beside a condition', { all: [{ any: [] }, { title: 'Dune' }] }, ['dune']],
    ['empty objects as lists', { all: {}, any: {}, none: {} }, NEWEST_FIRST],
  ];
  test('keep what passes them', async (t) => {
    const { ids } = await library(t);
    for (const [what, filters, expected] of cases) {
      await t.test(what, async () => assert.deepEqual(await ids({ filters }), expected));
    }
  });

  test('hold together with the query, and bound totals and facets', async (t) => {
    const { search } = await library(t);
    const { json } = await search({
      query: 'space',
      filters: { year: { from: 1966 } },
      facets: { title: { type: 'value' } },
    });
    assert.equal(json.meta.page.total_results, 1);
    assert.deepEqual(json.facets.title[0].data, [{ value: 'Ubik', count: 1 }]);
  });

  const titles = (count: number) => Array.from({ length: count }, (_, i) => ({ title: `${i}` }));
  const nested = (levels: number): object => (levels === 0 ? { title: 'x' } : { all: [nested(levels - 1)] });
  test('are bounded in number, length and depth', async (t) => {
    const { search, refuses } = await library(t);
    const status = async (filters: unknown) => (await search({ query: '', filters })).status;
    assert.equal(await status({ any: titles(32) }), 200);
    await refuses({ query: '', filters: { any: titles(33) } }, 'Filters cannot have more than 32 filters');
    const spread = { all: titles(11), any: titles(11), none: titles(11) };
    await refuses({ query: '', filters: spread }, 'Filters cannot have more than 32 filters');
    const values = Array.from({ length: 1025 }, (_, i) => `${i}`);
    assert.equal(await status({ title: values.slice(1) }), 200);
    await refuses({ query: '', filters: { title: values } }, 'Filters cannot have more than 1024 values');
    assert.equal(await status(nested(5)), 200);
    await refuses({ query: '', filters: nested(6) }, 'Filters cannot be nested more than 5 levels');
  });

  const refusals: Array<[unknown, string]> = [
    ['title', 'Filters must be an object'],
    [[], 'Filters must be an object'],
    [{ all: 'title' }, 'Filters must be an object'],
    [{ all: ['title'] }, 'Filters must be an object'],
    [{ taco: 'x' }, 'Filters contains invalid field: taco'],
    [{ all: [{ none: [{ taco: 'x' }] }] }, 'Filters contains invalid field: taco'],
    [{ _meta: 'x' }, 'Filters contains invalid field: _meta'],
    [{ year: 'abc' }, 'Filters contains invalid value: abc'],
    [{ year: ['1', 'abc'] }, 'Filters contains invalid value: abc'],
    [{ year: true }, 'Filters contains invalid value: true'],
    [{ year: null }, 'Filters contains invalid value: null'],
    [{ year: { from: 'x' } }, 'Filters contains invalid value: x'],
    [{ written: 'yesterday' }, 'Filters contains invalid value: yesterday'],
    [{ written: { from: 'yesterday' } }, 'Filters contains invalid value: yesterday'],
    [
      { title: { from: 'a' } },
      'Filters contains invalid option: range is not supported for text field title',
    ],
    [{ id: { from: 'a' } }, 'Filters contains invalid option: range is not supported for text field id'],
    [
      { year: { center: '1,2', distance: 3 } },
      'Filters contains invalid option: geolocation is not supported for field year',
    ],
    [{ year: {} }, 'Filters contains invalid option: range must have from or to'],
    [{ year: { from: 1, until: 2 } }, 'Filters contains invalid key: until'],
  ];
  test('that cannot be are refused in words', async (t) => {
    const { refuses } = await library(t);
    for (const [filters, message] of refusals) {
      await t.test(JSON.stringify(filters), () => refuses({ query: '', filters }, message));
    }
  });
});

suite('search_fields', () => {
  test('are the only ones searched', async (t) => {
    const { ids } = await library(t);
    for (const [fields, query, expected] of [
      [{ title: {} }, 'dune', ['dune']],
      [{ tags: {} }, 'dune', []],
      [{ id: {} }, 'dune', ['dune']],
      [{ by: {}, tags: { weight: 2.5 } }, 'herbert', ['dune']],
      [{ title: { weight: 0 } }, 'dune', []],
      [{ title: { weight: 10 }, year: {} }, 'dune', ['dune']],
      [{ title: {} }, '', NEWEST_FIRST],
    ] as const) {
      assert.deepEqual(await ids({ query, search_fields: fields }), expected, JSON.stringify(fields));
    }
  });

  test('with more weight come first', async (t) => {
    const { ids } = await library(t, [
      { id: 'in-title', title: 'apple' },
      { id: 'in-tags', tags: 'apple' },
    ]);
    const order = (title: number, tags: number) =>
      ids({ query: 'apple', search_fields: { title: { weight: title }, tags: { weight: tags } } });
    assert.deepEqual(await order(9, 1), ['in-title', 'in-tags']);
    assert.deepEqual(await order(1, 9), ['in-tags', 'in-title']);
  });

  test('may come from the address, where a weight is a text', async (t) => {
    const { service, engine } = await library(t);
    const address = '?query=dune&search_fields[title][weight]=2.5&search_fields[tags][weight]=1';
    const { status, json } = await service.call('GET', `/engines/${engine}/search${address}`);
    assert.equal(status, 200, JSON.stringify(json));
    assert.equal(json.results[0]._meta.score, 2.5);
  });

  test('that cannot be searched are refused', async (t) => {
    const { refuses } = await library(t);
    const weight = 'Search fields contains invalid option: weight must be between 0 and 10';
    for (const [fields, ...messages] of [
      [{ taco: {} }, 'Search fields contains invalid field: taco'],
      [
        { taco: {}, title: {}, burrito: {} },
        'Search fields contains invalid field: taco',
        'Search fields contains invalid field: burrito',
      ],
      [{}, 'Search fields must contain at least one field'],
      [['title'], 'Search fields must be an object'],
      [{ title: 5 }, 'Search fields must be an object'],
      [{ year: {} }, 'Search fields contains invalid option: at least one field must be a text field'],
      [{ title: { weight: 11 } }, weight],
      [{ title: { weight: -1 } }, weight],
      [{ title: { weight: 'heavy' } }, weight],
    ] as Array<[unknown, ...string[]]>) {
      await refuses({ query: '', search_fields: fields }, ...messages);
    }
  });
});

suite('facets', () => {
  const SHELF = [
    { id: '1', tags: ['b', 'a', 'a'], year: 8, written: '2020-01-01T00:00:00Z' },
    { id: '2', tags: ['a', 'c'], year: 8, written: '2020-01-01' },
    { id: '3', tags: 'd', year: 10 },
    { id: '4', tags: ['b', null], year: 9 },
  ];
  const tagsAre = (...data: Array<[unknown, number]>) => data.map(([value, count]) => ({ value, count }));

  const cases: Array<[string, object, object[]]> = [
    [
      'most frequent first, ties by value, each document once per value',
      { tags: { type: 'value' } },
      tagsAre(['a', 2], ['b', 2], ['c', 1], ['d', 1]),
    ],
    [
      'least frequent first, ties by value',
      { tags: { type: 'value', sort: { count: 'asc' } } },
      tagsAre(['c', 1], ['d', 1], ['a', 2], ['b', 2]),
    ],
    [
      'by value',
      { tags: { type: 'value', sort: { value: 'asc' } } },
      tagsAre(['a', 2], ['b', 2], ['c', 1], ['d', 1]),
    ],
    [
      'by value, last first',
      { tags: { type: 'value', sort: { value: 'desc' } } },
      tagsAre(['d', 1], ['c', 1], ['b', 2], ['a', 2]),
    ],
    ['a size', { tags: { type: 'value', size: 1 } }, tagsAre(['a', 2])],
    [
      'numbers, in the order of numbers',
      { year: { type: 'value', sort: { value: 'asc' } } },
      tagsAre([8, 2], [9, 1], [10, 1]),
    ],
    ['dates as they are shown', { written: { type: 'value' } }, tagsAre(['2020-01-01T00:00:00+00:00', 2])],
    ['a field that no document has', { title: { type: 'value' } }, []],
  ];
  test('count values', async (t) => {
    const { search } = await library(t, SHELF);
    for (const [what, facets, data] of cases) {
      await t.test(what, async () => {
        const { status, json } = await search({ query: '', facets });
        assert.equal(status, 200);
        const field = Object.keys(facets)[0] as string;
        assert.deepEqual(json.facets, { [field]: [{ type: 'value', data }] });
      });
    }
  });

  test('come by field in alphabetical order, those of one field in the order asked for, with their names', async (t) => {
    const { search } = await library(t, SHELF);
    const { json } = await search({
      query: '',
      facets: {
        year: { type: 'value', size: 1 },
        tags: [
          { type: 'value', name: 'top', size: 1 },
          { type: 'value', size: 2, sort: { value: 'desc' } },
        ],
      },
    });
    assert.equal(
      JSON.stringify(json.facets),
      JSON.stringify({
        tags: [
          { type: 'value', name: 'top', data: tagsAre(['a', 2]) },
          { type: 'value', data: tagsAre(['d', 1], ['c', 1]) },
        ],
        year: [{ type: 'value', data: tagsAre([8, 2]) }],
      }),
    );
  });

  test('show ten values unless asked for more, up to 250', async (t) => {
    const documents = Array.from({ length: 260 }, (_, i) => ({ id: `${i}`, tags: `tag-${1000 + i}` }));
    const { search } = await library(t, documents);
    const shown = async (size?: unknown) =>
      (await search({ query: '', facets: { tags: { type: 'value', size } } })).json.facets.tags[0].data
        .length;
    assert.deepEqual([await shown(), await shown(11), await shown('250')], [10, 11, 250]);
  });

  test('follow query and filters, not the page', async (t) => {
    const { search } = await library(t, SHELF);
    const { json } = await search({
      query: 'b',
      filters: { year: { from: 9 } },
      page: { size: 1, current: 2 },
      facets: { tags: { type: 'value' } },
    });
    assert.deepEqual(json.facets.tags[0].data, tagsAre(['b', 1]));
  });

  test('that cannot be are refused in words', async (t) => {
    const { refuses } = await library(t, SHELF);
    const size = 'Facets contains invalid option: size must be between 1 and 250';
    const type = 'Facets contains invalid option: type must be value or range';
    for (const [facets, message] of [
      [{}, 'Facets must contain at least one field'],
      [[], 'Facets must be an object'],
      ['tags', 'Facets must be an object'],
      [{ taco: { type: 'value' } }, 'Facets contains invalid field: taco'],
      [{ id: { type: 'value' } }, 'Facets contains invalid field: id'],
      [{ tags: 'value' }, 'Facets must be an object'],
      [{ tags: {} }, type],
      [{ tags: { type: 'values' } }, type],
      [{ tags: { type: 'value', size: 251 } }, size],
      [{ tags: { type: 'value', size: 0 } }, size],
      [{ tags: { type: 'value', size: 'many' } }, size],
      [{ tags: { type: 'value', sort: { count: 'up' } } }, 'Facets contains invalid value: up'],
    ] as const) {
      await refuses({ query: '', facets }, message);
    }
  });
});

suite('result_fields', () => {
  test('are the only ones shown, beside id and _meta', async (t) => {
    const { search, engine } = await library(t);
    const always = { _meta: { id: 'dune', engine, score: 1 }, id: { raw: 'dune' } };
    for (const [fields, shown] of [
      [{ title: { raw: {} } }, { title: { raw: 'Dune' } }],
      [{ title: {} }, { title: { raw: 'Dune' } }],
      [
        { title: { raw: {} }, year: { raw: {} } },
        { title: { raw: 'Dune' }, year: { raw: 1965 } },
      ],
      [{ place: { raw: {} } }, {}],
      [{ id: { raw: {} } }, {}],
    ] as const) {
      const { json } = await search({ query: '', filters: { id: 'dune' }, result_fields: fields });
      assert.deepEqual(json.results, [{ ...shown, ...always }], JSON.stringify(fields));
    }
  });

  test('may come from the address', async (t) => {
    const { service, engine } = await library(t);
    const address = '?query=dune&result_fields[title][raw]=';
    const { json } = await service.call('GET', `/engines/${engine}/search${address}`);
    assert.deepEqual(Object.keys(json.results[0]), ['title', '_meta', 'id']);
  });

  test('that are unknown are refused, one message each', async (t) => {
    const { refuses } = await library(t);
    await refuses(
      { query: '', result_fields: { taco: { raw: {} }, title: { raw: {} }, burrito: {} } },
      'Result fields contains invalid field: taco',
      'Result fields contains invalid field: burrito',
    );
    await refuses({ query: '', result_fields: ['title'] }, 'Result fields must be an object');
    await refuses({ query: '', result_fields: { title: 'raw' } }, 'Result fields must be an object');
  });
});

suite('changes', () => {
  test('are seen by the search that follows their answer', async (t) => {
    const { service, engine, ids } = await library(t, []);
    const path = `/engines/${engine}/documents`;
    await service.call('POST', path, { body: [{ id: 'a', title: 'apple' }] });
    assert.deepEqual(await ids({ query: 'apple' }), ['a']);
    await service.call('PATCH', path, { body: [{ id: 'a', title: 'pear', fresh: 'plum' }] });
    assert.deepEqual(await ids({ query: 'apple' }), []);
    assert.deepEqual(await ids({ query: 'plum', filters: { fresh: 'plum' } }), ['a']);
    await service.call('POST', path, {
      body: [
        { id: 'a', title: 'fig' },
        { id: 'b', title: 'fig' },
      ],
    });
    assert.deepEqual(await ids({ query: 'fig' }), ['b', 'a']);
    await service.call('DELETE', path, { body: ['b'] });
    assert.deepEqual(await ids({ query: 'fig' }), ['a']);
  });

  test('the newest write comes first among equals', async (t) => {
    const { service, engine, ids } = await library(
      t,
      ['a', 'b', 'c'].map((id) => ({ id, title: 'same' })),
    );
    await service.call('PATCH', `/engines/${engine}/documents`, { body: [{ id: 'a', year: 1 }] });
    assert.deepEqual(await ids({ query: 'same' }), ['a', 'c', 'b']);
    assert.deepEqual(await ids({ query: '' }), ['a', 'c', 'b']);
  });

  test('of type make filters of the new type possible', async (t) => {
    const { service, engine, ids, refuses } = await library(t, [
      { id: 'a', by: '7' },
      { id: 'b', by: 'x' },
    ]);
    await refuses(
      { query: '', filters: { by: { from: 5 } } },
      'Filters contains invalid option: range is not supported for text field by',
    );
    await service.call('POST', `/engines/${engine}/schema`, { body: { by: 'number' } });
    await service.settled(engine);
    assert.deepEqual(await ids({ filters: { by: { from: 5 } } }), ['a']);
    assert.deepEqual(await ids({ filters: { none: [{ by: { from: 5 } }] } }), ['b']);
  });
});
