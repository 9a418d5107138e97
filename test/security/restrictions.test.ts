import assert from 'node:assert/strict';
import test, { type TestContext } from 'node:test';
import { SIGNED_KEYS_MODES, type SignedKeysMode } from '../../src/config.ts';
import { ApiError } from '../../src/errors.ts';
import type { Filter } from '../../src/index/plan.ts';
import type { Schema } from '../../src/schema/types.ts';
import type { ResultFields } from '../../src/search/fields.ts';
import { restrictedRequest } from '../../src/search/restrict.ts';
import { announcedSeed, Random } from '../support/seed.ts';
import { type Answer, startTestService } from '../support/service.ts';
import { signedKey } from '../support/signed-key.ts';

// Decisions 2: what a signed search key makes of a request. First by examples over HTTP, then by random keys and
// requests against a model of sets that knows nothing of the service's own reading of them.

interface Park {
  readonly id: string;
  readonly title: string;
  readonly states: string | readonly string[];
  readonly owner: string;
  readonly acres: number;
}

const PARKS: readonly Park[] = [
  { id: 'zion', title: 'Zion canyon', states: 'Utah', owner: 'ann', acres: 147 },
  { id: 'arches', title: 'Arches rock', states: 'Utah', owner: 'bob', acres: 76 },
  { id: 'acadia', title: 'Acadia coast', states: 'Maine', owner: 'ann', acres: 49 },
  { id: 'yellow', title: 'Yellow rock canyon', states: ['Wyoming', 'Montana'], owner: 'cid', acres: 2219 },
];

type Claims = Readonly<Record<string, unknown>>;
/** Searches with a key signed with these claims; null stands for the plain search key. */
type Search = (claims: Claims | null, request?: Claims) => Promise<Answer>;

interface Parks {
  readonly search: Search;
  /** The same with GET, the key and everything else in the address. */
  byAddress(claims: Claims, address: string): Promise<Answer>;
}

async function parks(t: TestContext, mode: SignedKeysMode): Promise<Parks> {
  const service = await startTestService(t, { FINDLING_SIGNED_KEYS: mode });
  const engine = await service.engine({ schema: { acres: 'number' }, documents: [...PARKS] });
  const signer = { name: 'private-key', key: service.privateKey };
  return {
    search: (claims, body = { query: '' }) =>
      service.call('POST', `/engines/${engine}/search`, {
        key: claims === null ? service.searchKey : signedKey(signer, claims),
        body,
      }),
    byAddress: (claims, address) =>
      service.call('GET', `/engines/${engine}/search?${address}&auth_token=${signedKey(signer, claims)}`, {
        key: null,
      }),
  };
}

const ids = (answer: Answer): string[] => {
  assert.equal(answer.status, 200, answer.text);
  return answer.json.results.map((hit: { id: { raw: string } }) => hit.id.raw).sort();
};

/** Names of the fields that results show, beside id and _meta. */
const shown = (answer: Answer): string[] => {
  assert.equal(answer.status, 200, answer.text);
  const names = answer.json.results.flatMap((hit: object) => Object.keys(hit));
  return [...new Set<string>(names)].filter((name) => name !== 'id' && name !== '_meta').sort();
};

const refusal = (answer: Answer): unknown => [answer.status, answer.json];
const facetsOf = (answer: Answer): string[] => Object.keys(answer.json.facets ?? {});
const refusedWith = (...messages: string[]): unknown => [400, { errors: messages }];

for (const mode of SIGNED_KEYS_MODES) {
  test(`filters of a signed key (${mode})`, async (t) => {
    const { search, byAddress } = await parks(t, mode);
    const query = '';

    await t.test('hold beside those of the request', async () => {
      const table: ReadonlyArray<readonly [Claims, Claims | undefined, readonly string[]]> = [
        [{ owner: 'ann' }, undefined, ['acadia', 'zion']],
        [{ owner: 'ann' }, { states: 'Utah' }, ['zion']],
        [{ owner: 'ann' }, { owner: 'bob' }, []],
        [{ owner: 'ann' }, { owner: ['ann', 'bob', 'cid'] }, ['acadia', 'zion']],
        [{ owner: 'ann' }, { any: [{ owner: 'bob' }, { owner: 'cid' }] }, []],
        [{ owner: 'ann' }, { none: [{ owner: 'ann' }] }, []],
        [{ owner: 'ann' }, { none: [{ owner: 'bob' }] }, ['acadia', 'zion']],
        [{ owner: 'ann' }, {}, ['acadia', 'zion']],
        [{ owner: 'ann' }, { any: [] }, ['acadia', 'zion']],
        [{ owner: 'ann' }, { all: [{ any: [] }] }, ['acadia', 'zion']],
        [{ acres: { from: 100 } }, { acres: { to: 1000 } }, ['zion']],
        [{ id: 'zion' }, { id: ['zion', 'arches'] }, ['zion']],
      ];
      for (const [token, filters, expected] of table) {
        const answer = await search(
          { filters: token },
          filters === undefined ? { query } : { query, filters },
        );
        assert.deepEqual(ids(answer), expected, JSON.stringify([token, filters]));
        assert.equal(
          answer.json.meta.page.total_results,
          expected.length,
          'the total is counted behind the filter',
        );
      }
    });

    await t.test('hold for a search by address alone', async () => {
      const address = 'query=&filters[owner][]=ann&filters[owner][]=bob&filters[acres][from]=50';
      assert.deepEqual(ids(await byAddress({ filters: { owner: 'ann' } }, address)), ['zion']);
      assert.equal((await byAddress({ filters: null }, address)).status, 400);
    });

    await t.test('all hold if one object names several fields', async () => {
      assert.deepEqual(ids(await search({ filters: { owner: 'ann', states: 'Utah' } })), ['zion']);
      const nested = { filters: { all: [{ owner: 'ann', states: 'Utah' }] } };
      assert.deepEqual(ids(await search(nested)), ['zion']);
    });

    await t.test('hold for facets as well', async () => {
      const facets = { states: { type: 'value' } };
      const { json } = await search({ filters: { owner: 'ann' } }, { query, facets });
      const counted = json.facets.states[0].data.map(({ value }: { value: string }) => value);
      assert.deepEqual(counted, ['Maine', 'Utah']);
    });

    await t.test('let nothing through that cannot be told', async () => {
      const closed: Claims[] = [
        { ghost: 'x' },
        { owner: 'ann', ghost: 'x' },
        { ghost: { from: 1 } },
        { ghost: [] },
        { any: [] },
        { any: {} },
        { all: [{ any: [] }] },
        { owner: 'ann', any: [] },
        { owner: [] },
        { owner: { any: [] } },
        { all: [{ owner: 'ann' }, { ghost: 'x' }] },
        { any: [{ ghost: 'x' }, { ghost: 'y' }] },
        { none: [{ ghost: 'x' }] },
        { none: { ghost: 'x' } },
        { none: [{ any: [] }] },
        { none: [{ owner: [] }] },
        { none: [{ none: [{ ghost: 'x' }] }] },
        { none: [{ all: [{ ghost: 'x' }] }] },
        { all: [{ none: [{ any: [{ ghost: 'x' }] }] }] },
      ];
      for (const filters of closed)
        assert.deepEqual(ids(await search({ filters })), [], JSON.stringify(filters));
    });

    await t.test('an unknown field closes its own branch only', async () => {
      const filters = { any: [{ ghost: 'x' }, { owner: 'ann' }] };
      assert.deepEqual(ids(await search({ filters })), ['acadia', 'zion']);
    });

    await t.test('match everything where they are empty', async () => {
      for (const filters of [{}, { all: [] }, { none: [] }]) {
        assert.equal(ids(await search({ filters })).length, PARKS.length, JSON.stringify(filters));
      }
    });

    await t.test('that cannot be read refuse every search', async () => {
      const table: ReadonlyArray<readonly [unknown, string]> = [
        [null, 'Filters must be an object'],
        ['owner:ann', 'Filters must be an object'],
        [[], 'Filters must be an object'],
        [[{ owner: 'ann' }], 'Filters must be an object'],
        [true, 'Filters must be an object'],
        [{ owner: null }, 'Filters contains invalid value: null'],
        [{ acres: 'many' }, 'Filters contains invalid value: many'],
        [{ acres: { from: 1, below: 2 } }, 'Filters contains invalid key: below'],
        [{ acres: {} }, 'Filters contains invalid option: range must have from or to'],
        [
          { owner: { from: 'a' } },
          'Filters contains invalid option: range is not supported for text field owner',
        ],
        [{ any: 'x' }, 'Filters must be an object'],
        [{ all: [null] }, 'Filters must be an object'],
      ];
      const requests: Claims[] = [
        { query },
        { query, filters: { owner: 'ann' } },
        { query: 'rock', page: { size: 0 } },
      ];
      for (const [filters, message] of table) {
        for (const request of requests) {
          const answer = await search({ filters }, request);
          assert.deepEqual(refusal(answer), refusedWith(message), JSON.stringify([filters, request]));
        }
      }
    });

    await t.test('do not excuse an unknown field of the request', async () => {
      const answer = await search({ filters: { owner: 'ann' } }, { query, filters: { ghost: 'x' } });
      assert.deepEqual(refusal(answer), refusedWith('Filters contains invalid field: ghost'));
    });
  });

  test(`claims of a signed key (${mode})`, async (t) => {
    const { search } = await parks(t, mode);

    await t.test('that are neither standard nor search options refuse every search', async () => {
      for (const claim of [
        'role',
        'Filters',
        'filter',
        'auth_token',
        'dry_run',
        '__proto__',
        'constructor',
        '',
      ]) {
        const claims = JSON.parse(`{${JSON.stringify(claim)}:{"owner":"ann"}}`) as Claims;
        const answer = await search(claims);
        assert.deepEqual(refusal(answer), refusedWith(`Options contains invalid key: ${claim}`));
      }
    });

    await t.test('that are standard are no search options', async () => {
      const claims = { iat: 1, exp: 4e9, nbf: 1, iss: {}, sub: [], aud: null, jti: 'x' };
      assert.equal(ids(await search(claims)).length, PARKS.length);
    });

    await t.test('that are other search options replace those of the request', async () => {
      assert.deepEqual(ids(await search({ query: 'rock' }, { query: 'coast' })), ['arches', 'yellow']);
      assert.deepEqual(ids(await search({ query: 'rock' }, {})), ['arches', 'yellow']);
      const paged = await search({ page: { size: 1 } }, { query: '', page: { size: 100, current: 3 } });
      assert.deepEqual(paged.json.meta.page, { current: 1, total_pages: 4, total_results: 4, size: 1 });
      for (const claims of [
        { sort: { acres: 'asc' } },
        { precision: 5 },
        { group: { field: 'states' } },
        { boosts: {} },
        { analytics: { tags: ['a'] } },
        { record_analytics: false },
      ]) {
        assert.equal(ids(await search(claims)).length, PARKS.length, JSON.stringify(claims));
      }
    });

    await t.test('do not excuse an unknown option of the request', async () => {
      const answer = await search({ query: 'rock' }, { role: 'admin' });
      assert.deepEqual(refusal(answer), refusedWith('Options contains invalid key: role'));
    });
  });

  test(`search_fields of a signed key (${mode})`, async (t) => {
    const { search } = await parks(t, mode);
    const fields = (...names: string[]) => Object.fromEntries(names.map((name) => [name, {}]));
    const table: ReadonlyArray<readonly [what: string, token: unknown, asked: unknown, found: string[]]> = [
      ['bound a request that names none', fields('owner'), undefined, []],
      ['let the fields they list be searched', fields('title'), undefined, ['arches', 'yellow']],
      ['are what both name', fields('title', 'owner'), fields('title', 'states'), ['arches', 'yellow']],
      ['find nothing if nothing is left', fields('owner'), fields('title'), []],
      ['find nothing if they are empty', {}, undefined, []],
      ['find nothing if they are empty, whatever is asked', {}, fields('title'), []],
      ['find nothing if they are null', null, fields('title'), []],
      [
        'pass over fields that the engine does not have',
        fields('ghost', 'title'),
        undefined,
        ['arches', 'yellow'],
      ],
      ['find nothing if the engine has none of them', fields('ghost'), undefined, []],
      ['find nothing if none of them is a text', fields('acres'), undefined, []],
      ['find nothing if none of them is a text, whatever is asked', fields('acres'), fields('title'), []],
    ];
    for (const [what, token, asked, found] of table) {
      await t.test(what, async () => {
        const request = { query: 'rock', ...(asked !== undefined && { search_fields: asked }) };
        assert.deepEqual(ids(await search({ search_fields: token }, request)), found);
      });
    }

    await t.test('say nothing about an empty query', async () => {
      assert.equal(ids(await search({ search_fields: {} })).length, PARKS.length);
    });

    await t.test('state a weight, or leave it to the request', async () => {
      const score = async (token: unknown, asked: unknown) => {
        const answer = await search({ search_fields: token }, { query: 'zion', search_fields: asked });
        return answer.json.results[0]?._meta.score;
      };
      assert.equal(await score({ title: {} }, { title: { weight: 3 } }), 3);
      assert.equal(await score({ title: { weight: 5 } }, { title: { weight: 3 } }), 5);
      assert.equal(await score({ title: { weight: 5 } }, { title: {} }), 5);
    });

    await t.test('do not excuse an unknown field of the request', async () => {
      const request = { query: 'rock', search_fields: fields('title', 'ghost') };
      const answer = await search({ search_fields: fields('title') }, request);
      assert.deepEqual(refusal(answer), refusedWith('Search fields contains invalid field: ghost'));
    });
  });

  test(`result_fields of a signed key (${mode})`, async (t) => {
    const { search } = await parks(t, mode);
    const raw = { raw: {} };
    const table: ReadonlyArray<readonly [what: string, token: unknown, asked: unknown, fields: string[]]> = [
      ['bound a request that names none', { title: {} }, undefined, ['title']],
      ['are what both name', { title: {}, states: {} }, { title: raw }, ['title']],
      ['show id and _meta only if they are empty', {}, undefined, []],
      ['pass over fields that the engine does not have', { ghost: {}, title: {} }, undefined, ['title']],
      ['show id and _meta only if the engine has none of them', { ghost: {} }, undefined, []],
      ['show id and _meta only if the request names nothing', { title: {} }, {}, []],
      ['may name id, which is shown anyway', { id: {} }, { id: raw }, []],
    ];
    for (const [what, token, asked, fields] of table) {
      await t.test(what, async () => {
        const request = { query: '', ...(asked !== undefined && { result_fields: asked }) };
        const answer = await search({ result_fields: token }, request);
        assert.deepEqual(shown(answer), fields);
        assert.equal(ids(answer).length, PARKS.length);
        assert.ok(answer.json.results.every((hit: object) => '_meta' in hit));
      });
    }

    await t.test('allow raw and snippet by {}, and only what is named otherwise', async () => {
      const parts = async (token: object, asked: object | undefined) => {
        const request = { query: '', ...(asked && { result_fields: { title: asked } }) };
        const answer = await search({ result_fields: { title: token } }, request);
        assert.equal(answer.status, 200, answer.text);
        return Object.keys(answer.json.results[0].title ?? {});
      };
      const snippet = { snippet: { size: 20 } };
      assert.deepEqual(await parts({}, undefined), ['raw']);
      assert.deepEqual(await parts({}, raw), ['raw']);
      assert.deepEqual(await parts({}, snippet), ['snippet']);
      assert.deepEqual(await parts({}, { ...raw, ...snippet }), ['raw', 'snippet']);
      assert.deepEqual(await parts(raw, undefined), ['raw']);
      assert.deepEqual(await parts(raw, { ...raw, ...snippet }), ['raw']);
      assert.deepEqual(await parts(raw, snippet), []);
      assert.deepEqual(await parts(snippet, undefined), ['snippet']);
      assert.deepEqual(await parts(snippet, { ...raw, ...snippet }), ['snippet']);
      assert.deepEqual(await parts(snippet, raw), []);
      assert.deepEqual(await parts(snippet, {}), []);
    });

    await t.test('that cannot be read refuse every search', async () => {
      for (const fields of [null, 'title', ['title'], true, { title: 'raw' }]) {
        const answer = await search({ result_fields: fields });
        assert.deepEqual(
          refusal(answer),
          refusedWith('Result fields must be an object'),
          JSON.stringify(fields),
        );
      }
    });
  });

  test(`facets of a signed key (${mode})`, async (t) => {
    const { search } = await parks(t, mode);
    const value = { type: 'value' };

    await t.test('forbid facets by {} and null, without an error', async () => {
      for (const facets of [{}, null]) {
        for (const asked of [{ states: value }, { ghost: value }, {}, 'x', undefined]) {
          const answer = await search(
            { facets },
            { query: '', ...(asked !== undefined && { facets: asked }) },
          );
          assert.equal(ids(answer).length, PARKS.length);
          assert.equal('facets' in answer.json, false, answer.text);
        }
      }
    });

    await t.test('bound those of the request', async () => {
      const asked = { states: value, owner: value };
      assert.deepEqual(facetsOf(await search({ facets: { states: value } }, { query: '', facets: asked })), [
        'states',
      ]);
    });

    await t.test('leave nothing if nothing is left', async () => {
      const answer = await search({ facets: { states: value } }, { query: '', facets: { owner: value } });
      assert.deepEqual([answer.status, facetsOf(answer)], [200, []]);
    });

    await t.test('are given where the request names none', async () => {
      assert.deepEqual(facetsOf(await search({ facets: { states: value } })), ['states']);
    });

    await t.test('state a size, or leave it to the request', async () => {
      const size = async (token: object, asked: object) => {
        const request = { query: '', facets: { states: { ...value, ...asked } } };
        const { json } = await search({ facets: { states: { ...value, ...token } } }, request);
        return json.facets.states[0].data.length;
      };
      assert.equal(await size({}, {}), 4);
      assert.equal(await size({}, { size: 3 }), 3);
      assert.equal(await size({ size: 2 }, { size: 3 }), 2);
      assert.equal(await size({ size: 2 }, {}), 2);
    });
  });
}

test('compatible: a hidden field shows no value in results, but can be filtered and counted', async (t) => {
  const { search } = await parks(t, 'compatible');
  const claims = { result_fields: { title: {} } };
  assert.deepEqual(ids(await search(claims, { query: '', filters: { owner: 'bob' } })), ['arches']);
  const facets = { owner: { type: 'value' } };
  assert.deepEqual(facetsOf(await search(claims, { query: '', facets })), ['owner']);
  const all = { title: {}, owner: {}, states: { raw: {}, snippet: {} } };
  assert.deepEqual(shown(await search(claims, { query: '', result_fields: all })), ['title']);
  const forbidden = await search({ ...claims, facets: {} }, { query: '', facets });
  assert.deepEqual(facetsOf(forbidden), []);
});

test('strict: a hidden field is not there at all', async (t) => {
  const { search } = await parks(t, 'strict');
  const claims = { result_fields: { title: {} } };
  const requests: ReadonlyArray<readonly [option: string, (field: string) => Claims]> = [
    ['Filters', (field) => ({ query: '', filters: { [field]: 'bob' } })],
    ['Filters', (field) => ({ query: '', filters: { [field]: { from: 1 } } })],
    ['Filters', (field) => ({ query: '', filters: { none: [{ all: [{ [field]: 'bob' }] }] } })],
    ['Facets', (field) => ({ query: '', facets: { [field]: { type: 'value' } } })],
    ['Facets', (field) => ({ query: '', facets: { [field]: { type: 'range', ranges: [{ from: 1 }] } } })],
    ['Result fields', (field) => ({ query: '', result_fields: { [field]: { raw: {} } } })],
  ];
  for (const [option, request] of requests) {
    for (const field of ['owner', 'states', 'acres', 'ghost']) {
      const answer = await search(claims, request(field));
      const message = `${option} contains invalid field: ${field}`;
      assert.deepEqual(
        refusal(answer),
        refusedWith(message),
        `hidden and unknown fields get the same answer`,
      );
    }
  }

  await t.test('but is searched, as search_fields allow', async () => {
    assert.deepEqual(ids(await search(claims, { query: 'bob' })), ['arches']);
    assert.deepEqual(ids(await search(claims, { query: 'bob', search_fields: { owner: {} } })), ['arches']);
    assert.deepEqual(ids(await search({ ...claims, search_fields: { title: {} } }, { query: 'bob' })), []);
  });

  await t.test("but serves the token's own options", async () => {
    assert.deepEqual(ids(await search({ ...claims, filters: { owner: 'bob' } })), ['arches']);
    const facets = { owner: { type: 'value' } };
    assert.deepEqual(facetsOf(await search({ ...claims, facets })), ['owner']);
  });

  await t.test('but id is no field of the schema and stays', async () => {
    assert.deepEqual(ids(await search(claims, { query: '', filters: { id: 'zion' } })), ['zion']);
  });

  await t.test('hides nothing from keys without result_fields, signed or not', async () => {
    for (const free of [{}, null]) {
      assert.deepEqual(ids(await search(free, { query: '', filters: { owner: 'bob' } })), ['arches']);
    }
  });
});

// ---------------------------------------------------------------------------------------------------------------
// Random keys and requests. Everything random comes as a pair: the JSON that is sent, and what it means.

/** Text fields; the number says how many documents in a row share a value. */
const RUNS = { alpha: 1, beta: 3, gamma: 9, delta: 5 };
const FIELDS = Object.keys(RUNS) as Array<keyof typeof RUNS>;
const NUMBER = 'count';
const SCHEMA: Schema = new Map([
  ...FIELDS.map((name) => [name, 'text'] as const),
  [NUMBER, 'number'] as const,
]);
const ALL_FIELDS = [...SCHEMA.keys()];
const UNKNOWN = 'ghost';
/** Values that a text field can have. */
const KINDS = 3;

interface Doc {
  readonly id: string;
  readonly values: Readonly<Record<string, string | number>>;
}

/** The value of a text field names its field, so that a leak shows whose it is. */
const textValue = (field: string, kind: number): string => `hush${field}${kind}`;

const DOCS: readonly Doc[] = Array.from({ length: 27 }, (_, i) => ({
  id: `doc${i}`,
  values: {
    ...Object.fromEntries(
      FIELDS.map((field) => [field, textValue(field, Math.floor(i / RUNS[field]) % KINDS)]),
    ),
    [NUMBER]: 7_654_000 + (i % 4),
  },
}));

interface Meaning {
  readonly json: unknown;
  readonly passes: (doc: Doc) => boolean;
  /** Fields named anywhere within. */
  readonly names: ReadonlySet<string>;
}

const subset = <T>(random: Random, items: readonly T[]): T[] => items.filter(() => random.below(2) === 0);
const chance = (random: Random, oneIn: number): boolean => random.below(oneIn) === 0;

/** `closed` is how a document fares where the key must let nothing through; undefined in a request. */
function randomFilter(random: Random, level: number, closed: boolean | undefined): Meaning {
  const isToken = closed !== undefined;
  if (level < 3 && chance(random, 3)) {
    const kind = random.pick(['all', 'any', 'none'] as const);
    const below = isToken && kind === 'none' ? !closed : closed;
    const parts = Array.from({ length: random.below(4) }, () => randomFilter(random, level + 1, below));
    const passes = (doc: Doc): boolean => {
      const hits = parts.map((part) => part.passes(doc));
      if (kind === 'all') return hits.every(Boolean);
      if (kind === 'none') return !hits.some(Boolean);
      return hits.length === 0 ? (closed ?? true) : hits.some(Boolean);
    };
    return {
      json: { [kind]: parts.map((part) => part.json) },
      passes,
      names: new Set(parts.flatMap((part) => [...part.names])),
    };
  }
  if (isToken && chance(random, 6))
    return { json: { [UNKNOWN]: 'x' }, passes: () => closed, names: new Set([UNKNOWN]) };
  if (chance(random, 4)) {
    const from = 7_654_000 + random.below(5);
    return {
      json: { [NUMBER]: { from } },
      passes: (doc) => (doc.values[NUMBER] as number) >= from,
      names: new Set([NUMBER]),
    };
  }
  const field = random.pick(FIELDS);
  const values = [0, 1, 2, 3].filter(() => chance(random, 2)).map((kind) => textValue(field, kind));
  if (values.length === 0) values.push(textValue(field, 0));
  return {
    json: { [field]: values.length === 1 ? values[0] : values },
    passes: (doc) => values.includes(doc.values[field] as string),
    names: new Set([field]),
  };
}

type Parts = { readonly raw: boolean; readonly snippet: boolean };
const DEFINITIONS: ReadonlyArray<readonly [object, Parts]> = [
  [{}, { raw: false, snippet: false }],
  [{ raw: {} }, { raw: true, snippet: false }],
  [{ snippet: { size: 20 } }, { raw: false, snippet: true }],
  [
    { raw: {}, snippet: {} },
    { raw: true, snippet: true },
  ],
];

interface Side {
  readonly json: Record<string, unknown>;
  readonly filter: Meaning | undefined;
  readonly results: ReadonlyMap<string, Parts> | undefined;
  readonly searched: ReadonlyMap<string, number | undefined> | undefined;
  /** Field to size. Null where a key forbids facets. */
  readonly facets: ReadonlyMap<string, number | undefined> | null | undefined;
}

/** A random key or request. A request names only what exists; what it may not name is for the model to say. */
function randomSide(random: Random, isToken: boolean): Side {
  const known = isToken ? [...ALL_FIELDS, UNKNOWN, 'id'] : [...ALL_FIELDS, 'id'];
  const json: Record<string, unknown> = {};
  let [filter, results, searched, facets]: [
    Side['filter'],
    Side['results'],
    Side['searched'],
    Side['facets'],
  ] = [undefined, undefined, undefined, undefined];
  if (chance(random, 2)) {
    filter = randomFilter(random, 0, isToken ? false : undefined);
    json.filters = filter.json;
  }
  if (chance(random, 2)) {
    const chosen = subset(random, known).map((field) => [field, random.pick(DEFINITIONS)] as const);
    results = new Map(chosen.map(([field, [, parts]]) => [field, parts]));
    json.result_fields = Object.fromEntries(chosen.map(([field, [definition]]) => [field, definition]));
  }
  if (chance(random, 2)) {
    const chosen = subset(random, known).map((field) => [field, random.pick([undefined, 2, 7.5])] as const);
    const asked =
      isToken || chosen.some(([field]) => field !== NUMBER) ? chosen : [['alpha', undefined] as const];
    searched = new Map(asked);
    json.search_fields = Object.fromEntries(
      asked.map(([field, weight]) => [field, weight ? { weight } : {}]),
    );
  }
  if (isToken && chance(random, 4)) {
    facets = null;
    json.facets = random.pick([null, {}]);
  } else if (chance(random, 2)) {
    const chosen = subset(random, ALL_FIELDS);
    if (chosen.length === 0) chosen.push('beta');
    const sized = chosen.map((field) => [field, random.pick([undefined, undefined, 1, 2, 250])] as const);
    facets = new Map(sized);
    json.facets = Object.fromEntries(
      sized.map(([field, size]) => [field, { type: 'value', ...(size && { size }) }]),
    );
  }
  return { json, filter, results, searched, facets };
}

/** What the search comes down to by decisions 2, or undefined if it is refused. */
interface Effective {
  readonly passing: readonly string[];
  /** What is shown of each field. */
  readonly shown: ReadonlyMap<string, Parts>;
  /** Searched fields with their weights, undefined for all. */
  readonly searched: ReadonlyMap<string, number | undefined> | undefined;
  /** Facets with their sizes, undefined if none were asked for. */
  readonly facets: ReadonlyMap<string, number | undefined> | undefined;
}

const isShownAs = (asked: Parts): Parts => ({ raw: asked.raw || !asked.snippet, snippet: asked.snippet });

function effective(token: Side, request: Side, mode: SignedKeysMode): Effective | undefined {
  const hidden =
    mode === 'strict' && token.results ? ALL_FIELDS.filter((name) => !token.results?.has(name)) : [];
  const namesHidden = (names: Iterable<string> | undefined) =>
    [...(names ?? [])].some((name) => hidden.includes(name));
  if (namesHidden(request.filter?.names) || namesHidden(request.results?.keys())) return undefined;
  if (token.facets !== null && namesHidden(request.facets?.keys())) return undefined;

  const passing = DOCS.filter(
    (doc) => (token.filter?.passes(doc) ?? true) && (request.filter?.passes(doc) ?? true),
  );
  const shownOf = (name: string): Parts => {
    const bound = token.results?.get(name);
    const asked = request.results?.get(name);
    if (token.results && !bound) return { raw: false, snippet: false };
    if (!request.results) return bound ? isShownAs(bound) : { raw: true, snippet: false };
    if (!asked) return { raw: false, snippet: false };
    const wanted = isShownAs(asked);
    if (!bound || (!bound.raw && !bound.snippet)) return wanted;
    return { raw: wanted.raw && bound.raw, snippet: wanted.snippet && bound.snippet };
  };
  const canBeSearched = (name: string) => name === 'id' || SCHEMA.get(name) === 'text';
  const names = [...FIELDS, 'id'].filter(
    (name) => (token.searched?.has(name) ?? true) && (request.searched?.has(name) ?? true),
  );
  const sizeOf = (name: string) => token.facets?.get(name) ?? request.facets?.get(name);
  const counted = ALL_FIELDS.filter(
    (name) => (token.facets?.has(name) ?? true) && (request.facets?.has(name) ?? true),
  );
  return {
    passing: passing.map((doc) => doc.id),
    shown: new Map(ALL_FIELDS.map((name) => [name, shownOf(name)])),
    searched:
      token.searched || request.searched
        ? new Map(
            names
              .filter(canBeSearched)
              .map((name) => [name, token.searched?.get(name) ?? request.searched?.get(name)]),
          )
        : undefined,
    facets:
      token.facets === null || !(token.facets || request.facets)
        ? undefined
        : new Map(counted.map((name) => [name, sizeOf(name)])),
  };
}

const sorted = <T>(entries: Iterable<readonly [string, T]> | undefined): unknown =>
  entries === undefined ? undefined : [...entries].sort(([a], [b]) => (a < b ? -1 : 1));

/** Whether a document passes a filter of a plan. */
function passes(doc: Doc, filter: Filter): boolean {
  switch (filter.kind) {
    case 'all':
      return filter.of.every((part) => passes(doc, part));
    case 'any':
      return filter.of.length === 0 || filter.of.some((part) => passes(doc, part));
    case 'none':
      return !filter.of.some((part) => passes(doc, part));
    case 'value':
      return filter.values.includes(doc.values[filter.field] as string);
    case 'range':
      return (doc.values[filter.field] as number) >= (filter.from as number);
    case 'distance':
      throw new Error('no field is a geolocation');
  }
}

const partsShown = (name: string, fields: ResultFields | null): Parts => {
  if (fields === null) return { raw: true, snippet: false };
  const field = fields.get(name);
  return field ? isShownAs(field) : { raw: false, snippet: false };
};

const ROUNDS = 10_000;

test(`${ROUNDS} random keys and requests come down to what a model of sets says`, (t) => {
  const random = new Random(announcedSeed('restrictions'));
  let refused = 0;
  for (let round = 0; round < ROUNDS; round++) {
    const mode = random.pick(SIGNED_KEYS_MODES);
    const token = randomSide(random, true);
    const request = randomSide(random, false);
    const expected = effective(token, request, mode);
    const where = JSON.stringify({ round, mode, token: token.json, request: request.json });
    const run = () => restrictedRequest({ query: '', ...request.json }, token.json, SCHEMA, mode);
    if (expected === undefined) {
      refused += 1;
      assert.throws(run, (error) => error instanceof ApiError && error.status === 400, where);
      continue;
    }
    const { filter, resultFields, searchFields, facets } = run();
    const got: Effective = {
      passing: DOCS.filter((doc) => passes(doc, filter)).map((doc) => doc.id),
      shown: new Map(ALL_FIELDS.map((name) => [name, partsShown(name, resultFields)])),
      searched: searchFields ?? undefined,
      facets: facets ? new Map(facets.map(({ field, size }) => [field, size])) : undefined,
    };
    assert.deepEqual(got.passing, expected.passing, where);
    assert.deepEqual(got.shown, expected.shown, where);
    assert.deepEqual(sorted(got.searched), sorted(expected.searched), where);
    assert.deepEqual(sorted(got.facets), sorted(expected.facets), where);
  }
  assert.ok(refused > ROUNDS / 50 && refused < ROUNDS / 2, `${refused} of ${ROUNDS} were refused`);
  t.diagnostic(`${ROUNDS} compared, ${refused} of them refused`);
});

const SEARCHES = 400;

for (const mode of SIGNED_KEYS_MODES) {
  test(`${SEARCHES} random searches show nothing of hidden fields (${mode})`, async (t) => {
    const random = new Random(announcedSeed(`restricted searches, ${mode}`));
    const service = await startTestService(t, { FINDLING_SIGNED_KEYS: mode });
    const engine = await service.engine({
      schema: Object.fromEntries(SCHEMA),
      documents: DOCS.map(({ id, values }) => ({ id, ...values })),
    });
    const signer = { name: 'private-key', key: service.privateKey };
    let answered = 0;
    for (let round = 0; round < SEARCHES; round++) {
      const token = randomSide(random, true);
      const request = randomSide(random, false);
      const word = random.pick(['', '', textValue(random.pick(FIELDS), random.below(KINDS))]);
      const expected = effective(token, request, mode);
      const where = JSON.stringify({ round, word, token: token.json, request: request.json });
      const answer = await service.call('POST', `/engines/${engine}/search`, {
        key: signedKey(signer, token.json),
        body: { query: word, page: { size: 100 }, ...request.json },
      });
      assert.equal(answer.status, expected === undefined ? 400 : 200, `${where}: ${answer.text}`);

      // What the signer itself put into facets is the signer's to show.
      const hidden = ALL_FIELDS.filter((name) => token.results && !token.results.has(name));
      const unseen = mode === 'strict' ? answer.text : JSON.stringify(answer.json.results ?? []);
      for (const name of hidden) {
        if (mode === 'strict' && token.facets?.has(name)) continue;
        const value = name === NUMBER ? /7654\d{3}/ : new RegExp(`hush${name}`);
        assert.doesNotMatch(unseen, value, where);
      }
      if (expected === undefined) continue;
      answered += 1;

      const searched = expected.searched ? [...expected.searched.keys()] : [...FIELDS, 'id'];
      const found = DOCS.filter(
        (doc) =>
          expected.passing.includes(doc.id) &&
          (word === '' || searched.some((name) => (name === 'id' ? doc.id : doc.values[name]) === word)),
      );
      assert.deepEqual(ids(answer), found.map((doc) => doc.id).sort(), where);
      assert.equal(answer.json.meta.page.total_results, found.length, where);
      for (const hit of answer.json.results) {
        const doc = DOCS.find(({ id }) => id === hit.id.raw);
        for (const name of ALL_FIELDS) {
          const { raw, snippet } = expected.shown.get(name) as Parts;
          const parts = { ...(raw && { raw: doc?.values[name] }), ...(snippet && { snippet: null }) };
          assert.deepEqual(hit[name], raw || snippet ? parts : undefined, where);
        }
      }
      const facets = [...(expected.facets ?? [])].map(([name, size = 10]) => {
        const counts = new Map<string | number, number>();
        for (const { values } of found) {
          const value = values[name] as string | number;
          counts.set(value, (counts.get(value) ?? 0) + 1);
        }
        const data = [...counts]
          .map(([value, count]) => ({ value, count }))
          .sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1))
          .slice(0, size);
        return [name, [{ type: 'value', data }]];
      });
      assert.deepEqual(answer.json.facets, expected.facets && Object.fromEntries(facets), where);
    }
    assert.ok(answered > SEARCHES / 4, `${answered} of ${SEARCHES} were answered`);
    t.diagnostic(`${SEARCHES} searches, ${answered} answered with results, 0 hidden values shown`);
  });
}
