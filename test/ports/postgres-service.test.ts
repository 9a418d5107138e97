import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { newDatabase, PostgresServer, withoutPostgres } from '../services/postgres.ts';
import { findling } from '../support/command.ts';
import { startTestService, type TestService, temporaryFolder } from '../support/service.ts';
import { until } from '../support/until.ts';

async function must(service: TestService, method: string, path: string, body?: unknown) {
  const answer = await service.call(method, path, body === undefined ? {} : { body });
  assert.equal(answer.status, 200, `${method} ${path}: ${answer.text}`);
  return answer.json;
}

async function idsFound(service: TestService, search: object): Promise<string[]> {
  const { results } = await must(service, 'POST', '/engines/books/search', search);
  return results.map(({ id }: { id: { raw: string } }) => id.raw).sort();
}

suite('the service on PostgreSQL and the embedded index', { skip: withoutPostgres() }, () => {
  test('stores, finds, changes types, and finds again after a restart and without its index files', async (t) => {
    const { url } = await newDatabase(t);
    const settings = { FINDLING_DATABASE_URL: url, FINDLING_SECRET: 's'.repeat(32) };
    const service = await startTestService(t, settings);
    await must(service, 'POST', '/engines', { name: 'books', language: 'en' });
    const books = Array.from({ length: 50 }, (_, n) => ({
      id: `b${n}`,
      title: `book ${n} of the shelf`,
      year: `${1900 + n}`,
    }));
    await must(service, 'POST', '/engines/books/documents', books);
    assert.equal((await idsFound(service, { query: 'book', page: { size: 100 } })).length, 50);
    await must(service, 'PATCH', '/engines/books/documents', [{ id: 'b7', title: 'a patched volume' }]);
    await must(service, 'DELETE', '/engines/books/documents', ['b8']);
    assert.deepEqual(await idsFound(service, { query: 'volumes' }), ['b7']);
    await must(service, 'POST', '/engines/books/schema', { year: 'number' });
    await service.settled('books');
    const filters = { year: { from: 1947 } };
    assert.deepEqual(await idsFound(service, { query: '', filters }), ['b47', 'b48', 'b49']);
    await must(service, 'PUT', '/engines/books/search_settings', { search_fields: { title: { weight: 2 } } });
    await must(service, 'POST', '/engines/books/synonyms', { synonyms: ['tome', 'volume'] });
    assert.deepEqual(await idsFound(service, { query: 'tome' }), ['b7']);

    await service.restart();
    assert.deepEqual(await idsFound(service, { query: 'tome', filters: { year: 1907 } }), ['b7']);
    await service.close();

    // Another node: the same database and secret, an empty folder.
    const other = await startTestService(t, { ...settings, FINDLING_DATA: temporaryFolder(t) });
    assert.equal(other.service.firstAccount, undefined);
    const answer = await other.call('POST', '/engines/books/search', {
      key: service.privateKey,
      body: { query: 'tome' },
    });
    assert.deepEqual(
      answer.json.results.map(({ id }: { id: { raw: string } }) => id.raw),
      ['b7'],
    );
    for (const line of [...service.logLines, ...other.logLines]) assert.ok(!line.includes(url));
  });

  test('answers 503 with Retry-After while the database is away, and goes on when it is back', async (t) => {
    const server = await PostgresServer.start({ fsync: 'on', synchronous_commit: 'on' });
    t.after(() => server.stop());
    const { url } = await newDatabase(t, server);
    const service = await startTestService(t, { FINDLING_DATABASE_URL: url });
    await must(service, 'POST', '/engines', { name: 'books' });
    await must(service, 'POST', '/engines/books/documents', [{ id: 'a', title: 'first' }]);
    await server.stop('SIGQUIT');
    await until('a write is refused', async () => {
      const { status, headers, json } = await service.call('POST', '/engines/books/documents', {
        body: [{ id: 'b', title: 'second' }],
      });
      assert.equal(status, 503);
      assert.equal(headers.get('retry-after'), '2');
      assert.deepEqual(json, {
        errors: ['The database cannot be reached or did not answer in time. Please try again.'],
      });
      return true;
    });
    await server.start();
    await until('writes are accepted', async () => {
      const { status } = await service.call('POST', '/engines/books/documents', {
        body: [{ id: 'c', title: 'third' }],
      });
      return status === 200;
    });
    assert.deepEqual(await idsFound(service, { query: '' }), ['a', 'c']);
    assert.equal((await must(service, 'GET', '/engines/books')).document_count, 2);
  });

  test('commands work on the database while a service runs', async (t) => {
    const { url } = await newDatabase(t);
    const settings = { FINDLING_DATABASE_URL: url, FINDLING_SECRET: 's'.repeat(32) };
    const service = await startTestService(t, settings);
    const named = { ...settings, FINDLING_DATA: temporaryFolder(t) };
    const made = await findling(
      ['keys', 'create', '--name', 'reader', '--type', 'private', '--read', '--json'],
      named,
    );
    assert.equal(made.code, 0, made.stderr);
    const { key } = JSON.parse(made.stdout);
    await until(
      'the key is accepted',
      async () => (await service.call('GET', '/engines', { key })).status === 200,
    );
    const deleted = await findling(['keys', 'delete', 'reader'], named);
    assert.equal(deleted.code, 0, deleted.stderr);
    assert.equal((await service.call('GET', '/engines', { key })).status, 401);
    const refused = await findling(['keys', 'list'], { ...named, FINDLING_DATABASE_URL: `${url}_missing` });
    assert.equal(refused.code, 1);
    assert.match(refused.stderr, /^The PostgreSQL database at .* does not exist: create it first/);
  });
});
