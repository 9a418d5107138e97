import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type SwiftypeAppSearchClient from 'swiftype-app-search-node';
import type { TestService } from '../support/service.ts';
import { BOOKS, bookshop, emptyService } from './bookshop.ts';

export type NodeClient = typeof SwiftypeAppSearchClient;

/** A client of a running service, created as in the READMEs. */
export const connected = <Client extends NodeClient>(
  Client: Client,
  service: TestService,
  key = service.privateKey,
): InstanceType<Client> =>
  new Client(undefined, key, () => `${service.baseUrl}/api/as/v1/`) as InstanceType<Client>;

/** The error of a call, as these clients show it. */
export async function refusal(call: Promise<unknown>): Promise<{ message: string; errorMessages: unknown }> {
  try {
    await call;
  } catch (error) {
    assert.ok(error instanceof Error);
    return { message: error.message, errorMessages: (error as { errorMessages?: unknown }).errorMessages };
  }
  throw new assert.AssertionError({ message: 'the call was not rejected' });
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

/** Tests of both Node clients, the old one and its renamed successor; searches are in node-client-search.ts. */
export function nodeClientTests(Client: NodeClient): void {
  suite('engines', () => {
    test('are created, read and destroyed', async () => {
      const client = connected(Client, await emptyService());
      assert.deepEqual(await client.createEngine('books'), engineOf('books'));
      assert.deepEqual(await client.getEngine('books'), engineOf('books'));
      assert.deepEqual(await client.destroyEngine('books'), { deleted: true });
      assert.deepEqual(await refusal(client.getEngine('books')), {
        message: 'Not Found',
        errorMessages: ['Could not find engine.'],
      });
    });

    test('are listed with their document counts', async () => {
      const client = connected(Client, await bookshop());
      await client.createEngine('films');
      assert.deepEqual(await client.listEngines(), {
        meta: { page: pageOf(1, 25, 2) },
        results: [engineOf('books', BOOKS.length), engineOf('films')],
      });
    });

    test('are listed page by page', async () => {
      const client = connected(Client, await emptyService());
      for (const name of ['ants', 'bees', 'cats']) await client.createEngine(name);
      assert.deepEqual(await client.listEngines({ page: { current: 2, size: 2 } }), {
        meta: { page: pageOf(2, 2, 3) },
        results: [engineOf('cats')],
      });
    });

    test('on the first page can be destroyed one after another until none is left', async () => {
      const client = connected(Client, await emptyService());
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
    test('are indexed one by one, and the response is the id alone', async () => {
      const client = connected(Client, await bookshop());
      assert.deepEqual(await client.indexDocument('books', { id: 'ulysses', title: 'Ulysses' }), {
        id: 'ulysses',
      });
    });

    test('without an id get one', async () => {
      const client = connected(Client, await bookshop());
      const { id } = await client.indexDocument('books', { title: 'Ulysses' });
      assert.match(id, /^doc-[0-9a-f]{24}$/);
      assert.deepEqual(await client.getDocuments('books', [id]), [{ id, title: 'Ulysses' }]);
    });

    test('that are invalid, indexed one by one, reject with all errors', async () => {
      const client = connected(Client, await bookshop());
      await assert.rejects(client.indexDocument('books', { id: 'x', none: 1, year: 'soon' }), {
        message: "Invalid field name: none; Invalid field value: Value 'soon' cannot be parsed as a float",
      });
      assert.deepEqual(await client.getDocuments('books', ['x']), [null]);
    });

    test('are indexed in batches, and each has its own result', async () => {
      const client = connected(Client, await bookshop());
      const documents = [
        { id: 'ulysses', title: 'Ulysses', year: '1922' },
        { id: 'amerika', year: 'foo' },
      ];
      assert.deepEqual(await client.indexDocuments('books', documents), [
        { id: 'ulysses', errors: [] },
        { id: 'amerika', errors: ["Invalid field value: Value 'foo' cannot be parsed as a float"] },
      ]);
    });

    test('are read by id in the requested order, null for missing ones', async () => {
      const client = connected(Client, await bookshop());
      assert.deepEqual(await client.getDocuments('books', ['room', 'nothing', 'dune']), [
        BOOKS[2],
        null,
        BOOKS[0],
      ]);
    });

    test('are destroyed; the client adds the former word for it', async () => {
      const client = connected(Client, await bookshop());
      assert.deepEqual(await client.destroyDocuments('books', ['dune', 'nothing']), [
        { id: 'dune', deleted: true, result: true },
        { id: 'nothing', deleted: false, result: false },
      ]);
      assert.deepEqual(await client.getDocuments('books', ['dune']), [null]);
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
        'an invalid name',
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
      test(`${what}: the client reports it`, async () => {
        const client = connected(Client, await bookshop());
        assert.deepEqual(await refusal(call(client)), { message, errorMessages });
      });
    }

    test('a hundred and one documents are too many for one call', async () => {
      const client = connected(Client, await bookshop());
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
      test(`${what} gets an error`, async () => {
        const service = await bookshop();
        assert.deepEqual(await refusal(call(connected(Client, service, key(service)))), {
          message: 'Unauthorized',
          errorMessages: [reason],
        });
      });
    }
  });

  suite('curations', () => {
    test('are created, read, listed, changed and destroyed', async () => {
      const client = connected(Client, await bookshop());
      const curation = { queries: ['classic'], promoted: ['dune', 'emma'], hidden: ['room'] };
      const { id } = (await client.createCuration('books', curation)) as { id: string };
      assert.match(id, /^cur-[0-9a-f]{24}$/);
      assert.deepEqual(await client.getCuration('books', id), { id, ...curation });
      const { results } = await client.search('books', 'classic');
      assert.deepEqual(
        results.map((result) => result.id?.raw),
        ['dune', 'emma'],
      );
      assert.deepEqual(await client.updateCuration('books', id, { queries: ['new'], hidden: ['dune'] }), {
        id,
      });
      const changed = { id, queries: ['new'], promoted: [], hidden: ['dune'] };
      assert.deepEqual(await client.listCurations('books'), {
        meta: { page: pageOf(1, 25, 1) },
        results: [changed],
      });
      assert.deepEqual(await client.listCurations('books', { page: { current: 2, size: 5 } }), {
        meta: { page: pageOf(2, 5, 1) },
        results: [],
      });
      assert.deepEqual(await client.destroyCuration('books', id), { deleted: true });
    });

    test('that are missing or invalid are rejected', async () => {
      const client = connected(Client, await bookshop());
      const missing = { message: 'Not Found', errorMessages: ['Curation not found with id: cur-0000'] };
      assert.deepEqual(await refusal(client.getCuration('books', 'cur-0000')), missing);
      assert.deepEqual(await refusal(client.createCuration('books', { promoted: ['dune'] })), {
        message: 'Bad Request',
        errorMessages: ['queries must be supplied'],
      });
    });
  });
}
