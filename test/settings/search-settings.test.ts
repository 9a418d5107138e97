import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { sharedService } from '../support/shared-service.ts';

const SCHEMA = {
  title: 'text',
  description: 'text',
  visitors: 'number',
  opened: 'date',
  place: 'geolocation',
};
const DEFAULTS = {
  search_fields: { title: { weight: 1 }, description: { weight: 1 }, id: { weight: 1 } },
  result_fields: {
    id: { raw: {} },
    title: { raw: {} },
    description: { raw: {} },
    visitors: { raw: {} },
    opened: { raw: {} },
    place: { raw: {} },
  },
  boosts: {},
  precision: 2,
  precision_enabled: true,
};

async function parks(schema: Record<string, string> = SCHEMA) {
  const service = await sharedService();
  const engine = await service.engine({ schema });
  const path = `/engines/${engine}/search_settings`;
  return {
    service,
    engine,
    get: async () => (await service.call('GET', path)).json,
    put: (body: unknown) => service.call('PUT', path, { body }),
    reset: () => service.call('POST', `${path}/reset`),
  };
}

suite('search settings', () => {
  test('begin with every text field searched and every field returned', async () => {
    const { get } = await parks();
    assert.deepEqual(await get(), DEFAULTS);
  });

  test('of an engine without fields name only id', async () => {
    const { get } = await parks({});
    const { search_fields, result_fields } = await get();
    assert.deepEqual([search_fields, result_fields], [{ id: { weight: 1 } }, { id: { raw: {} } }]);
  });

  test('a named section is replaced as a whole, the others stay', async () => {
    const { get, put } = await parks();
    const search_fields = { title: { weight: 2.4 }, description: {} };
    const answer = await put({ search_fields });
    assert.deepEqual([answer.status, answer.json], [200, { ...DEFAULTS, search_fields }]);
    assert.deepEqual(await get(), { ...DEFAULTS, search_fields });
    const result_fields = { title: { raw: { size: 20 }, snippet: { size: 50, fallback: true } } };
    await put({ result_fields, precision: 9 });
    await put({ search_fields: null });
    assert.deepEqual(await get(), { ...DEFAULTS, search_fields, result_fields, precision: 9 });
  });

  test('boosts are sent as an object or a list, and returned as lists without defaults', async () => {
    const { get, put } = await parks();
    const value = { type: 'value', factor: 9.5, value: ['true'] };
    const near = { type: 'proximity', center: 'now', function: 'linear' };
    const { json } = await put({ boosts: { title: value, opened: [near] } });
    assert.deepEqual(json.boosts, { title: [value], opened: [near] });
    assert.deepEqual((await get()).boosts, { title: [value], opened: [near] });
    assert.deepEqual((await put({ boosts: {} })).json, DEFAULTS);
  });

  test('what was read can be written back, changed', async () => {
    const { get, put } = await parks();
    const boosts = { visitors: [{ type: 'functional', function: 'linear', factor: 2 }] };
    const { status, json } = await put({ ...(await get()), boosts });
    assert.deepEqual([status, json], [200, { ...DEFAULTS, boosts }]);
  });

  test('a reset restores the defaults', async () => {
    const { get, put, reset } = await parks();
    await put({ search_fields: { title: { weight: 3 } }, precision: 5 });
    assert.deepEqual((await reset()).json, DEFAULTS);
    assert.deepEqual(await get(), DEFAULTS);
  });

  test('new fields join only the sections that were never customised', async () => {
    const { service, engine, get, put } = await parks({ title: 'text' });
    await put({ search_fields: { title: { weight: 2 } } });
    await service.call('POST', `/engines/${engine}/schema`, { body: { notes: 'text' } });
    await service.settled(engine);
    const { search_fields, result_fields } = await get();
    assert.deepEqual(search_fields, { title: { weight: 2 } });
    assert.deepEqual(result_fields, { id: { raw: {} }, title: { raw: {} }, notes: { raw: {} } });
    await put({ result_fields });
    await service.call('POST', `/engines/${engine}/documents`, { body: { id: '1', secret: 'x' } });
    assert.deepEqual((await get()).result_fields, result_fields);
  });

  test('other engines and their settings are not affected', async () => {
    const [one, other] = [await parks(), await parks()];
    await one.put({ precision: 7 });
    assert.deepEqual(await other.get(), DEFAULTS);
  });
});

suite('search settings are refused, and nothing changes', () => {
  const many = Array.from({ length: 33 }, () => ({ type: 'value', value: 'a' }));
  const linear = { type: 'functional', function: 'linear' };
  const cases: Array<[what: string, body: unknown, errors: string[]]> = [
    ['an unknown key', { precision: 3, size: 1 }, ['Options contains invalid key: size']],
    [
      'unknown fields',
      { search_fields: { taco: {} }, result_fields: { burger: {} }, boosts: { chips: linear } },
      [
        'Search fields contains invalid field: taco',
        'Result fields contains invalid field: burger',
        'Boosts contains invalid field: chips',
      ],
    ],
    [
      'a field that is not text',
      { search_fields: { title: {}, visitors: {}, opened: {} } },
      [
        'Search fields contains invalid option: search is not supported for number field visitors',
        'Search fields contains invalid option: search is not supported for date field opened',
      ],
    ],
    ['no field to search', { search_fields: {} }, ['Search fields must contain at least one field']],
    ['fields that are no object', { search_fields: ['title'] }, ['Search fields must be an object']],
    ...['not-a-number', '2', true, -1, 10.5].map((weight): [string, unknown, string[]] => [
      `weight ${JSON.stringify(weight)}`,
      { search_fields: { title: { weight } } },
      ['Search fields contains invalid option: weight must be between 0 and 10'],
    ]),
    ['33 boosts', { boosts: { title: many } }, ['Boosts cannot have more than 32 boosts']],
    [
      'a boost that the type does not allow',
      { boosts: { title: linear, place: { type: 'value', value: 'a' } } },
      [
        'Boosts contains invalid option: functional is not supported for text field title',
        'Boosts contains invalid option: value is not supported for geolocation field place',
      ],
    ],
    [
      'a factor that is too large',
      { boosts: { visitors: { ...linear, factor: 11 } } },
      ['Boosts contains invalid option: factor must be between 0 and 10'],
    ],
    [
      'a factor in quotes',
      { boosts: { visitors: { ...linear, factor: '1' } } },
      ['Boosts contains invalid option: factor must be between 0 and 10'],
    ],
    ...['2', 0, 12, 1.5, true, [2]].map((precision): [string, unknown, string[]] => [
      `precision ${JSON.stringify(precision)}`,
      { precision },
      ['Precision must be an integer between 1 and 11'],
    ]),
    [
      'a small result',
      { result_fields: { title: { raw: { size: 10 } } } },
      ['Result fields contains invalid option: size must be at least 20'],
    ],
    [
      'a large result',
      { result_fields: { title: { snippet: { size: 1001 } } } },
      ['Result fields contains invalid option: size must be at most 1000'],
    ],
    [
      'a valid section next to an invalid one',
      { search_fields: { title: { weight: 3 } }, precision: 99 },
      ['Precision must be an integer between 1 and 11'],
    ],
  ];
  for (const [what, body, errors] of cases) {
    test(what, async () => {
      const { get, put } = await parks();
      const { status, json } = await put(body);
      assert.deepEqual([status, json], [400, { errors }]);
      assert.deepEqual(await get(), DEFAULTS);
    });
  }

  test('an engine that does not exist', async () => {
    const service = await sharedService();
    const { status, json } = await service.call('PUT', '/engines/nowhere/search_settings', { body: {} });
    assert.deepEqual([status, json], [404, { errors: ['Could not find engine.'] }]);
  });
});
