import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type SwiftypeAppSearchClient from 'swiftype-app-search-node';
import { startTestService, type TestService } from '../support/service.ts';
import { BOOKS, bookshop, foundIds } from './bookshop.ts';

type NodeClient = typeof SwiftypeAppSearchClient;

/** Points a client at a running service, as the READMEs show it. */
export const connected = <Client extends NodeClient>(
  Client: Client,
  service: TestService,
  key = service.privateKey,
): InstanceType<Client> =>
  new Client(undefined, key, () => `${service.baseUrl}/api/as/v1/`) as InstanceType<Client>;

/** What a call is refused with, as these clients show it. */
export async function refusal(call: Promise<unknown>): Promise<{ message: string; errorMessages: unknown }> {
  try {
    await call;
  } catch (error) {
    assert.ok(error instanceof Error);
    return { message: error.message, errorMessages: (error as { errorMessages?: unknown }).errorMessages };
  }
  throw new assert.AssertionError({ message: 'the call was not refused' });
}

export const engineOf = (name: string, documents = 0, language: string | null = null) => ({
  name,
  type: 'default',
  language,
  index_create_settings_override: {},
  document_count: documents,
});

export const pageOf = (current: number, size: number, total: number) => ({
  current,
  total_pages: Math.ceil(total / size),
  total_results: total,
  size,
});

export const NO_ROUTE = 'Routing Error. The path you have requested is invalid.';

/** What both Node clients do, the old one and its renamed successor: the same calls and the same requests. */
export function nodeClientTests(Client: NodeClient): void {
  suite('engines', () => {
    test('are created, read and destroyed', async (t) => {
      const client = connected(Client, await startTestService(t));
      assert.deepEqual(await client.createEngine('books'), engineOf('books'));
      assert.deepEqual(await client.getEngine('books'), engineOf('books'));
      assert.deepEqual(await client.destroyEngine('books'), { deleted: true });
      assert.deepEqual(await refusal(client.getEngine('books')), {
        message: 'Not Found',
        errorMessages: ['Could not find engine.'],
      });
    });

    test('are listed with the number of their documents', async (t) => {
      const client = connected(Client, await bookshop(t));
      await client.createEngine('films');
      assert.deepEqual(await client.listEngines(), {
        meta: { page: pageOf(1, 25, 2) },
        results: [engineOf('books', BOOKS.length), engineOf('films')],
      });
    });

    test('are listed page by page', async (t) => {
      const client = connected(Client, await startTestService(t));
      for (const name of ['ants', 'bees', 'cats']) await client.createEngine(name);
      assert.deepEqual(await client.listEngines({ page: { current: 2, size: 2 } }), {
        meta: { page: pageOf(2, 2, 3) },
        results: [engineOf('cats')],
      });
    });

    test('that the first page lists can be destroyed one after another until none is left', async (t) => {
      const client = connected(Client, await startTestService(t));
      for (let i = 0; i < 5; i++) await client.createEngine(`engine-${i}`);
      for (let round = 0; ; round++) {
        const { results } = (await client.listEngines({ page: { current: 1, size: 2 } })) as {
          results: Array<{ name: string }>;
        };
        if (results.length === 0) {
          assert.equal(round, 3);
          break;
        }
        for (const { name } of results) await client.destroyEngine(name);
      }
    });
  });

  suite('documents', () => {
    test('are indexed one by one, and the answer is the id alone', async (t) => {
      const client = connected(Client, await bookshop(t));
      assert.deepEqual(await client.indexDocument('books', { id: 'ulysses', title: 'Ulysses' }), {
        id: 'ulysses',
      });
    });

    test('without an id get one', async (t) => {
      const client = connected(Client, await bookshop(t));
      const { id } = await client.indexDocument('books', { title: 'Ulysses' });
      assert.match(id, /^doc-[0-9a-f]{24}$/);
      assert.deepEqual(await client.getDocuments('books', [id]), [{ id, title: 'Ulysses' }]);
    });

    test('indexed one by one that are invalid reject with every reason', async (t) => {
      const client = connected(Client, await bookshop(t));
      await assert.rejects(client.indexDocument('books', { id: 'x', none: 1, year: 'soon' }), {
        message: "Invalid field name: none; Invalid field value: Value 'soon' cannot be parsed as a float",
      });
      assert.deepEqual(await client.getDocuments('books', ['x']), [null]);
    });

    test('are indexed in batches, and each has its own verdict', async (t) => {
      const client = connected(Client, await bookshop(t));
      const documents = [
        { id: 'ulysses', title: 'Ulysses', year: '1922' },
        { id: 'amerika', year: 'foo' },
      ];
      assert.deepEqual(await client.indexDocuments('books', documents), [
        { id: 'ulysses', errors: [] },
        { id: 'amerika', errors: ["Invalid field value: Value 'foo' cannot be parsed as a float"] },
      ]);
    });

    test('are read by id in the order asked for, null for one that is not there', async (t) => {
      const client = connected(Client, await bookshop(t));
      assert.deepEqual(await client.getDocuments('books', ['room', 'nothing', 'dune']), [
        BOOKS[2],
        null,
        BOOKS[0],
      ]);
    });

    test('are destroyed; the client adds the old word for it', async (t) => {
      const client = connected(Client, await bookshop(t));
      assert.deepEqual(await client.destroyDocuments('books', ['dune', 'nothing']), [
        { id: 'dune', deleted: true, result: true },
        { id: 'nothing', deleted: false, result: false },
      ]);
      assert.deepEqual(await client.getDocuments('books', ['dune']), [null]);
    });
  });

  suite('search', () => {
    test('finds documents and tells about the page, the engine and the request', async (t) => {
      const client = connected(Client, await bookshop(t));
      const found = await client.search('books', 'herbert');
      const { request_id, ...meta } = found.meta;
      assert.match(request_id, /^[\w-]+$/);
      assert.deepEqual(meta, {
        alerts: [],
        warnings: [],
        precision: 2,
        page: pageOf(1, 10, 1),
        engine: { name: 'books', type: 'default' },
      });
      const { _meta, ...fields } = found.results[0] ?? {};
      assert.deepEqual(fields, {
        id: { raw: 'dune' },
        title: { raw: 'Dune' },
        author: { raw: 'Frank Herbert' },
        year: { raw: 1965 },
        genre: { raw: ['science fiction'] },
      });
      assert.equal((_meta as { id?: string }).id, 'dune');
    });

    const searches: Array<[what: string, query: string, options: object, ids: string[]]> = [
      ['nothing but a word', 'emma', {}, ['emma', 'room']],
      ['an empty query', '', {}, ['dune', 'emma', 'persuasion', 'room']],
      ['fields to search', 'emma', { search_fields: { title: {} } }, ['emma']],
      ['a value to filter by', '', { filters: { genre: 'romance' } }, ['emma', 'persuasion']],
      ['values to filter by', '', { filters: { genre: ['comedy', 'drama'] } }, ['emma', 'room']],
      ['a range to filter by', '', { filters: { year: { from: 1817, to: 2010 } } }, ['dune', 'persuasion']],
      [
        'combined filters',
        '',
        { filters: { all: [{ author: 'Jane Austen' }], none: [{ genre: 'comedy' }] } },
        ['persuasion'],
      ],
      ['a page', 'jane', { page: { size: 1, current: 2 } }, ['emma']],
      ['options that have no effect yet', 'dune', { analytics: { tags: ['web'] }, precision: 3 }, ['dune']],
    ];
    for (const [what, query, options, ids] of searches) {
      test(`takes ${what}`, async (t) => {
        const client = connected(Client, await bookshop(t));
        assert.deepEqual(foundIds(await client.search('books', query, options)), ids);
      });
    }

    test('gives the fields asked for and counts values', async (t) => {
      const client = connected(Client, await bookshop(t));
      const found = await client.search('books', 'austen', {
        result_fields: { title: { raw: {} } },
        facets: { genre: { type: 'value' } },
      });
      for (const result of found.results)
        assert.deepEqual(Object.keys(result).sort(), ['_meta', 'id', 'title']);
      assert.deepEqual(found.facets, {
        genre: [
          {
            type: 'value',
            data: [
              { value: 'romance', count: 2 },
              { value: 'comedy', count: 1 },
            ],
          },
        ],
      });
    });

    test('needs no more than a search key', async (t) => {
      const service = await bookshop(t);
      const client = connected(Client, service, service.searchKey);
      assert.deepEqual(foundIds(await client.search('books', 'dune')), ['dune']);
    });

    test('sees a document as soon as it has been indexed, and no longer once it is destroyed', async (t) => {
      const client = connected(Client, await bookshop(t));
      await client.indexDocument('books', { id: 'ulysses', title: 'Ulysses' });
      assert.deepEqual(foundIds(await client.search('books', 'ulysses')), ['ulysses']);
      await client.destroyDocuments('books', ['ulysses']);
      assert.deepEqual(foundIds(await client.search('books', 'ulysses')), []);
    });
  });

  suite('errors', () => {
    type Call = (client: InstanceType<NodeClient>) => Promise<unknown>;
    const refusedCalls: Array<[what: string, call: Call, message: string, errorMessages: unknown]> = [
      ['an unknown engine', (c) => c.search('nope', 'x'), 'Not Found', ['Could not find engine.']],
      [
        'writing to an unknown engine',
        (c) => c.indexDocuments('nope', [{ id: '1' }]),
        'Not Found',
        ['Could not find engine.'],
      ],
      [
        'destroying an unknown engine',
        (c) => c.destroyEngine('nope'),
        'Not Found',
        ['Could not find engine.'],
      ],
      [
        'a name that has to be escaped',
        (c) => c.getEngine('no such/engine?'),
        'Not Found',
        ['Could not find engine.'],
      ],
      ['a name that is taken', (c) => c.createEngine('books'), 'Bad Request', ['Name is already taken']],
      [
        'a name that is none',
        (c) => c.createEngine('My Books'),
        'Bad Request',
        ['Name can only contain lowercase letters, numbers, and hyphens'],
      ],
      [
        'a search without a query',
        (c) => c.search('books', undefined),
        'Bad Request',
        ['Missing required parameter: query'],
      ],
      [
        'a search option that there is not',
        (c) => c.search('books', 'x', { colour: 'red' }),
        'Bad Request',
        ['Options contains invalid key: colour'],
      ],
      [
        'a search field that there is not',
        (c) => c.search('books', 'x', { search_fields: { taco: {} } }),
        'Bad Request',
        ['Search fields contains invalid field: taco'],
      ],
      [
        'no documents at all',
        (c) => c.indexDocuments('books', []),
        'Bad Request',
        ['JSON must not be empty'],
      ],
    ];
    for (const [what, call, message, errorMessages] of refusedCalls) {
      test(`${what}: the client says so`, async (t) => {
        const client = connected(Client, await bookshop(t));
        assert.deepEqual(await refusal(call(client)), { message, errorMessages });
      });
    }

    test('a hundred and one documents are too many for one call', async (t) => {
      const client = connected(Client, await bookshop(t));
      const documents = Array.from({ length: 101 }, (_, i) => ({ id: String(i) }));
      const { message, errorMessages } = await refusal(client.indexDocuments('books', documents));
      assert.equal(message, 'Bad Request');
      assert.match(String(errorMessages), /\b100\b/);
    });

    const keys: Array<[what: string, key: (service: TestService) => string, call: Call, reason: string]> = [
      [
        'an unknown key',
        () => 'private-aaaaaaaaaaaaaaaaaaaaaaaa',
        (c) => c.listEngines(),
        'Invalid authentication token.',
      ],
      ['no key', () => '', (c) => c.listEngines(), 'You need to sign in before continuing.'],
      ['a search key that reads', (s) => s.searchKey, (c) => c.getEngine('books'), 'Unauthorized action.'],
      [
        'a search key that writes',
        (s) => s.searchKey,
        (c) => c.indexDocuments('books', [{ id: '1' }]),
        'Unauthorized action.',
      ],
      ['an admin key that searches', (s) => s.adminKey, (c) => c.search('books', ''), 'Unauthorized action.'],
    ];
    for (const [what, key, call, reason] of keys) {
      test(`${what} is told so`, async (t) => {
        const service = await bookshop(t);
        assert.deepEqual(await refusal(call(connected(Client, service, key(service)))), {
          message: 'Unauthorized',
          errorMessages: [reason],
        });
      });
    }
  });

  suite('signed search keys made by the client', () => {
    const signed = (service: TestService, options: object) =>
      connected(Client, service, Client.createSignedSearchKey(service.privateKey, 'private-key', options));

    test('search within the fields they name', async (t) => {
      const client = signed(await bookshop(t), { search_fields: { title: {} } });
      assert.deepEqual(foundIds(await client.search('books', 'emma')), ['emma']);
      const asked = await client.search('books', 'emma', { search_fields: { author: {}, title: {} } });
      assert.deepEqual(foundIds(asked), ['emma']);
    });

    test('return the fields they name and no others', async (t) => {
      const client = signed(await bookshop(t), { result_fields: { title: {} } });
      const asked: object[] = [
        {},
        { result_fields: { title: { raw: {} }, author: { raw: {} } } },
        { result_fields: { author: { raw: {} } } },
      ];
      const shown = [];
      for (const options of asked) {
        const [result] = (await client.search('books', 'dune', options)).results;
        shown.push(Object.keys(result ?? {}).sort());
      }
      assert.deepEqual(shown, [
        ['_meta', 'id', 'title'],
        ['_meta', 'id', 'title'],
        ['_meta', 'id'],
      ]);
    });

    test('add their filters to those of the search', async (t) => {
      const client = signed(await bookshop(t), { filters: { genre: 'romance' } });
      assert.deepEqual(foundIds(await client.search('books', '')), ['emma', 'persuasion']);
      const later = await client.search('books', '', { filters: { year: { from: 1816 } } });
      assert.deepEqual(foundIds(later), ['persuasion']);
    });

    for (const facets of [{}, null]) {
      test(`with facets ${JSON.stringify(facets)} give no facets`, async (t) => {
        const client = signed(await bookshop(t), { facets });
        const found = await client.search('books', '', { facets: { genre: { type: 'value' } } });
        assert.equal('facets' in found, false);
        assert.equal(found.results.length, BOOKS.length);
      });
    }

    test('put their query in place of the one that is asked', async (t) => {
      const client = signed(await bookshop(t), { query: 'dune' });
      assert.deepEqual(foundIds(await client.search('books', 'emma')), ['dune']);
    });

    test('without options search as the key does that signed them', async (t) => {
      const client = signed(await bookshop(t), {});
      assert.equal((await client.search('books', '')).results.length, BOOKS.length);
    });

    test('may be signed with a search key, as the README does', async (t) => {
      const service = await bookshop(t);
      const token = Client.createSignedSearchKey(service.searchKey, 'search-key', {
        result_fields: { title: { raw: {} } },
        filters: { genre: 'drama' },
      });
      const found = await connected(Client, service, token).search('books', '');
      const [{ _meta, ...fields } = {}] = found.results;
      assert.deepEqual(fields, { id: { raw: 'room' }, title: { raw: 'Room' } });
      assert.equal(found.results.length, 1);
    });

    test('do nothing but search', async (t) => {
      const client = signed(await bookshop(t), {});
      assert.deepEqual(await refusal(client.getDocuments('books', ['dune'])), {
        message: 'Unauthorized',
        errorMessages: ['Unauthorized action.'],
      });
    });

    /** The options of an unrestricted token under the signature of a restricted one. */
    const mixed = (key: string): string => {
      const [, wide] = Client.createSignedSearchKey(key, 'private-key').split('.');
      const narrow = Client.createSignedSearchKey(key, 'private-key', { filters: { genre: 'drama' } });
      const [header, , signature] = narrow.split('.');
      return [header, wide, signature].join('.');
    };

    const worthless: Array<[what: string, token: (service: TestService) => string]> = [
      ['signed with another secret', () => Client.createSignedSearchKey('private-guess', 'private-key')],
      ['of an unknown key name', (s) => Client.createSignedSearchKey(s.privateKey, 'my-key')],
      ['of another key name', (s) => Client.createSignedSearchKey(s.privateKey, 'search-key')],
      ['signed with an admin key', (s) => Client.createSignedSearchKey(s.adminKey, 'admin-key')],
      ['with the options of another one', (s) => mixed(s.privateKey)],
    ];
    for (const [what, token] of worthless) {
      test(`${what} are not let in`, async (t) => {
        const service = await bookshop(t);
        assert.deepEqual(await refusal(connected(Client, service, token(service)).search('books', '')), {
          message: 'Unauthorized',
          errorMessages: ['Invalid authentication token.'],
        });
      });
    }

    test('end with the key that signed them', async (t) => {
      const service = await bookshop(t);
      const client = signed(service, {});
      assert.equal((await client.search('books', '')).results.length, BOOKS.length);
      await service.call('DELETE', '/credentials/private-key', { key: service.adminKey });
      assert.deepEqual((await refusal(client.search('books', ''))).errorMessages, [
        'Invalid authentication token.',
      ]);
    });
  });

  suite('calls that Findling does not answer yet are refused with a sentence', () => {
    const calls: Array<[name: string, call: (client: InstanceType<NodeClient>) => Promise<unknown>]> = [
      ['multiSearch', (c) => c.multiSearch('books', [{ query: 'a', options: {} }])],
      ['querySuggestion', (c) => c.querySuggestion('books', 'du')],
      ['listCurations', (c) => c.listCurations('books')],
      ['getCuration', (c) => c.getCuration('books', 'cur-1')],
      ['createCuration', (c) => c.createCuration('books', { queries: ['a'], promoted: ['dune'] })],
      ['updateCuration', (c) => c.updateCuration('books', 'cur-1', { queries: ['a'] })],
      ['destroyCuration', (c) => c.destroyCuration('books', 'cur-1')],
    ];
    for (const [name, call] of calls) {
      test(name, async (t) => {
        const client = connected(Client, await bookshop(t));
        assert.deepEqual(await refusal(call(client)), { message: 'Not Found', errorMessages: NO_ROUTE });
      });
    }
  });
}
