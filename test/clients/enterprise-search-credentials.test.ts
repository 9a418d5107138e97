import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { startTestService } from '../support/service.ts';
import { BOOKS, bookshop, emptyService } from './bookshop.ts';
import { type AppClient, connected, MAY_NOT, refusal, UNKNOWN } from './enterprise-search-client.ts';
import { engineOf, pageOf } from './node-client.ts';

suite('credentials', () => {
  /** The members of a key in a response, except its opaque id. */
  /** A key without its id and last use. */
  const known = (credential: object): Record<string, unknown> => {
    const { id, last_used_at, ...rest } = credential as { id?: unknown } & Record<string, unknown>;
    assert.ok(typeof id === 'string' && id !== '');
    if (last_used_at !== undefined)
      assert.match(String(last_used_at), /^\d{4}-\d\d-\d\dT\d\d:\d\d:00\.000Z$/);
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
      const service = await emptyService();
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
    const service = await emptyService();
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

  test('can be updated with another scope and keep their value', async (t) => {
    const service = await bookshop(await startTestService(t));
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
    assert.deepEqual(known(await app.getApiKey({ api_key_name: 'private-key' })), known(put));
    assert.deepEqual(await refusal(connected(t, service).getEngine({ engine_name: 'books' })), MAY_NOT);
  });

  test('take effect with the next request, and so does their deletion', async (t) => {
    const service = await bookshop();
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
    test(`with ${what} are rejected`, async (t) => {
      const service = await emptyService();
      const app = connected(t, service, service.adminKey);
      assert.deepEqual(await refusal(call(app)), [400, { errors: messages }]);
    });
  }

  test('are for admin keys only', async (t) => {
    const service = await emptyService();
    for (const key of [service.privateKey, service.searchKey]) {
      assert.deepEqual(await refusal(connected(t, service, key).listApiKeys()), MAY_NOT);
    }
  });
});
