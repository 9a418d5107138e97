import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import AppSearchClient from '@elastic/app-search-node';
import { bookshop, clicksOf, foundIds, suggestions } from './bookshop.ts';
import {
  type AppClient,
  connected,
  MAY_NOT,
  NO_ENGINE,
  refusal,
  UNKNOWN,
} from './enterprise-search-client.ts';
import { pageOf } from './node-client.ts';

type Found = Awaited<ReturnType<AppClient['search']>>;
const engine_name = 'books';

suite('search', () => {
  test('finds documents, with all options', async (t) => {
    const app = connected(t, await bookshop());
    const found = await app.search({
      engine_name: 'books',
      body: {
        query: 'emma',
        search_fields: { title: { weight: 3 }, author: {} },
        result_fields: { title: { raw: {} }, author: { snippet: { size: 20 } } },
        filters: { all: [{ year: { from: 1900 } }, { genre: ['drama', 'romance'] }] },
        facets: { genre: { type: 'value', name: 'Genres' } },
        page: { current: 1, size: 5 },
        sort: [{ year: 'desc' }],
        boosts: { year: { type: 'functional', function: 'linear', operation: 'add', factor: 2 } },
        group: { field: 'author', size: 2 },
        analytics: { tags: ['web'] },
      },
    });
    const { request_id, ...meta } = found.meta;
    assert.deepEqual(meta, {
      alerts: [],
      warnings: [],
      precision: 2,
      page: pageOf(1, 5, 1),
      engine: { name: 'books', type: 'default' },
    });
    assert.ok(request_id);
    assert.deepEqual(found.results, [
      {
        title: { raw: 'Room' },
        author: { snippet: '<em>Emma</em> Donoghue' },
        _meta: { id: 'room', engine: 'books', score: null },
        id: { raw: 'room' },
        _group_key: 'Emma Donoghue',
        _group: [],
      },
    ]);
    assert.deepEqual((found as { facets?: unknown }).facets, {
      genre: [{ type: 'value', name: 'Genres', data: [{ value: 'drama', count: 1 }] }],
    });
  });

  test('returns the id of its request, also in the header', async (t) => {
    const app = connected(t, await bookshop());
    // The client's types lack that `meta: true` returns the whole response.
    const { body, headers } = (await app.search(
      { engine_name: 'books', body: { query: '' } },
      { meta: true, headers: { 'x-request-id': 'shelf-7' } },
    )) as unknown as { body: { meta: { request_id: string } }; headers: Record<string, string> };
    assert.equal(body.meta.request_id, 'shelf-7');
    assert.equal(headers['x-request-id'], 'shelf-7');
  });

  test('accepts a signed search key', async (t) => {
    const service = await bookshop();
    const token = AppSearchClient.createSignedSearchKey(
      service.privateKey,
      'private-key',
      { filters: { genre: 'romance' } },
      { expiresIn: '1h' },
    );
    const app = connected(t, service, token);
    const found = await app.search({ engine_name: 'books', body: { query: '' } });
    assert.deepEqual(foundIds(found), ['emma', 'persuasion']);
    const searches = await app.multiSearch({
      engine_name: 'books',
      body: { queries: [{ query: 'dune' }, { query: '' }] },
    });
    assert.deepEqual((searches as unknown as Array<typeof found>).map(foundIds), [
      [],
      ['emma', 'persuasion'],
    ]);
    const { results } = await app.querySuggestion({ engine_name: 'books', body: { query: 'em' } });
    assert.deepEqual(results, suggestions('emma'));
    const click = { query: 'emma', document_id: 'emma' };
    assert.equal(await app.logClickthrough({ engine_name: 'books', body: click }), '');
    assert.deepEqual(await refusal(app.listDocuments({ engine_name: 'books' })), MAY_NOT);
  });
});

suite('multiSearch', () => {
  test('returns for each search what it returns alone, in order', async (t) => {
    const app = connected(t, await bookshop());
    const queries = [
      { query: 'emma', search_fields: { title: {} }, result_fields: { title: { snippet: {} } } },
      { query: '', page: { size: 0 }, facets: { genre: { type: 'value', size: 1 } } },
      { query: 'nowhere' },
    ];
    // In the client's types the response is one object.
    const found = (await app.multiSearch({ engine_name, body: { queries } })) as unknown as Found[];
    assert.deepEqual(found.map(foundIds), [['emma'], [], []]);
    const request_id = found[0]?.meta.request_id;
    for (const [i, body] of queries.entries()) {
      const alone = await app.search({ engine_name, body: body as { query: string } });
      assert.deepEqual(found[i], { ...alone, meta: { ...alone.meta, request_id } });
    }
  });

  test('is rejected as a whole, with the errors of each search', async (t) => {
    const app = connected(t, await bookshop());
    const send = (body?: object) =>
      refusal(app.multiSearch({ engine_name, ...(body && { body: body as { queries: [] } }) }));
    const queries = [{ query: 'dune' }, { query: 'emma', colour: 'red' }, {}];
    assert.deepEqual(await send({ queries }), [
      400,
      [
        { errors: [] },
        { errors: ['Options contains invalid key: colour'] },
        { errors: ['Missing required parameter: query'] },
      ],
    ]);
    const missing = [400, { errors: ['Missing required parameter: queries'] }];
    assert.deepEqual(await send({ queries: [] }), missing);
    assert.deepEqual(await send(), missing);
  });
});

suite('querySuggestion', () => {
  const asked: Array<[body: object, texts: string[]]> = [
    [{ query: 'em' }, ['emma', 'emma donoghue']],
    [{ query: 'em', types: { documents: { fields: ['title'] } }, size: 3 }, ['emma']],
    [{ query: 'xyz' }, []],
  ];
  for (const [body, texts] of asked) {
    test(`accepts ${JSON.stringify(body)}`, async (t) => {
      const app = connected(t, await bookshop());
      const { results, meta } = await app.querySuggestion({ engine_name, body: body as { query: string } });
      assert.deepEqual(results, suggestions(...texts));
      assert.deepEqual(Object.keys(meta ?? {}), ['request_id']);
    });
  }

  const refused: Array<[body: object, message: string]> = [
    [{}, 'Missing required parameter: query'],
    [{ query: 'em', bad: 'option' }, 'Options contains invalid key: bad'],
    [
      { query: 'em', types: { documents: { fields: ['taco'] } } },
      'Types documents fields contains invalid value: taco',
    ],
  ];
  for (const [body, message] of refused) {
    test(`rejects ${JSON.stringify(body)}`, async (t) => {
      const app = connected(t, await bookshop());
      const call = app.querySuggestion({ engine_name, body: body as { query: string } });
      assert.deepEqual(await refusal(call), [400, { errors: [message] }]);
    });
  }
});

suite('logClickthrough', () => {
  test('returns an empty text, and is stored', async (t) => {
    const service = await bookshop();
    const app = connected(t, service, service.searchKey);
    const body = { query: 'dune', document_id: 'dune', request_id: 'shelf-7', tags: ['web'] };
    assert.equal(await app.logClickthrough({ engine_name, body }), '');
    assert.deepEqual(await clicksOf(service), [
      { query: 'dune', documentId: 'dune', position: null, tags: ['web'] },
    ]);
  });

  test('is rejected without a document, and not stored', async (t) => {
    const service = await bookshop();
    const body = { query: 'dune' } as { query: string; document_id: string };
    const call = connected(t, service).logClickthrough({ engine_name, body });
    assert.deepEqual(await refusal(call), [400, { errors: ['Missing required parameter: document_id'] }]);
    assert.deepEqual(await clicksOf(service), []);
  });
});

test('an unknown engine, an unknown key and one that may not search are rejected in every call', async (t) => {
  const service = await bookshop();
  const calls = (token: string, engine_name: string) => {
    const app = connected(t, service, token);
    return [
      () => app.search({ engine_name, body: { query: '' } }),
      () => app.multiSearch({ engine_name, body: { queries: [{ query: '' }] } }),
      () => app.querySuggestion({ engine_name, body: { query: 'em' } }),
      () => app.logClickthrough({ engine_name, body: { query: '', document_id: 'dune' } }),
    ];
  };
  const cases = [
    [service.searchKey, 'nope', NO_ENGINE],
    [service.adminKey, 'books', MAY_NOT],
    ['search-aaaaaaaaaaaaaaaaaaaaaaaa', 'books', UNKNOWN],
  ] as const;
  for (const [token, engine, expected] of cases) {
    for (const call of calls(token, engine)) assert.deepEqual(await refusal(call()), expected);
  }
  assert.deepEqual(await clicksOf(service), []);
});
