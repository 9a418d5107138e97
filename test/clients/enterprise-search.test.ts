import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { Client } from '@elastic/enterprise-search';
import { BOOKS, bookshop, emptyService, foundIds } from './bookshop.ts';
import {
  type AppClient,
  connected,
  MAY_NOT,
  NO_ENGINE,
  refusal,
  UNKNOWN,
} from './enterprise-search-client.ts';
import { engineOf, pageOf } from './node-client.ts';

suite('engines', () => {
  test('are created, read and deleted', async (t) => {
    const app = connected(t, await emptyService());
    assert.deepEqual(await app.createEngine({ body: { name: 'books' } }), engineOf('books'));
    assert.deepEqual(await app.getEngine({ engine_name: 'books' }), engineOf('books'));
    assert.deepEqual(await app.deleteEngine({ engine_name: 'books' }), { deleted: true });
    assert.deepEqual(await refusal(app.getEngine({ engine_name: 'books' })), NO_ENGINE);
  });

  test('keep their language and the settings they were created with', async (t) => {
    const app = connected(t, await emptyService());
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
    const app = connected(t, await bookshop());
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

  test('come in pages of at most 25; a larger size is capped', async (t) => {
    const app = connected(t, await bookshop());
    const { meta } = await app.listEngines({ page: { size: 100 } });
    assert.deepEqual(meta.page, pageOf(1, 25, 1));
  });
});

suite('documents', () => {
  test('are indexed, changed, read and deleted', async (t) => {
    const app = connected(t, await bookshop());
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

  test('are read by ids in the body or in the query string', async (t) => {
    const app = connected(t, await bookshop());
    const ids = ['room', 'nothing & all', 'dune'];
    const expected = [BOOKS[2], null, BOOKS[0]];
    assert.deepEqual(await app.getDocuments({ engine_name: 'books', documentIds: ids }), expected);
    assert.deepEqual(await app.getDocuments({ engine_name: 'books', ids }), expected);
  });

  test('are listed page by page', async (t) => {
    const app = connected(t, await bookshop());
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
    const app = connected(t, await bookshop());
    assert.deepEqual(await app.getSchema({ engine_name: 'books' }), SCHEMA);
    const changed = { ...SCHEMA, pages: 'number' };
    const schema = { pages: 'number' } as const;
    assert.deepEqual(await app.putSchema({ engine_name: 'books', schema }), changed);
    assert.deepEqual(await app.getSchema({ engine_name: 'books' }), changed);
  });

  test('rejects an invalid change', async (t) => {
    const app = connected(t, await bookshop());
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
      const app = connected(t, await bookshop());
      assert.deepEqual(await refusal(call(app)), [status, body]);
    });
  }

  test('an unknown key is rejected', async (t) => {
    const service = await bookshop();
    const app = connected(t, service, 'private-aaaaaaaaaaaaaaaaaaaaaaaa');
    assert.deepEqual(await refusal(app.listEngines()), UNKNOWN);
  });

  test('a search key can only search', async (t) => {
    const service = await bookshop();
    const app = connected(t, service, service.searchKey);
    assert.deepEqual(foundIds(await app.search({ engine_name: 'books', body: { query: 'dune' } })), ['dune']);
    assert.deepEqual(await refusal(app.getSchema({ engine_name: 'books' })), MAY_NOT);
  });

  test('an unknown user name is rejected', async (t) => {
    const service = await bookshop();
    const client = new Client({ url: service.baseUrl, auth: { username: 'elastic', password: 'changeme' } });
    t.after(() => client.close());
    assert.deepEqual(await refusal(client.app.listEngines()), UNKNOWN);
  });
});

suite('calls that Findling does not support are rejected with a sentence', () => {
  const engine_name = 'books';
  const calls: Array<[name: string, call: (app: AppClient) => Promise<unknown>]> = [
    ['listCrawlerDomains', (app) => app.listCrawlerDomains({ engine_name })],
  ];
  for (const [name, call] of calls) {
    test(name, async (t) => {
      const app = connected(t, await bookshop());
      const [status, body] = await refusal(call(app));
      assert.equal(status, 501);
      assert.match(JSON.stringify(body), /^\{"errors":\["The web crawler is not part of Findling\./);
    });
  }
});

suite('around the API', () => {
  test('the client reads version and health without any permission', async (t) => {
    const service = await emptyService();
    const client = new Client({ url: service.baseUrl, auth: { token: 'none' } });
    t.after(() => client.close());
    const version = await client.enterprise.getVersion();
    assert.match(version.number, /^8\.\d+\.\d+$/);
    const health = await client.enterprise.getHealth();
    assert.equal(health.name, 'findling');
    assert.deepEqual(health.version, version);
  });

  test('the host identifier in the host name selects its account, an unknown one none', async (t) => {
    const service = await bookshop();
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
