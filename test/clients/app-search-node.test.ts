import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import AppSearchClient from '@elastic/app-search-node';
import { BOOKS, bookshop, emptyService, foundIds } from './bookshop.ts';
import { connected, engineOf, nodeClientTests, pageOf, refusal } from './node-client.ts';
import { nodeClientSearchTests } from './node-client-search.ts';

nodeClientTests(AppSearchClient);
nodeClientSearchTests(AppSearchClient);

suite('engines with options', () => {
  test('have the given language', async () => {
    const client = connected(AppSearchClient, await emptyService());
    assert.deepEqual(await client.createEngine('buecher', { language: 'de' }), engineOf('buecher', 0, 'de'));
    assert.deepEqual(await client.getEngine('buecher'), engineOf('buecher', 0, 'de'));
  });

  test('with an unknown language are rejected', async () => {
    const client = connected(AppSearchClient, await emptyService());
    assert.deepEqual(await refusal(client.createEngine('books', { language: 'xx' })), {
      message: 'Bad Request',
      errorMessages: ['Language is not included in the list'],
    });
  });
});

suite('updateDocuments', () => {
  test('changes the named fields and keeps the others', async () => {
    const client = connected(AppSearchClient, await bookshop());
    assert.deepEqual(await client.updateDocuments('books', [{ id: 'dune', title: 'Dune (1965)' }]), [
      { id: 'dune', errors: [] },
    ]);
    assert.deepEqual(await client.getDocuments('books', ['dune']), [{ ...BOOKS[0], title: 'Dune (1965)' }]);
  });

  test('creates no documents: an unknown id and a missing one are reported', async () => {
    const client = connected(AppSearchClient, await bookshop());
    assert.deepEqual(await client.updateDocuments('books', [{ id: 'x', title: 'X' }, { title: 'Y' }]), [
      { id: 'x', errors: ['Document not found with id: x'] },
      { id: '', errors: ["Missing required key 'id'"] },
    ]);
    assert.deepEqual(await client.getDocuments('books', ['x']), [null]);
  });
});

suite('listDocuments', () => {
  test('returns a hundred at a time in the order of indexing', async () => {
    const client = connected(AppSearchClient, await bookshop());
    assert.deepEqual(await client.listDocuments('books'), {
      meta: { page: pageOf(1, 100, BOOKS.length) },
      results: BOOKS,
    });
  });

  test('returns the requested page', async () => {
    const client = connected(AppSearchClient, await bookshop());
    assert.deepEqual(await client.listDocuments('books', { page: { size: 3, current: 2 } }), {
      meta: { page: pageOf(2, 3, BOOKS.length) },
      results: [BOOKS[3]],
    });
  });

  test('returns no documents beyond the last page', async () => {
    const client = connected(AppSearchClient, await bookshop());
    assert.deepEqual(await client.listDocuments('books', { page: { size: 3, current: 9 } }), {
      meta: { page: pageOf(9, 3, BOOKS.length) },
      results: [],
    });
  });
});

suite('schema', () => {
  const SCHEMA = { year: 'number', title: 'text', author: 'text', genre: 'text' };

  test('is empty for a new engine', async () => {
    const client = connected(AppSearchClient, await emptyService());
    await client.createEngine('books');
    assert.deepEqual(await client.getSchema('books'), {});
  });

  test('is read and changed; the response is the whole schema', async () => {
    const client = connected(AppSearchClient, await bookshop());
    assert.deepEqual(await client.getSchema('books'), SCHEMA);
    const changed = { ...SCHEMA, year: 'text', first_read: 'date' };
    assert.deepEqual(await client.updateSchema('books', { year: 'text', first_read: 'date' }), changed);
    assert.deepEqual(await client.getSchema('books'), changed);
    assert.deepEqual(await client.getDocuments('books', ['dune']), [{ ...BOOKS[0], year: '1965' }]);
  });

  test('is not affected by an invalid change', async () => {
    const client = connected(AppSearchClient, await bookshop());
    const change = { pages: 'number', ISBN: 'integer' };
    assert.deepEqual(await refusal(client.updateSchema('books', change)), {
      message: 'Bad Request',
      errorMessages: [
        'Type is not included in the list',
        'Name can only contain lowercase letters, numbers, and underscores',
        'Name must contain a lowercase letter',
      ],
    });
    assert.deepEqual(await client.getSchema('books'), SCHEMA);
  });
});

suite('signed search keys with options for signing', () => {
  const INVALID = { message: 'Unauthorized', errorMessages: ['Invalid authentication token.'] };

  test('are valid until they expire', async () => {
    const service = await bookshop();
    const sign = (signOptions: object) =>
      connected(
        AppSearchClient,
        service,
        AppSearchClient.createSignedSearchKey(
          service.searchKey,
          'search-key',
          { result_fields: { title: { raw: {} } }, filters: { genre: 'romance' } },
          signOptions,
        ),
      );
    const fresh = await sign({ expiresIn: '5 minutes' }).search('books', '');
    assert.deepEqual(foundIds(fresh), ['emma', 'persuasion']);
    assert.deepEqual(await refusal(sign({ expiresIn: -1 }).search('books', '')), INVALID);
    assert.deepEqual(await refusal(sign({ notBefore: '5 minutes' }).search('books', '')), INVALID);
  });

  test('may have the standard claims, which are not search options', async () => {
    const service = await bookshop();
    const signOptions = {
      issuer: 'shop',
      subject: 'reader',
      audience: ['web'],
      jwtid: '1',
      keyid: 'search-key',
      noTimestamp: true,
    };
    const token = AppSearchClient.createSignedSearchKey(
      service.privateKey,
      'private-key',
      { filters: { genre: 'drama' } },
      signOptions,
    );
    assert.deepEqual(foundIds(await connected(AppSearchClient, service, token).search('books', '')), [
      'room',
    ]);
  });

  test('are signed with HMAC-SHA256, whatever the options say', async () => {
    const service = await bookshop();
    const token = AppSearchClient.createSignedSearchKey(
      service.privateKey,
      'private-key',
      {},
      { algorithm: 'none' },
    );
    const found = await connected(AppSearchClient, service, token).search('books', '');
    assert.equal(found.results.length, BOOKS.length);
  });
});

suite('meta engines', () => {
  test('createMetaEngine, addMetaEngineSources and deleteMetaEngineSources', async () => {
    const client = connected(AppSearchClient, await bookshop());
    await client.createEngine('comics');
    const made = {
      name: 'everything',
      type: 'meta',
      source_engines: ['books'],
      document_count: BOOKS.length,
    };
    assert.deepEqual(await client.createMetaEngine('everything', ['books']), made);
    assert.deepEqual(await client.addMetaEngineSources('everything', ['comics']), {
      ...made,
      source_engines: ['books', 'comics'],
    });
    assert.deepEqual(await client.deleteMetaEngineSources('everything', ['books']), {
      ...made,
      source_engines: ['comics'],
      document_count: 0,
    });
  });

  test('createMetaEngine without sources', async () => {
    const client = connected(AppSearchClient, await bookshop());
    assert.deepEqual(await refusal(client.createMetaEngine('everything', [])), {
      message: 'Bad Request',
      errorMessages: ['Source engines are required for meta engines'],
    });
  });

  test('addMetaEngineSources for an engine that is not a meta engine', async () => {
    const client = connected(AppSearchClient, await bookshop());
    assert.deepEqual(await refusal(client.addMetaEngineSources('books', ['books'])), {
      message: 'Bad Request',
      errorMessages: ['Engine is not a meta engine'],
    });
  });
});
