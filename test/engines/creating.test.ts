import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { Engines } from '../../src/engines/engines.ts';
import type { Indexing } from '../../src/indexing/indexing.ts';
import { limits } from '../../src/limits.ts';
import { openSqliteStore } from '../../src/store/sqlite/open.ts';
import { newEngine } from '../ports/store/fixtures.ts';
import { startTestService, temporaryFolder } from '../support/service.ts';
import { sharedService } from '../support/shared-service.ts';
import { fresh } from './engine-responses.ts';

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
      'a meta engine with a text as sources',
      { name: 'books', type: 'meta', source_engines: 'a' },
      ['Source engines must be an array of engine names'],
    ],
    [
      'a meta engine with a number as source',
      { name: 'books', type: 'meta', source_engines: [7] },
      ['Source engines must be an array of engine names'],
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
