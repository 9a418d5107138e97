import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { startTestService, type TestService } from '../support/service.ts';
import { sharedService } from '../support/shared-service.ts';
import { signedKey } from '../support/signed-key.ts';

const DOCUMENTS = [
  { id: 'a', title: 'Forest', description: 'a lake', visitors: 1, secret: 'amber' },
  { id: 'b', title: 'Lake', description: 'a forest of many words', visitors: 100, secret: 'basalt' },
];
const SCHEMA = { title: 'text', description: 'text', visitors: 'number', secret: 'text' };

type Found = { id: { raw: string }; _meta: { score: number } } & Record<string, unknown>;

async function parks(service?: TestService) {
  const running = service ?? (await sharedService());
  const { call, settled, privateKey } = running;
  const engine = await running.engine({ schema: SCHEMA, documents: DOCUMENTS });
  const answer = async (options: object, key?: string) => {
    const { status, json, text } = await call('POST', `/engines/${engine}/search`, {
      body: options,
      ...(key !== undefined && { key }),
    });
    assert.equal(status, 200, text);
    return json;
  };
  return {
    call,
    engine,
    answer,
    ids: async (options: object, key?: string): Promise<string[]> =>
      (await answer(options, key)).results.map(({ id }: Found) => id.raw),
    tune: async (body: object) => {
      const { status, text } = await call('PUT', `/engines/${engine}/search_settings`, { body });
      assert.equal(status, 200, text);
    },
    retype: async (body: object) => {
      const { status, text } = await call('POST', `/engines/${engine}/schema`, { body });
      assert.equal(status, 200, text);
      await settled(engine);
    },
    sign: (claims: Record<string, unknown>) => signedKey({ name: 'private-key', key: privateKey }, claims),
  };
}

suite('searches use the search settings', () => {
  test('fields and weights', async () => {
    const { ids, tune } = await parks();
    await tune({ search_fields: { title: { weight: 10 }, description: { weight: 0.1 } } });
    assert.deepEqual(await ids({ query: 'forest' }), ['a', 'b']);
    await tune({ search_fields: { title: { weight: 0.1 }, description: { weight: 10 } } });
    assert.deepEqual(await ids({ query: 'forest' }), ['b', 'a']);
    await tune({ search_fields: { title: {} } });
    assert.deepEqual(await ids({ query: 'forest' }), ['a']);
  });

  test('a section of the request replaces that of the settings; weights that it omits are those of the engine', async () => {
    const { answer, ids, tune } = await parks();
    await tune({ search_fields: { title: { weight: 5 }, secret: { weight: 0 } } });
    assert.deepEqual(await ids({ query: 'forest', search_fields: { description: {} } }), ['b']);
    assert.deepEqual(await ids({ query: 'amber', search_fields: { title: {}, secret: {} } }), []);
    assert.deepEqual(await ids({ query: 'amber', search_fields: { secret: { weight: 1 } } }), ['a']);
    const scoreOf = async (title: object) =>
      (await answer({ query: 'forest', search_fields: { title } })).results[0]._meta.score;
    assert.equal(await scoreOf({}), await scoreOf({ weight: 5 }));
    assert.notEqual(await scoreOf({}), await scoreOf({ weight: 1 }));
  });

  test('returned fields, without fields that documents bring later', async () => {
    const { call, engine, answer, tune } = await parks();
    await tune({ result_fields: { title: { snippet: {} } } });
    await call('POST', `/engines/${engine}/documents`, { body: { id: 'c', title: 'Forest', later: 'x' } });
    for (const result of (await answer({ query: 'forest' })).results) {
      assert.deepEqual(Object.keys(result).toSorted(), ['_meta', 'id', 'title']);
    }
    const [one] = (await answer({ query: 'forest', result_fields: { later: {} } })).results;
    assert.equal('title' in one, false);
  });

  test('boosts in both forms, and precision', async () => {
    const { answer, ids, tune } = await parks();
    const boost = { type: 'functional', function: 'linear', factor: 10 };
    for (const visitors of [boost, [boost]]) {
      await tune({ boosts: { visitors } });
      assert.deepEqual(await ids({ query: 'forest' }), ['b', 'a']);
      assert.deepEqual(await ids({ query: 'forest', boosts: {} }), ['a', 'b']);
    }
    await tune({ boosts: {}, precision: 11 });
    const { meta, results } = await answer({ query: 'fores' });
    assert.deepEqual([meta.precision, results.length], [11, 0]);
    assert.equal((await answer({ query: 'fores', precision: 1 })).results.length, 2);
  });

  test('multi_search and suggestions', async () => {
    const { call, engine, tune } = await parks();
    await tune({ search_fields: { title: {} }, result_fields: { title: { raw: {} } } });
    const queries = [{ query: 'forest' }, { query: 'forest', search_fields: { description: {} } }];
    const { json } = await call('POST', `/engines/${engine}/multi_search`, { body: { queries } });
    assert.deepEqual(
      json.map(({ results }: { results: Found[] }) => results.map(({ id }) => id.raw)),
      [['a'], ['b']],
    );
    const suggestions = async (body: object) =>
      (await call('POST', `/engines/${engine}/query_suggestion`, { body })).json.results.documents;
    assert.deepEqual(await suggestions({ query: 'am' }), []);
    assert.deepEqual(await suggestions({ query: 'am', types: { documents: { fields: ['secret'] } } }), [
      { suggestion: 'amber' },
    ]);
  });
});

suite('settings that a type change made invalid', () => {
  const boosts = { visitors: { type: 'functional', function: 'linear', factor: 10 } };
  const warnings = [
    'Search field skipped: search is not supported for number field secret',
    'Boost skipped: functional is not supported for text field visitors',
  ];

  test('are left out with a warning, marked, and can be written back', async () => {
    const { call, engine, answer, tune, retype } = await parks();
    await tune({ search_fields: { title: { weight: 2 }, secret: { weight: 9 } }, boosts });
    assert.deepEqual((await answer({ query: 'forest' })).meta.warnings, []);
    await retype({ visitors: 'text', secret: 'number' });
    const { meta, results } = await answer({ query: 'forest' });
    assert.deepEqual(meta.warnings, warnings);
    assert.deepEqual(
      results.map(({ id }: Found) => id.raw),
      ['a'],
    );
    const path = `/engines/${engine}/search_settings`;
    const { json } = await call('GET', path);
    assert.deepEqual(json.search_fields, { title: { weight: 2 }, secret: { weight: 9 } });
    assert.deepEqual(json.warnings, warnings);
    const back = await call('PUT', path, { body: { ...json, precision: 3 } });
    assert.deepEqual([back.status, back.json], [200, { ...json, precision: 3 }]);
    const other = await call('PUT', path, { body: { search_fields: { secret: { weight: 8 } } } });
    assert.equal(other.status, 400);
    await retype({ visitors: 'number', secret: 'text' });
    assert.deepEqual((await answer({ query: 'forest' })).meta.warnings, []);
    assert.equal('warnings' in (await call('GET', path)).json, false);
  });

  test('a search finds by all text fields if none of the searched fields is one any more', async () => {
    const { answer, tune, retype } = await parks();
    await tune({ search_fields: { secret: { weight: 9 } } });
    await retype({ secret: 'number' });
    const { meta, results } = await answer({ query: 'forest' });
    assert.deepEqual([meta.warnings, results.length], [warnings.slice(0, 1), 2]);
  });
});

for (const mode of ['compatible', 'strict'] as const) {
  test(`a signed key bounds the settings (${mode})`, async (t) => {
    const service = await startTestService(t, { FINDLING_SIGNED_KEYS: mode });
    const { answer, ids, tune, retype, sign } = await parks(service);
    await tune({
      search_fields: { title: { weight: 3 }, secret: { weight: 9 } },
      result_fields: { title: { raw: {} }, secret: { raw: {} } },
      boosts: { visitors: { type: 'functional', function: 'linear', factor: 10 } },
      precision: 5,
    });
    const key = sign({
      search_fields: { title: {}, description: {} },
      result_fields: { title: {}, description: {} },
      precision: 2,
    });
    assert.deepEqual(await ids({ query: 'amber' }), ['a']);
    assert.deepEqual(await ids({ query: 'amber' }, key), []);
    // The settings do not search descriptions, and return titles and secrets.
    const { meta, results } = await answer({ query: 'forest' }, key);
    assert.deepEqual([meta.precision, meta.warnings], [2, []]);
    assert.deepEqual(
      results.map((result: Found) => Object.keys(result).toSorted()),
      [['_meta', 'id', 'title']],
    );
    // Strict: the number of visitors is not in the schema for this caller, so the engine's boost on it has no effect.
    assert.equal(results[0]._meta.score === null, mode === 'compatible');
    // A request within the key may search what the settings leave out.
    assert.deepEqual(await ids({ query: 'words', search_fields: { description: {} } }, key), ['b']);
    // A warning names a hidden field only if the key lets the caller use it in some way.
    await retype({ secret: 'number' });
    const told = (await answer({ query: 'forest' }, key)).meta.warnings;
    assert.equal(told.length, mode === 'strict' ? 0 : 1);
  });
}
