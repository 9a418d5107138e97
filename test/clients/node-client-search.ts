import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { startTestService, type TestService } from '../support/service.ts';
import { BOOKS, bookshop, foundIds, suggestions } from './bookshop.ts';
import { connected, type NodeClient, pageOf, refusal } from './node-client.ts';

/** The searches of both Node clients: search, multiSearch, querySuggestion, and signed search keys for them. */
export function nodeClientSearchTests(Client: NodeClient): void {
  suite('search', () => {
    test('finds documents and returns page, engine and request information', async () => {
      const client = connected(Client, await bookshop());
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
      ['a precision', 'emma dune', { precision: 6 }, []],
      ['another precision', 'emma dune', { precision: 1 }, ['dune', 'emma', 'room']],
      ['tags for reports', 'dune', { analytics: { tags: ['web'] }, record_analytics: false }, ['dune']],
    ];
    for (const [what, query, options, ids] of searches) {
      test(`accepts ${what}`, async () => {
        const client = connected(Client, await bookshop());
        assert.deepEqual(foundIds(await client.search('books', query, options)), ids);
      });
    }

    test('returns the requested fields and counts values', async () => {
      const client = connected(Client, await bookshop());
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

    test('returns snippets', async () => {
      const client = connected(Client, await bookshop());
      const found = await client.search('books', 'emma', {
        result_fields: { title: { snippet: {} }, author: { raw: {}, snippet: { size: 20, fallback: true } } },
        sort: { year: 'asc' },
      });
      const shown = found.results.map(({ title, author }) => ({ title, author }));
      assert.deepEqual(shown, [
        { title: { snippet: '<em>Emma</em>' }, author: { raw: 'Jane Austen', snippet: 'Jane Austen' } },
        {
          title: { snippet: null },
          author: { raw: 'Emma Donoghue', snippet: '<em>Emma</em> Donoghue' },
        },
      ]);
    });

    const orders: Array<[what: string, options: object, ids: string[]]> = [
      ['sorts', { sort: { year: 'desc' } }, ['room', 'dune', 'persuasion', 'emma']],
      [
        'sorts by several keys',
        { sort: [{ author: 'desc' }, { title: 'desc' }] },
        ['persuasion', 'emma', 'dune', 'room'],
      ],
      [
        'boosts',
        { boosts: { year: { type: 'functional', function: 'linear', factor: 1 } } },
        ['room', 'dune', 'persuasion', 'emma'],
      ],
      // The head of a group is the first in the sort order of the group, or the newest.
      ['groups', { group: { field: 'author' }, sort: { year: 'asc' } }, ['persuasion', 'dune', 'room']],
      [
        'groups with an order within',
        { group: { field: 'author', sort: { year: 'asc' } }, sort: { year: 'asc' } },
        ['emma', 'dune', 'room'],
      ],
    ];
    for (const [what, options, ids] of orders) {
      test(what, async () => {
        const found = await connected(Client, await bookshop()).search('books', '', options);
        assert.deepEqual(
          found.results.map(({ id }) => id?.raw),
          ids,
        );
      });
    }

    test('needs only a search key', async () => {
      const service = await bookshop();
      const client = connected(Client, service, service.searchKey);
      assert.deepEqual(foundIds(await client.search('books', 'dune')), ['dune']);
    });

    test('finds a document as soon as it is indexed, and no longer once it is destroyed', async () => {
      const client = connected(Client, await bookshop());
      await client.indexDocument('books', { id: 'ulysses', title: 'Ulysses' });
      assert.deepEqual(foundIds(await client.search('books', 'ulysses')), ['ulysses']);
      await client.destroyDocuments('books', ['ulysses']);
      assert.deepEqual(foundIds(await client.search('books', 'ulysses')), []);
    });
  });

  suite('multiSearch', () => {
    test('returns for each search what it returns alone, in order', async () => {
      const client = connected(Client, await bookshop());
      const facets = { genre: { type: 'value' } };
      const searches = [
        {
          query: 'emma',
          options: { search_fields: { title: {} }, result_fields: { title: { snippet: {} } } },
        },
        { query: '', options: { page: { size: 0 }, facets } },
        { query: 'nowhere', options: {} },
        { query: 'dune' },
      ];
      const found = await client.multiSearch('books', searches);
      assert.deepEqual(found.map(foundIds), [['emma'], [], [], ['dune']]);
      const [{ meta }] = found as [(typeof found)[number]];
      for (const [i, { query, options }] of searches.entries()) {
        const alone = await client.search('books', query, options);
        const { request_id } = meta;
        assert.deepEqual(found[i], { ...alone, meta: { ...alone.meta, request_id } });
      }
    });

    test('needs only a search key', async () => {
      const service = await bookshop();
      const client = connected(Client, service, service.searchKey);
      assert.deepEqual((await client.multiSearch('books', [{ query: 'dune' }])).map(foundIds), [['dune']]);
    });

    const refused: Array<[what: string, searches: object[], messages: string[]]> = [
      ['no searches', [], ['Missing required parameter: queries']],
      [
        'one that cannot be used',
        [{ query: 'dune' }, { query: 'emma', options: { colour: 'red' } }],
        ['Options contains invalid key: colour'],
      ],
      [
        'several that cannot be used: the client puts their messages into one list',
        [{ options: {} }, { query: '' }, { query: '', options: { page: 5, sort: { taco: 'asc' } } }],
        ['Missing required parameter: query', 'Page must be an object', 'Sort contains invalid field: taco'],
      ],
    ];
    for (const [what, searches, errorMessages] of refused) {
      test(`rejects ${what}`, async () => {
        const client = connected(Client, await bookshop());
        assert.deepEqual(await refusal(client.multiSearch('books', searches)), {
          message: 'Bad Request',
          errorMessages,
        });
      });
    }
  });

  suite('querySuggestion', () => {
    const asked: Array<[what: string, query: string, options: object | undefined, texts: string[]]> = [
      ['a prefix', 'em', undefined, ['emma', 'emma donoghue']],
      ['no options', 'sci', {}, ['science', 'science fiction']],
      ['a size', 'em', { size: 1 }, ['emma']],
      ['fields', 'em', { types: { documents: { fields: ['title', 'genre'] } } }, ['emma']],
      ['several words', 'jane au', undefined, ['jane austen']],
      ['an empty query', '', undefined, []],
      ['an unknown word', 'xyz', undefined, []],
    ];
    for (const [what, query, options, texts] of asked) {
      test(`accepts ${what}`, async () => {
        const client = connected(Client, await bookshop());
        const { meta, ...rest } = await client.querySuggestion('books', query, options);
        assert.deepEqual(rest, { results: suggestions(...texts) });
        assert.deepEqual(Object.keys(meta), ['request_id']);
        assert.match(meta.request_id, /^[\w-]+$/);
      });
    }

    const refused: Array<[what: string, query: string | undefined, options: object, message: string]> = [
      ['no query', undefined, {}, 'Missing required parameter: query'],
      ['an option that there is not', 'em', { bad: 'option' }, 'Options contains invalid key: bad'],
      ['a size that is no number', 'em', { size: 'x' }, 'Size contains invalid option: must be an integer'],
      [
        'a field that there is not',
        'em',
        { types: { documents: { fields: ['taco'] } } },
        'Types documents fields contains invalid value: taco',
      ],
    ];
    for (const [what, query, options, message] of refused) {
      test(`rejects ${what}`, async () => {
        const client = connected(Client, await bookshop());
        assert.deepEqual(await refusal(client.querySuggestion('books', query, options)), {
          message: 'Bad Request',
          errorMessages: [message],
        });
      });
    }
  });

  test('an unknown engine and a key that may not search are rejected in every call', async () => {
    const service = await bookshop();
    const calls = (key: string, engine: string) => {
      const client = connected(Client, service, key);
      return [
        client.search(engine, ''),
        client.multiSearch(engine, [{ query: '' }]),
        client.querySuggestion(engine, 'em'),
      ];
    };
    for (const refused of calls(service.searchKey, 'nope').map(refusal)) {
      assert.deepEqual(await refused, {
        message: 'Not Found',
        errorMessages: ['Could not find engine.'],
      });
    }
    for (const refused of calls(service.adminKey, 'books').map(refusal)) {
      assert.deepEqual(await refused, {
        message: 'Unauthorized',
        errorMessages: ['Unauthorized action.'],
      });
    }
  });

  suite('signed search keys made by the client', () => {
    const signed = (service: TestService, options: object) =>
      connected(Client, service, Client.createSignedSearchKey(service.privateKey, 'private-key', options));

    test('search only the fields they name', async () => {
      const client = signed(await bookshop(), { search_fields: { title: {} } });
      assert.deepEqual(foundIds(await client.search('books', 'emma')), ['emma']);
      const asked = await client.search('books', 'emma', { search_fields: { author: {}, title: {} } });
      assert.deepEqual(foundIds(asked), ['emma']);
    });

    test('return only the fields they name', async () => {
      const client = signed(await bookshop(), { result_fields: { title: {} } });
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

    test('add their filters to those of the search', async () => {
      const client = signed(await bookshop(), { filters: { genre: 'romance' } });
      assert.deepEqual(foundIds(await client.search('books', '')), ['emma', 'persuasion']);
      const later = await client.search('books', '', { filters: { year: { from: 1816 } } });
      assert.deepEqual(foundIds(later), ['persuasion']);
    });

    for (const facets of [{}, null]) {
      test(`with facets ${JSON.stringify(facets)} return no facets`, async () => {
        const client = signed(await bookshop(), { facets });
        const found = await client.search('books', '', { facets: { genre: { type: 'value' } } });
        assert.equal('facets' in found, false);
        assert.equal(found.results.length, BOOKS.length);
      });
    }

    test('replace the query of the request', async () => {
      const client = signed(await bookshop(), { query: 'dune' });
      assert.deepEqual(foundIds(await client.search('books', 'emma')), ['dune']);
    });

    test('restrict each of several searches', async () => {
      const client = signed(await bookshop(), {
        filters: { genre: 'romance' },
        result_fields: { title: {} },
      });
      const searches = [
        { query: '' },
        { query: 'dune' },
        { query: '', options: { filters: { id: 'emma' } } },
      ];
      const found = await client.multiSearch('books', searches);
      assert.deepEqual(found.map(foundIds), [['emma', 'persuasion'], [], ['emma']]);
      for (const result of found.flatMap(({ results }) => results)) {
        assert.deepEqual(Object.keys(result), ['title', '_meta', 'id']);
      }
    });

    test('restrict suggestions', async () => {
      const service = await bookshop();
      const suggested = async (options: object, query = 'em') =>
        (await signed(service, options).querySuggestion('books', query)).results;
      assert.deepEqual(await suggested({}), suggestions('emma', 'emma donoghue'));
      assert.deepEqual(await suggested({ filters: { genre: 'romance' } }), suggestions('emma'));
      assert.deepEqual(await suggested({ search_fields: { title: {} } }), suggestions('emma'));
      assert.deepEqual(await suggested({ result_fields: { genre: {} } }), suggestions());
      assert.deepEqual(await suggested({ query: 'pers' }), suggestions('persuasion'));
    });

    test('without options search like the signing key', async () => {
      const client = signed(await bookshop(), {});
      assert.equal((await client.search('books', '')).results.length, BOOKS.length);
    });

    test('may be signed with a search key, as the README does', async () => {
      const service = await bookshop();
      const token = Client.createSignedSearchKey(service.searchKey, 'search-key', {
        result_fields: { title: { raw: {} } },
        filters: { genre: 'drama' },
      });
      const found = await connected(Client, service, token).search('books', '');
      const [{ _meta, ...fields } = {}] = found.results;
      assert.deepEqual(fields, { id: { raw: 'room' }, title: { raw: 'Room' } });
      assert.equal(found.results.length, 1);
    });

    test('can only search', async () => {
      const client = signed(await bookshop(), {});
      assert.deepEqual(await refusal(client.getDocuments('books', ['dune'])), {
        message: 'Unauthorized',
        errorMessages: ['Unauthorized action.'],
      });
    });

    /** The options of an unrestricted token with the signature of a restricted one. */
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
      test(`${what} are rejected`, async () => {
        const service = await bookshop();
        assert.deepEqual(await refusal(connected(Client, service, token(service)).search('books', '')), {
          message: 'Unauthorized',
          errorMessages: ['Invalid authentication token.'],
        });
      });
    }

    test('become invalid with the signing key', async (t) => {
      const service = await bookshop(await startTestService(t));
      const client = signed(service, {});
      assert.equal((await client.search('books', '')).results.length, BOOKS.length);
      await service.call('DELETE', '/credentials/private-key', { key: service.adminKey });
      assert.deepEqual((await refusal(client.search('books', ''))).errorMessages, [
        'Invalid authentication token.',
      ]);
    });
  });
}
