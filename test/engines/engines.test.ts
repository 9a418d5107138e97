import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { Engines } from '../../src/engines/engines.ts';
import type { Indexing } from '../../src/indexing/indexing.ts';
import { limits } from '../../src/limits.ts';
import { openSqliteStore } from '../../src/store/sqlite/open.ts';
import { newEngine } from '../ports/store/fixtures.ts';
import { startTestService, temporaryFolder } from '../support/service.ts';
import { sharedService } from '../support/shared-service.ts';

const fresh = (name: string) => ({
  name,
  type: 'default',
  language: null,
  index_create_settings_override: {},
  document_count: 0,
});

const NO_ENGINE = { errors: ['Could not find engine.'] };
const LANGUAGES = ['da', 'de', 'en', 'es', 'fr', 'it', 'ja', 'ko', 'nl', 'pt', 'pt-br', 'ru', 'th', 'zh'];

suite('creating an engine', () => {
  test('works with every way of sending the parameters', async (t) => {
    const service = await startTestService(t);
    const ways: Array<[string, string, unknown, object]> = [
      ['the body alone', '', { name: 'books' }, {}],
      ['the query string, with an empty object as body', '?name=books', {}, {}],
      [
        'the query string, without a body',
        '?name=books&language=en&type=default',
        undefined,
        { language: 'en' },
      ],
      ['the query string, with an empty body', '?name=books', '', {}],
      ['both, where the body wins', '?name=other&language=de', { name: 'books' }, { language: 'de' }],
      ['a type in the body', '', { name: 'books', type: 'default' }, {}],
      ['nulls, which count as left out', '', { name: 'books', type: null, language: null }, {}],
      ['an empty language in the query string', '?name=books&language=', undefined, {}],
      ['an unknown parameter', '?colour=red', { name: 'books', size: 'large' }, {}],
      ['a name sent twice, where the last one counts', '', '{"name":"other","name":"books"}', {}],
    ];
    for (const [what, query, body, expected] of ways) {
      await t.test(what, async () => {
        const made = await service.call('POST', `/engines${query}`, { body });
        assert.deepEqual(made.json, { ...fresh('books'), ...expected });
        assert.equal(made.status, 200);
        assert.deepEqual(Object.keys(made.json), Object.keys(fresh('books')));
        assert.deepEqual((await service.call('GET', '/engines/books')).json, made.json);
        assert.deepEqual((await service.call('DELETE', '/engines/books')).json, { deleted: true });
      });
    }
  });

  test('accepts and stores each supported language', async () => {
    const service = await sharedService();
    for (const language of LANGUAGES) {
      const made = await service.call('POST', '/engines', { body: { name: `in-${language}`, language } });
      assert.deepEqual(made.json, { ...fresh(`in-${language}`), language });
      assert.equal((await service.call('GET', `/engines/in-${language}`)).json.language, language);
    }
  });

  test('index settings of more than 16 KB are refused', async (t) => {
    const service = await startTestService(t);
    const create = (name: string, bytes: number) => {
      const settings = { a: 'ä'.repeat((bytes - '{"a":""}'.length) / 2) };
      return service.call('POST', '/engines', { body: { name, index_create_settings_override: settings } });
    };
    assert.equal((await create('fits', 16_384)).status, 200);
    const { status, json } = await create('fat', 16_386);
    assert.deepEqual(
      [status, json],
      [400, { errors: ['Index create settings override cannot exceed 16384 bytes'] }],
    );
    assert.equal((await service.call('GET', '/engines/fat')).status, 404);
  });

  test('an account has a limited number of engines', async (t) => {
    const store = await openSqliteStore(temporaryFolder(t), { create: true, writer: 'inline' });
    t.after(() => store.close());
    await store.transact('instance', async (tx) => {
      for (let i = 0; i < limits.enginesPerAccount; i++) await tx.engines.insert(newEngine(`engine-${i}`));
    });
    // The refusal comes before the index is used.
    const engines = new Engines(store, {} as Indexing);
    const request = { name: 'one-more', language: null, createSettings: {} };
    await assert.rejects(engines.create('account-a', request), /Cannot exceed 5000 engines in an account/);
    assert.equal(await store.engines.byName('account-a', 'one-more'), undefined);
  });

  test('returns the index settings as they were sent, also after a restart', async (t) => {
    const service = await startTestService(t);
    const settings = JSON.parse('{"number_of_shards":3,"deep":{"a":[1,null]},"__proto__":{"b":1}}');
    const body = { name: 'sharded', index_create_settings_override: settings };
    const made = await service.call('POST', '/engines', { body });
    assert.deepEqual(made.json.index_create_settings_override, settings);
    await service.restart();
    const read = await service.call('GET', '/engines/sharded');
    assert.deepEqual(read.json.index_create_settings_override, settings);
  });

  test('accepts index settings in the query string', async () => {
    const service = await sharedService();
    const query = 'name=sharded&index_create_settings_override[number_of_shards]=3';
    const made = await service.call('POST', `/engines?${query}`);
    assert.deepEqual(made.json.index_create_settings_override, { number_of_shards: '3' });
  });

  const characters = 'Name can only contain lowercase letters, numbers, and hyphens';
  const tooLong = 'Name cannot contain more than 64 characters';
  const missing = 'Missing required parameter: name';
  const refusals: Array<[string, unknown, string[]]> = [
    ['no body', undefined, [missing]],
    ['an empty object', {}, [missing]],
    ['a list', ['books'], [missing]],
    ['a null name', { name: null }, [missing]],
    ['an empty name', { name: '' }, [missing]],
    ['a capital', { name: 'Books' }, [characters]],
    ['an underscore', { name: 'my_books' }, [characters]],
    ['a blank', { name: 'my books' }, [characters]],
    ['a blank at the end', { name: 'books ' }, [characters]],
    ['a line end', { name: 'books\n' }, [characters]],
    ['a dot', { name: 'books.json' }, [characters]],
    ['a letter with a mark', { name: 'bücher' }, [characters]],
    ['a fullwidth digit', { name: 'books１' }, [characters]],
    ['a number', { name: 7 }, [characters]],
    ['a list as name', { name: ['books'] }, [characters]],
    ['an object as name', { name: { a: 1 } }, [characters]],
    ['65 characters', { name: 'a'.repeat(65) }, [tooLong]],
    ['an unknown language', { name: 'books', language: 'xx' }, ['Language is not included in the list']],
    ['a language in capitals', { name: 'books', language: 'EN' }, ['Language is not included in the list']],
    ['an unknown type', { name: 'books', type: 'other' }, ['Type is not included in the list']],
    [
      'a meta engine without sources',
      { name: 'books', type: 'meta' },
      ['Source engines are required for meta engines'],
    ],
    [
      'a meta engine with an empty list of sources',
      { name: 'books', type: 'meta', source_engines: [] },
      ['Source engines are required for meta engines'],
    ],
    [
      'a meta engine with sources',
      { name: 'books', type: 'meta', source_engines: ['a'] },
      ['Meta engines are not supported yet'],
    ],
    [
      'index settings that are no object',
      { name: 'books', index_create_settings_override: [] },
      ['Index create settings override must be an object'],
    ],
    [
      'several mistakes at once',
      { name: 'Books', language: 'xx', type: 'other' },
      ['Type is not included in the list', characters, 'Language is not included in the list'],
    ],
    [
      'text that is no JSON',
      '{"name":',
      ['There was a decoding error. Please ensure your request is valid.'],
    ],
    ['a bare number', '5', ['There was a decoding error. Please ensure your request is valid.']],
  ];
  test('reports all errors, and creates nothing', async (t) => {
    const service = await startTestService(t);
    for (const [what, body, errors] of refusals) {
      await t.test(what, async () => {
        const refused = await service.call('POST', '/engines', { body });
        assert.deepEqual({ status: refused.status, json: refused.json }, { status: 400, json: { errors } });
        assert.equal((await service.call('GET', '/engines')).json.meta.page.total_results, 0);
      });
    }
  });

  test('accepts names of 64 characters, and of digits and hyphens alone', async () => {
    const service = await sharedService();
    for (const name of ['a'.repeat(64), '0', '-', '2024-', 'a--b']) {
      const made = await service.call('POST', '/engines', { body: { name } });
      assert.deepEqual({ status: made.status, json: made.json }, { status: 200, json: fresh(name) });
      assert.equal((await service.call('GET', `/engines/${name}`)).status, 200);
    }
  });

  test('rejects a duplicate name', async (t) => {
    const service = await startTestService(t);
    const body = { name: 'books' };
    assert.equal((await service.call('POST', '/engines', { body })).status, 200);
    const again = await service.call('POST', '/engines', { body });
    assert.equal(again.status, 400);
    assert.deepEqual(again.json, { errors: ['Name is already taken'] });
  });

  test('succeeds for one of many concurrent requests with the same name', async (t) => {
    const service = await startTestService(t);
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => service.call('POST', '/engines', { body: { name: 'wanted' } })),
    );
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, ...Array(9).fill(400)]);
  });
});

suite('getting an engine', () => {
  test('returns 404 for an unknown one on every method', async () => {
    const service = await sharedService();
    for (const [method, path] of [
      ['GET', '/engines/nowhere'],
      ['DELETE', '/engines/nowhere'],
      ['GET', '/engines/nowhere/documents/list'],
      ['POST', '/engines/nowhere/documents'],
      ['GET', '/engines/nowhere/schema'],
      ['POST', '/engines/nowhere/search'],
    ] as const) {
      const answer = await service.call(method, path, { body: {} });
      assert.deepEqual({ status: answer.status, json: answer.json }, { status: 404, json: NO_ENGINE });
    }
  });

  test('compares names exactly', async () => {
    const service = await sharedService();
    const name = await service.engine();
    for (const other of [name.toUpperCase(), `${name}%20`, `%20${name}`, `${name}%00`, `${name}x`]) {
      assert.equal((await service.call('GET', `/engines/${other}`)).status, 404, other);
    }
  });

  test('document_count is exact after every kind of write', async (t) => {
    const service = await startTestService(t);
    const name = await service.engine();
    const steps: Array<[string, string, unknown, number]> = [
      ['two new documents', 'POST', [{ id: 'a' }, { id: 'b' }], 2],
      ['one of them again', 'POST', [{ id: 'a', x: '1' }], 2],
      ['one new document twice in a batch', 'POST', [{ id: 'c' }, { id: 'c' }], 3],
      ['an invalid one with a valid one', 'POST', [{ id: 'd', Bad: 1 }, { id: 'e' }], 4],
      ['one without an id', 'POST', { x: '2' }, 5],
      ['a patch', 'PATCH', [{ id: 'a', x: '3' }], 5],
      ['a patch of nothing', 'PATCH', [{ id: 'nobody', x: '3' }], 5],
      ['a deletion, one of nothing, one twice', 'DELETE', ['a', 'nobody', 'a'], 4],
      ['a deletion of the deleted', 'DELETE', ['a'], 4],
      ['the deleted one again', 'POST', [{ id: 'a' }], 5],
    ];
    for (const [what, method, body, count] of steps) {
      assert.equal((await service.call(method, `/engines/${name}/documents`, { body })).status, 200);
      assert.equal((await service.call('GET', `/engines/${name}`)).json.document_count, count, what);
      const list = await service.call('GET', '/engines');
      assert.equal(list.json.results[0].document_count, count, what);
    }
    await service.restart();
    assert.equal((await service.call('GET', `/engines/${name}`)).json.document_count, 5);
  });
});

suite('listing engines', () => {
  test('without engines has no pages', async (t) => {
    const service = await startTestService(t);
    const { status, json } = await service.call('GET', '/engines');
    assert.deepEqual(
      { status, json },
      {
        status: 200,
        json: { meta: { page: { current: 1, total_pages: 0, total_results: 0, size: 25 } }, results: [] },
      },
    );
  });

  test('sorts by name, in pages of at most 25', async (t) => {
    const service = await startTestService(t);
    const made = Array.from({ length: 27 }, (_, i) => `e-${String((i * 11) % 27).padStart(2, '0')}`);
    for (const name of made) await service.call('POST', '/engines', { body: { name } });
    const names = made.toSorted();
    const cases: Array<[string, string, unknown, object, string[]]> = [
      ['by default', '', undefined, { current: 1, total_pages: 2, size: 25 }, names.slice(0, 25)],
      [
        'the second page',
        '?page[current]=2',
        undefined,
        { current: 2, total_pages: 2, size: 25 },
        names.slice(25),
      ],
      [
        'a size in the query string',
        '?page[current]=2&page[size]=10',
        undefined,
        { current: 2, total_pages: 3, size: 10 },
        names.slice(10, 20),
      ],
      [
        'escaped brackets',
        '?page%5Bcurrent%5D=3&page%5Bsize%5D=10',
        undefined,
        { current: 3, total_pages: 3, size: 10 },
        names.slice(20),
      ],
      [
        'a page in the body',
        '',
        { page: { current: 1, size: 2 } },
        { current: 1, total_pages: 14, size: 2 },
        names.slice(0, 2),
      ],
      [
        'numbers as texts',
        '',
        { page: { current: '2', size: '20' } },
        { current: 2, total_pages: 2, size: 20 },
        names.slice(20),
      ],
      [
        'the names of the Ruby client',
        '?current_page=2&page_size=5',
        undefined,
        { current: 2, total_pages: 6, size: 5 },
        names.slice(5, 10),
      ],
      [
        'a size above 25 is reduced',
        '?page[size]=1000',
        undefined,
        { current: 1, total_pages: 2, size: 25 },
        names.slice(0, 25),
      ],
      ['a page past the end', '?page[current]=9', undefined, { current: 9, total_pages: 2, size: 25 }, []],
      [
        'a page far past the end',
        '?page[current]=9007199254740991',
        undefined,
        { current: 9007199254740991, total_pages: 2, size: 25 },
        [],
      ],
      ['an empty object', '', {}, { current: 1, total_pages: 2, size: 25 }, names.slice(0, 25)],
      ['an empty page', '', { page: {} }, { current: 1, total_pages: 2, size: 25 }, names.slice(0, 25)],
    ];
    for (const [what, query, body, page, expected] of cases) {
      await t.test(what, async () => {
        const { status, json } = await service.call('GET', `/engines${query}`, { body });
        assert.equal(status, 200);
        assert.deepEqual(json.meta, { page: { ...page, total_results: 27 } });
        assert.deepEqual(Object.keys(json.meta.page), ['current', 'total_pages', 'total_results', 'size']);
        assert.deepEqual(
          json.results.map((engine: { name: string }) => engine.name),
          expected,
        );
        assert.deepEqual(json.results, expected.map(fresh));
      });
    }
  });

  const wrong: Array<[string, unknown, string]> = [
    ['a page that is no object', { page: 'one' }, 'Page must be an object'],
    ['a page that is a list', { page: [1] }, 'Page must be an object'],
    ['a current page in words', { page: { current: 'one' } }, 'Page current must be an integer'],
    ['half a page', { page: { current: 1.5 } }, 'Page current must be an integer'],
    ['page zero', { page: { current: 0 } }, 'Page current must be greater than or equal to 1'],
    ['size zero', { page: { size: 0 } }, 'Page size must be greater than or equal to 1'],
    ['a negative size', { page: { size: '-1' } }, 'Page size must be greater than or equal to 1'],
  ];
  test('rejects an invalid page', async (t) => {
    const service = await startTestService(t);
    for (const [what, body, message] of wrong) {
      await t.test(what, async () => {
        const { status, json } = await service.call('GET', '/engines', { body });
        assert.deepEqual({ status, json }, { status: 400, json: { errors: [message] } });
      });
    }
  });

  test('shows only the engines in the scope of the key', async (t) => {
    const service = await startTestService(t);
    for (const name of ['a', 'b', 'c', 'd']) await service.call('POST', '/engines', { body: { name } });
    const made = await service.call('POST', '/credentials', {
      key: service.adminKey,
      body: { name: 'some', type: 'private', read: true, engines: ['d', 'b', 'not-made-yet'] },
    });
    const { json } = await service.call('GET', '/engines', { key: made.json.key });
    assert.deepEqual(json.results, [fresh('b'), fresh('d')]);
    assert.deepEqual(json.meta.page, { current: 1, total_pages: 1, total_results: 2, size: 25 });
    const second = await service.call('GET', '/engines?page[size]=1&page[current]=2', { key: made.json.key });
    assert.deepEqual(second.json.results, [fresh('d')]);
  });
});

suite('deleting an engine', () => {
  test('removes it at once with its documents and schema, and frees its name', async (t) => {
    const service = await startTestService(t);
    const documents = Array.from({ length: 1200 }, (_, i) => ({ id: `${i}`, title: 'dune' }));
    const name = await service.engine({ schema: { year: 'number' }, documents });
    const answer = await service.call('DELETE', `/engines/${name}`, { body: {} });
    assert.deepEqual({ status: answer.status, json: answer.json }, { status: 200, json: { deleted: true } });

    for (const [method, path] of [
      ['GET', ''],
      ['DELETE', ''],
      ['GET', '/documents/list'],
      ['GET', '/schema'],
      ['POST', '/search'],
    ] as const) {
      const gone = await service.call(method, `/engines/${name}${path}`, { body: { query: '' } });
      assert.deepEqual({ status: gone.status, json: gone.json }, { status: 404, json: NO_ENGINE }, path);
    }
    assert.deepEqual((await service.call('GET', '/engines')).json.results, []);

    const again = await service.call('POST', '/engines', { body: { name } });
    assert.deepEqual(again.json, fresh(name));
    assert.deepEqual((await service.call('GET', `/engines/${name}/schema`)).json, {});
    assert.deepEqual((await service.call('GET', `/engines/${name}/documents/list`)).json.results, []);
    const found = await service.call('POST', `/engines/${name}/search`, { body: { query: 'dune' } });
    assert.equal(found.json.meta.page.total_results, 0);
    await service.restart();
    assert.deepEqual((await service.call('GET', `/engines/${name}`)).json, fresh(name));
    assert.deepEqual((await service.call('GET', `/engines/${name}/documents`, { body: ['1'] })).json, [null]);
  });

  test('page by page empties the account', async (t) => {
    const service = await startTestService(t);
    for (let i = 0; i < 30; i++) await service.call('POST', '/engines', { body: { name: `e-${i}` } });
    const sizes: number[] = [];
    for (;;) {
      const { results } = (await service.call('GET', '/engines')).json;
      sizes.push(results.length);
      if (results.length === 0) break;
      for (const { name } of results) {
        assert.equal((await service.call('DELETE', `/engines/${name}`)).status, 200);
      }
    }
    assert.deepEqual(sizes, [25, 5, 0]);
  });

  test('succeeds for one of two concurrent requests', async () => {
    const service = await sharedService();
    const name = await service.engine();
    const answers = await Promise.all([1, 2, 3].map(() => service.call('DELETE', `/engines/${name}`)));
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 404, 404]);
  });
});
