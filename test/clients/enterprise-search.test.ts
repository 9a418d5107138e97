import assert from 'node:assert/strict';
import { suite, type TestContext, test } from 'node:test';
import AppSearchClient from '@elastic/app-search-node';
import { Client, errors } from '@elastic/enterprise-search';
import { startTestService, type TestService } from '../support/service.ts';
import { BOOKS, bookshop, foundIds } from './bookshop.ts';
import { engineOf, pageOf } from './node-client.ts';

type AppClient = Client['app'];

/** Points a client at a running service; it is closed when the test ends. */
function connected(t: TestContext, service: TestService, token = service.privateKey): AppClient {
  const client = new Client({ url: service.baseUrl, auth: { token } });
  t.after(() => client.close());
  return client.app;
}

/** What a call is refused with, as this client shows it. */
async function refusal(call: Promise<unknown>): Promise<[status: number | undefined, body: unknown]> {
  try {
    await call;
  } catch (error) {
    assert.ok(error instanceof errors.ResponseError, String(error));
    assert.equal(error.message, JSON.stringify(error.body));
    return [error.statusCode, error.body];
  }
  throw new assert.AssertionError({ message: 'the call was not refused' });
}

const NO_ENGINE = [404, { errors: ['Could not find engine.'] }];
const NO_ROUTE = [404, { errors: 'Routing Error. The path you have requested is invalid.' }];
const MAY_NOT = [401, { errors: ['Unauthorized action.'] }];
const UNKNOWN = [401, { error: 'Invalid authentication token.' }];

suite('engines', () => {
  test('are created, read and deleted', async (t) => {
    const app = connected(t, await startTestService(t));
    assert.deepEqual(await app.createEngine({ body: { name: 'books' } }), engineOf('books'));
    assert.deepEqual(await app.getEngine({ engine_name: 'books' }), engineOf('books'));
    assert.deepEqual(await app.deleteEngine({ engine_name: 'books' }), { deleted: true });
    assert.deepEqual(await refusal(app.getEngine({ engine_name: 'books' })), NO_ENGINE);
  });

  test('keep their language and the settings they were created with', async (t) => {
    const app = connected(t, await startTestService(t));
    const body = {
      name: 'livres',
      language: 'fr',
      index_create_settings_override: { number_of_shards: 2 },
    } as const;
    const made = { ...engineOf('livres', 0, 'fr'), index_create_settings_override: { number_of_shards: 2 } };
    assert.deepEqual(await app.createEngine({ body }), made);
    assert.deepEqual(await app.getEngine({ engine_name: 'livres' }), made);
  });

  test('are listed page by page', async (t) => {
    const app = connected(t, await bookshop(t));
    for (const name of ['ants', 'cats']) await app.createEngine({ body: { name } });
    assert.deepEqual(await app.listEngines(), {
      meta: { page: pageOf(1, 25, 3) },
      results: [engineOf('ants'), engineOf('books', BOOKS.length), engineOf('cats')],
    });
    assert.deepEqual(await app.listEngines({ page: { current: 2, size: 2 } }), {
      meta: { page: pageOf(2, 2, 3) },
      results: [engineOf('cats')],
    });
  });

  test('come in pages of 25 at most; more is taken for that', async (t) => {
    const app = connected(t, await bookshop(t));
    const { meta } = await app.listEngines({ page: { size: 100 } });
    assert.deepEqual(meta.page, pageOf(1, 25, 1));
  });
});

suite('documents', () => {
  test('are indexed, changed, read and deleted', async (t) => {
    const app = connected(t, await bookshop(t));
    const engine_name = 'books';
    const documents = [{ id: 'ulysses', title: 'Ulysses', year: 1922 }, { none: 'a reserved name' }];
    assert.deepEqual(await app.indexDocuments({ engine_name, documents }), [
      { id: 'ulysses', errors: [] },
      { id: '', errors: ['Invalid field name: none'] },
    ]);
    assert.deepEqual(await app.putDocuments({ engine_name, documents: [{ id: 'ulysses', year: 1920 }] }), [
      { id: 'ulysses', errors: [] },
    ]);
    assert.deepEqual(await app.getDocuments({ engine_name, documentIds: ['ulysses'] }), [
      { id: 'ulysses', title: 'Ulysses', year: 1920 },
    ]);
    assert.deepEqual(await app.deleteDocuments({ engine_name, documentIds: ['ulysses', 'nothing'] }), [
      { id: 'ulysses', deleted: true },
      { id: 'nothing', deleted: false },
    ]);
  });

  test('are read by ids in the body or in the address', async (t) => {
    const app = connected(t, await bookshop(t));
    const ids = ['room', 'nothing & all', 'dune'];
    const expected = [BOOKS[2], null, BOOKS[0]];
    assert.deepEqual(await app.getDocuments({ engine_name: 'books', documentIds: ids }), expected);
    assert.deepEqual(await app.getDocuments({ engine_name: 'books', ids }), expected);
  });

  test('are listed page by page', async (t) => {
    const app = connected(t, await bookshop(t));
    assert.deepEqual(await app.listDocuments({ engine_name: 'books' }), {
      meta: { page: pageOf(1, 100, BOOKS.length) },
      results: BOOKS,
    });
    assert.deepEqual(await app.listDocuments({ engine_name: 'books', page: { current: 2, size: 3 } }), {
      meta: { page: pageOf(2, 3, BOOKS.length) },
      results: [BOOKS[3]],
    });
  });
});

suite('schema', () => {
  const SCHEMA = { year: 'number', title: 'text', author: 'text', genre: 'text' };

  test('is read and changed', async (t) => {
    const app = connected(t, await bookshop(t));
    assert.deepEqual(await app.getSchema({ engine_name: 'books' }), SCHEMA);
    const changed = { ...SCHEMA, pages: 'number' };
    const schema = { pages: 'number' } as const;
    assert.deepEqual(await app.putSchema({ engine_name: 'books', schema }), changed);
    assert.deepEqual(await app.getSchema({ engine_name: 'books' }), changed);
  });

  test('refuses a change with a mistake in it', async (t) => {
    const app = connected(t, await bookshop(t));
    const schema = { pages: 'number', '2nd edition': 'date' } as const;
    assert.deepEqual(await refusal(app.putSchema({ engine_name: 'books', schema })), [
      400,
      {
        errors: [
          'Name cannot contain whitespace',
          'Name can only contain lowercase letters, numbers, and underscores',
        ],
      },
    ]);
    assert.deepEqual(await app.getSchema({ engine_name: 'books' }), SCHEMA);
  });
});

suite('search', () => {
  test('finds documents, with all of the options', async (t) => {
    const app = connected(t, await bookshop(t));
    const found = await app.search({
      engine_name: 'books',
      body: {
        query: 'emma',
        search_fields: { title: { weight: 3 }, author: {} },
        result_fields: { title: { raw: {} } },
        filters: { all: [{ year: { from: 1900 } }, { genre: ['drama', 'romance'] }] },
        facets: { genre: { type: 'value', name: 'Genres' } },
        page: { current: 1, size: 5 },
        sort: [{ year: 'desc' }],
        boosts: {},
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
    assert.deepEqual(foundIds(found), ['room']);
    assert.deepEqual((found as { facets?: unknown }).facets, {
      genre: [{ type: 'value', name: 'Genres', data: [{ value: 'drama', count: 1 }] }],
    });
  });

  test('answers with the id of its request, also in the header', async (t) => {
    const app = connected(t, await bookshop(t));
    // The client's types do not know that `meta: true` asks for the answer with all around it.
    const { body, headers } = (await app.search(
      { engine_name: 'books', body: { query: '' } },
      { meta: true, headers: { 'x-request-id': 'shelf-7' } },
    )) as unknown as { body: { meta: { request_id: string } }; headers: Record<string, string> };
    assert.equal(body.meta.request_id, 'shelf-7');
    assert.equal(headers['x-request-id'], 'shelf-7');
  });

  test('takes a signed search key', async (t) => {
    const service = await bookshop(t);
    const token = AppSearchClient.createSignedSearchKey(
      service.privateKey,
      'private-key',
      { filters: { genre: 'romance' } },
      { expiresIn: '1h' },
    );
    const app = connected(t, service, token);
    const found = await app.search({ engine_name: 'books', body: { query: '' } });
    assert.deepEqual(foundIds(found), ['emma', 'persuasion']);
    assert.deepEqual(await refusal(app.listDocuments({ engine_name: 'books' })), MAY_NOT);
  });
});

suite('credentials', () => {
  /** What an answer says about a key besides its opaque id. */
  const known = (credential: object): Record<string, unknown> => {
    const { id, ...rest } = credential as { id?: unknown } & Record<string, unknown>;
    assert.ok(typeof id === 'string' && id !== '');
    return rest;
  };

  const made: Array<[what: string, body: object, answer: object, value: RegExp]> = [
    [
      'a private key',
      { name: 'reader', type: 'private', read: true, write: false, access_all_engines: true },
      { name: 'reader', type: 'private', read: true, write: false, access_all_engines: true },
      /^private-[a-z0-9]{24}$/,
    ],
    [
      'a private key for named engines',
      { name: 'writer', type: 'private', read: true, write: true, engines: ['books', 'films'] },
      { name: 'writer', type: 'private', read: true, write: true, engines: ['books', 'films'] },
      /^private-[a-z0-9]{24}$/,
    ],
    [
      'a search key',
      { name: 'web', type: 'search', access_all_engines: false, engines: ['books'] },
      { name: 'web', type: 'search', access_all_engines: false, engines: ['books'] },
      /^search-[a-z0-9]{24}$/,
    ],
    [
      'an admin key',
      { name: 'root', type: 'admin' },
      { name: 'root', type: 'admin' },
      /^admin-[a-z0-9]{24}$/,
    ],
  ];
  for (const [what, body, answer, value] of made) {
    test(`${what} is created, read and deleted`, async (t) => {
      const service = await startTestService(t);
      const app = connected(t, service, service.adminKey);
      const created = await app.createApiKey({ body: body as { name: string; type: 'admin' } });
      const { key, ...rest } = known(created);
      assert.deepEqual(rest, answer);
      assert.match(String(key), value);
      assert.deepEqual(await app.getApiKey({ api_key_name: created.name }), created);
      assert.deepEqual(await app.deleteApiKey({ api_key_name: created.name }), { deleted: true });
      assert.deepEqual(await refusal(app.getApiKey({ api_key_name: created.name })), [
        404,
        { errors: ['Could not find credential.'] },
      ]);
    });
  }

  test('are listed by name, page by page', async (t) => {
    const service = await startTestService(t);
    const app = connected(t, service, service.adminKey);
    const all = await app.listApiKeys({ page: { size: 100 } });
    assert.deepEqual(all.meta, { page: pageOf(1, 100, 3) });
    assert.deepEqual(all.results.map(known), [
      { key: service.adminKey, name: 'admin-key', type: 'admin' },
      {
        key: service.privateKey,
        name: 'private-key',
        type: 'private',
        read: true,
        write: true,
        access_all_engines: true,
      },
      { key: service.searchKey, name: 'search-key', type: 'search', access_all_engines: true },
    ]);
    const second = await app.listApiKeys({ page: { current: 2, size: 2 } });
    assert.deepEqual(second, { meta: { page: pageOf(2, 2, 3) }, results: all.results.slice(2) });
  });

  test('that are put get another scope and keep their value', async (t) => {
    const service = await bookshop(t);
    const app = connected(t, service, service.adminKey);
    const put = await app.putApiKey({
      api_key_name: 'private-key',
      body: { name: 'private-key', type: 'private', read: true, write: false, engines: ['films'] },
    });
    assert.deepEqual(known(put), {
      key: service.privateKey,
      name: 'private-key',
      type: 'private',
      read: true,
      write: false,
      engines: ['films'],
    });
    assert.deepEqual(await app.getApiKey({ api_key_name: 'private-key' }), put);
    assert.deepEqual(await refusal(connected(t, service).getEngine({ engine_name: 'books' })), MAY_NOT);
  });

  test('work from the very next request, and stop with it once deleted', async (t) => {
    const service = await bookshop(t);
    const admin = connected(t, service, service.adminKey);
    const body = { name: 'reader', type: 'private', read: true, write: false } as const;
    const { key } = (await admin.createApiKey({ body })) as unknown as { key: string };
    const reader = connected(t, service, key);
    assert.deepEqual(await reader.getEngine({ engine_name: 'books' }), engineOf('books', BOOKS.length));
    assert.deepEqual(await refusal(reader.deleteEngine({ engine_name: 'books' })), MAY_NOT);
    await admin.deleteApiKey({ api_key_name: 'reader' });
    assert.deepEqual(await refusal(reader.getEngine({ engine_name: 'books' })), UNKNOWN);
  });

  const refused: Array<[what: string, call: (app: AppClient) => Promise<unknown>, messages: string[]]> = [
    [
      'a name that is taken',
      (app) => app.createApiKey({ body: { name: 'search-key', type: 'search' } }),
      ['Name is already taken'],
    ],
    [
      'no body',
      (app) => app.createApiKey(),
      ['Missing required parameter: name', 'Missing required parameter: type'],
    ],
    [
      'another name',
      (app) => app.putApiKey({ api_key_name: 'search-key', body: { name: 'web', type: 'search' } }),
      ['Name cannot be changed'],
    ],
    [
      'another type',
      (app) => app.putApiKey({ api_key_name: 'search-key', body: { name: 'search-key', type: 'admin' } }),
      ['Type cannot be changed'],
    ],
    [
      'a scope without engines',
      (app) => app.createApiKey({ body: { name: 'web', type: 'search', access_all_engines: false } }),
      ['Engines are required'],
    ],
  ];
  for (const [what, call, messages] of refused) {
    test(`with ${what} are refused`, async (t) => {
      const service = await startTestService(t);
      const app = connected(t, service, service.adminKey);
      assert.deepEqual(await refusal(call(app)), [400, { errors: messages }]);
    });
  }

  test('are for admin keys only', async (t) => {
    const service = await startTestService(t);
    for (const key of [service.privateKey, service.searchKey]) {
      assert.deepEqual(await refusal(connected(t, service, key).listApiKeys()), MAY_NOT);
    }
  });
});

suite('errors', () => {
  type Refused = [what: string, call: (app: AppClient) => Promise<unknown>, status: number, body: unknown];
  const calls: Refused[] = [
    [
      'an engine name that is taken',
      (app) => app.createEngine({ body: { name: 'books' } }),
      400,
      { errors: ['Name is already taken'] },
    ],
    [
      'an engine without a name',
      (app) => app.createEngine(),
      400,
      { errors: ['Missing required parameter: name'] },
    ],
    [
      'a search without a query',
      (app) => app.search({ engine_name: 'books' }),
      400,
      { errors: ['Missing required parameter: query'] },
    ],
    [
      'no documents',
      (app) => app.indexDocuments({ engine_name: 'books' }),
      400,
      { errors: ['JSON must not be empty'] },
    ],
    [
      'no ids',
      (app) => app.getDocuments({ engine_name: 'books' }),
      400,
      { errors: ['Missing required parameter: ids'] },
    ],
    [
      'an unknown engine',
      (app) => app.search({ engine_name: 'nope', body: { query: '' } }),
      404,
      { errors: ['Could not find engine.'] },
    ],
  ];
  for (const [what, call, status, body] of calls) {
    test(`${what}: the error has status and body`, async (t) => {
      const app = connected(t, await bookshop(t));
      assert.deepEqual(await refusal(call(app)), [status, body]);
    });
  }

  test('an unknown key is not let in', async (t) => {
    const service = await bookshop(t);
    const app = connected(t, service, 'private-aaaaaaaaaaaaaaaaaaaaaaaa');
    assert.deepEqual(await refusal(app.listEngines()), UNKNOWN);
  });

  test('a search key searches and does nothing else', async (t) => {
    const service = await bookshop(t);
    const app = connected(t, service, service.searchKey);
    assert.deepEqual(foundIds(await app.search({ engine_name: 'books', body: { query: 'dune' } })), ['dune']);
    assert.deepEqual(await refusal(app.getSchema({ engine_name: 'books' })), MAY_NOT);
  });

  test('user name and password are not let in', async (t) => {
    const service = await bookshop(t);
    const client = new Client({ url: service.baseUrl, auth: { username: 'elastic', password: 'changeme' } });
    t.after(() => client.close());
    assert.deepEqual(await refusal(client.app.listEngines()), UNKNOWN);
  });
});

suite('calls that Findling does not answer yet are refused with a sentence', () => {
  const engine_name = 'books';
  const calls: Array<[name: string, call: (app: AppClient) => Promise<unknown>]> = [
    ['multiSearch', (app) => app.multiSearch({ engine_name, body: { queries: [{ query: 'a' }] } })],
    ['querySuggestion', (app) => app.querySuggestion({ engine_name, body: { query: 'du' } })],
    [
      'logClickthrough',
      (app) => app.logClickthrough({ engine_name, body: { query: 'a', document_id: 'dune' } }),
    ],
    ['search_explain', (app) => app.search_explain({ engine_name, body: { query: 'a' } })],
    ['listCurations', (app) => app.listCurations({ engine_name })],
    ['listSynonymSets', (app) => app.listSynonymSets({ engine_name })],
    ['getSearchSettings', (app) => app.getSearchSettings({ engine_name })],
    ['addMetaEngineSource', (app) => app.addMetaEngineSource({ engine_name, sourceEngines: ['books'] })],
    ['listCrawlerDomains', (app) => app.listCrawlerDomains({ engine_name })],
  ];
  for (const [name, call] of calls) {
    test(name, async (t) => {
      const app = connected(t, await bookshop(t));
      assert.deepEqual(await refusal(call(app)), NO_ROUTE);
    });
  }
});

suite('around the API', () => {
  test('the client learns version and health without a right to anything', async (t) => {
    const service = await startTestService(t);
    const client = new Client({ url: service.baseUrl, auth: { token: 'none' } });
    t.after(() => client.close());
    const version = await client.enterprise.getVersion();
    assert.match(version.number, /^8\.\d+\.\d+$/);
    const health = await client.enterprise.getHealth();
    assert.equal(health.name, 'findling');
    assert.deepEqual(health.version, version);
  });

  test('the host identifier in the address reaches its account, another one reaches none', async (t) => {
    const service = await bookshop(t);
    const app = connected(t, service);
    const through = (host: string) => app.getEngine({ engine_name: 'books' }, { headers: { host } });
    const own = await through(`${service.hostIdentifier}.api.localhost`);
    assert.deepEqual(own, engineOf('books', BOOKS.length));
    assert.deepEqual(await refusal(through('host-000000.api.localhost')), [
      404,
      { errors: ['Could not find account.'] },
    ]);
  });
});
