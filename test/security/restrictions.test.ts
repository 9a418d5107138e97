import assert from 'node:assert/strict';
import test from 'node:test';
import { SIGNED_KEYS_MODES } from '../../src/setting-table.ts';
import { type Claims, ids, ordered, PARKS, parks, refusal, refusedWith } from './restricted-parks.ts';

// The effect of a signed search key on a request: examples. `test/search/restrict.test.ts` has random cases.

const NEWEST_FIRST = ['yellow', 'acadia', 'arches', 'zion'];

for (const mode of SIGNED_KEYS_MODES) {
  test(`filters of a signed key (${mode})`, async (t) => {
    const { search, byAddress } = await parks(t, mode);
    const query = '';

    await t.test('apply together with those of the request', async () => {
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

    await t.test('apply to a search with only a query string', async () => {
      const address = 'query=&filters[owner][]=ann&filters[owner][]=bob&filters[acres][from]=50';
      assert.deepEqual(ids(await byAddress({ filters: { owner: 'ann' } }, address)), ['zion']);
      assert.equal((await byAddress({ filters: null }, address)).status, 400);
    });

    await t.test('all apply if one object names several fields', async () => {
      assert.deepEqual(ids(await search({ filters: { owner: 'ann', states: 'Utah' } })), ['zion']);
      const nested = { filters: { all: [{ owner: 'ann', states: 'Utah' }] } };
      assert.deepEqual(ids(await search(nested)), ['zion']);
    });

    await t.test('apply to facets too', async () => {
      const facets = { states: { type: 'value' } };
      const { json } = await search({ filters: { owner: 'ann' } }, { query, facets });
      const counted = json.facets.states[0].data.map(({ value }: { value: string }) => value);
      assert.deepEqual(counted, ['Maine', 'Utah']);
    });

    await t.test('let nothing through in unclear cases', async () => {
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

    await t.test('with an unknown field close only their own branch', async () => {
      const filters = { any: [{ ghost: 'x' }, { owner: 'ann' }] };
      assert.deepEqual(ids(await search({ filters })), ['acadia', 'zion']);
    });

    await t.test('refuse every search where a condition is missing', async () => {
      const undefinedTenant: { owner?: string } = {};
      const empty: Claims[] = [
        undefinedTenant,
        { all: [] },
        { all: {} },
        { all: [undefinedTenant] },
        { none: [] },
        { none: {} },
        { none: [undefinedTenant] },
        { any: [undefinedTenant] },
        { all: [{ none: [] }] },
        // A condition elsewhere does not make up for the one that is missing.
        { all: [{ states: 'Utah' }, undefinedTenant] },
        { any: [{ states: 'Utah' }, undefinedTenant] },
        { any: [{ states: 'Utah' }, { all: [] }] },
        { states: 'Utah', all: undefinedTenant },
        { ghost: 'x', none: undefinedTenant },
      ];
      for (const filters of empty) {
        assert.deepEqual(
          refusal(await search({ filters })),
          refusedWith('Filters must contain at least one condition'),
          JSON.stringify(filters),
        );
      }
    });

    await t.test('may have empty lists beside conditions', async () => {
      for (const filters of [
        { owner: 'ann', all: [] },
        { owner: 'ann', none: [] },
        { all: [{ owner: 'ann' }, { none: [] }] },
      ]) {
        assert.deepEqual(ids(await search({ filters })), ['acadia', 'zion'], JSON.stringify(filters));
      }
    });

    await t.test('that are invalid reject every search', async () => {
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

    await t.test('do not allow an unknown field in the request', async () => {
      const answer = await search({ filters: { owner: 'ann' } }, { query, filters: { ghost: 'x' } });
      assert.deepEqual(refusal(answer), refusedWith('Filters contains invalid field: ghost'));
    });
  });

  test(`claims of a signed key (${mode})`, async (t) => {
    const { search } = await parks(t, mode);

    await t.test('that are neither standard nor search options reject every search', async () => {
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

    await t.test('that are standard are not search options', async () => {
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

    await t.test('do not allow an unknown option in the request', async () => {
      const answer = await search({ query: 'rock' }, { role: 'admin' });
      assert.deepEqual(refusal(answer), refusedWith('Options contains invalid key: role'));
    });
  });
}
