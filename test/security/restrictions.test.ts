import assert from 'node:assert/strict';
import test, { type TestContext } from 'node:test';
import { SIGNED_KEYS_MODES, type SignedKeysMode } from '../../src/config.ts';
import { type Answer, startTestService } from '../support/service.ts';
import { signedKey } from '../support/signed-key.ts';

// What a signed search key makes of a request, by examples. `test/search/restrict.test.ts` does it at random.

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

const NEWEST_FIRST = ['yellow', 'acadia', 'arches', 'zion'];

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

/** The ids that were found, in the order of the answer. */
const ordered = (answer: Answer): string[] => {
  assert.equal(answer.status, 200, answer.text);
  return answer.json.results.map((hit: { id: { raw: string } }) => hit.id.raw);
};
const ids = (answer: Answer): string[] => ordered(answer).sort();

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
      const replaced: ReadonlyArray<readonly [claims: Claims, request: Claims, found: readonly string[]]> = [
        [{ sort: { acres: 'asc' } }, { sort: { acres: 'desc' } }, ['acadia', 'arches', 'zion', 'yellow']],
        [{ sort: { acres: 'asc' } }, { sort: { ghost: 'desc' } }, ['acadia', 'arches', 'zion', 'yellow']],
        [{ precision: 6 }, { query: 'rock coast', precision: 1 }, []],
        [{ precision: 1 }, { query: 'rock coast', precision: 6 }, ['acadia', 'arches', 'yellow']],
        [
          { group: { field: 'owner', sort: { acres: 'asc' } } },
          { group: { field: 'states' }, sort: { acres: 'asc' } },
          ['acadia', 'arches', 'yellow'],
        ],
        [
          { boosts: { owner: { type: 'value', value: 'ann', factor: 5 } } },
          { boosts: { owner: { type: 'value', value: 'bob', factor: 5 } } },
          ['acadia', 'zion', 'yellow', 'arches'],
        ],
        [{ boosts: {} }, { boosts: { ghost: {} } }, NEWEST_FIRST],
        [{ analytics: { tags: ['a'] } }, { analytics: 'all' }, NEWEST_FIRST],
        [{ record_analytics: false }, { record_analytics: 'never' }, NEWEST_FIRST],
      ];
      for (const [claims, request, found] of replaced) {
        const answer = await search(claims, { query: '', ...request });
        const got = claims.precision === 1 ? ids(answer) : ordered(answer);
        assert.deepEqual(got, found, JSON.stringify([claims, request]));
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
      // The score of a field is multiplied with its weight.
      const plain = await score({ title: {} }, { title: {} });
      assert.ok(plain > 0);
      const weight = async (token: unknown, asked: unknown) =>
        Math.round(((await score(token, asked)) / plain) * 1e9) / 1e9;
      assert.equal(await weight({ title: {} }, { title: { weight: 3 } }), 3);
      assert.equal(await weight({ title: { weight: 5 } }, { title: { weight: 3 } }), 5);
      assert.equal(await weight({ title: { weight: 5 } }, { title: {} }), 5);
      assert.equal(await score({ title: { weight: 0 } }, { title: { weight: 3 } }), undefined);
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
        const request = { query: 'zion', ...(asked && { result_fields: { title: asked } }) };
        const answer = await search({ result_fields: { title: token } }, request);
        assert.equal(answer.status, 200, answer.text);
        const { title = {} } = answer.json.results[0];
        const values = { raw: 'Zion canyon', snippet: '<em>Zion</em> canyon' };
        for (const [part, value] of Object.entries(title)) {
          assert.equal(value, values[part as keyof typeof values]);
        }
        return Object.keys(title);
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
