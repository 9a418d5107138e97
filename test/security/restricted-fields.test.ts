import assert from 'node:assert/strict';
import test, { suite, type TestContext } from 'node:test';
import { SIGNED_KEYS_MODES, type SignedKeysMode } from '../../src/setting-table.ts';
import { startTestService } from '../support/service.ts';
import { signedKey } from '../support/signed-key.ts';
import { type Claims, facetsOf, ids, PARKS, parks, refusal, refusedWith, shown } from './restricted-parks.ts';

for (const mode of SIGNED_KEYS_MODES) {
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

    await t.test('do not affect an empty query', async () => {
      assert.equal(ids(await search({ search_fields: {} })).length, PARKS.length);
    });

    await t.test('set a weight, or leave it to the request', async () => {
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

    await t.test('do not allow an unknown field in the request', async () => {
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

    await t.test('allow raw and snippet with {}, and otherwise only the named parts', async () => {
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

    await t.test('that are invalid reject every search', async () => {
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

    await t.test('forbid facets with {} and null, without an error', async () => {
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

    await t.test('limit those of the request', async () => {
      const asked = { states: value, owner: value };
      assert.deepEqual(facetsOf(await search({ facets: { states: value } }, { query: '', facets: asked })), [
        'states',
      ]);
    });

    await t.test('leave no facets if there is no overlap', async () => {
      const answer = await search({ facets: { states: value } }, { query: '', facets: { owner: value } });
      assert.deepEqual([answer.status, facetsOf(answer)], [200, []]);
    });

    await t.test('are returned if the request names none', async () => {
      assert.deepEqual(facetsOf(await search({ facets: { states: value } })), ['states']);
    });

    await t.test('set a size, or leave it to the request', async () => {
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

test('strict: a hidden field does not exist', async (t) => {
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

  await t.test('but is searched if search_fields allows it', async () => {
    assert.deepEqual(ids(await search(claims, { query: 'bob' })), ['arches']);
    assert.deepEqual(ids(await search(claims, { query: 'bob', search_fields: { owner: {} } })), ['arches']);
    assert.deepEqual(ids(await search({ ...claims, search_fields: { title: {} } }, { query: 'bob' })), []);
  });

  await t.test("but serves the token's own options", async () => {
    assert.deepEqual(ids(await search({ ...claims, filters: { owner: 'bob' } })), ['arches']);
    const facets = { owner: { type: 'value' } };
    assert.deepEqual(facetsOf(await search({ ...claims, facets })), ['owner']);
  });

  await t.test('but id is not a field of the schema and stays', async () => {
    assert.deepEqual(ids(await search(claims, { query: '', filters: { id: 'zion' } })), ['zion']);
  });

  await t.test('hides nothing from keys without result_fields, signed or not', async () => {
    for (const free of [{}, null]) {
      assert.deepEqual(ids(await search(free, { query: '', filters: { owner: 'bob' } })), ['arches']);
    }
  });
});

suite('strict: a field that is shown in part', () => {
  const secret = 'intro words then the confidential part of a long text that nobody may read in full';
  const documents = [
    { id: 'own', tenant: 't1', body: secret, acres: 147 },
    { id: 'other', tenant: 't2', body: 'another text', acres: 49 },
  ];
  const parts: readonly object[] = [
    { snippet: { size: 20 } },
    { raw: { size: 20 } },
    { raw: { size: 20 }, snippet: { size: 20 } },
  ];
  const asks = async (t: TestContext, mode: SignedKeysMode) => {
    const service = await startTestService(t, { FINDLING_SIGNED_KEYS: mode });
    const engine = await service.engine({ schema: { acres: 'number' }, documents });
    const signer = { name: 'private-key', key: service.privateKey };
    return (route: string, claims: object, body: object) =>
      service.call('POST', `/engines/${engine}/${route}`, { key: signedKey(signer, { ...claims }), body });
  };
  const facets = { body: { type: 'value', size: 1 } };

  test('has no facets', async (t) => {
    const ask = await asks(t, 'strict');
    for (const part of parts) {
      const claims = { filters: { tenant: 't1' }, result_fields: { body: part } };
      const answer = await ask('search', claims, { query: 'intro', facets });
      assert.deepEqual(refusal(answer), refusedWith('Facets contains invalid field: body'));
      assert.doesNotMatch((await ask('search', claims, { query: 'intro' })).text, /confidential/);
    }
    for (const whole of [{}, { raw: {} }, { raw: {}, snippet: { size: 20 } }]) {
      const answer = await ask('search', { result_fields: { body: whole } }, { query: 'intro', facets });
      assert.equal(answer.json.facets.body[0].data[0].value, secret);
    }
  });

  test('has its groups named by the part that is shown', async (t) => {
    const ask = await asks(t, 'strict');
    for (const [part, expected] of [
      [parts[0], null],
      [parts[1], 'intro words then the'],
    ]) {
      const answer = await ask(
        'search',
        { result_fields: { body: part } },
        { query: 'intro', group: { field: 'body' } },
      );
      assert.equal(answer.json.results[0]._group_key, expected);
      assert.doesNotMatch(answer.text, /confidential/);
    }
  });

  test('gives no suggestions', async (t) => {
    const ask = await asks(t, 'strict');
    const types = { documents: { fields: ['body'] } };
    for (const part of parts) {
      const claims = { result_fields: { body: part } };
      const { status, json } = await ask('query_suggestion', claims, { query: 'confid' });
      assert.deepEqual([status, json.results.documents], [200, []]);
      const named = await ask('query_suggestion', claims, { query: 'confid', types });
      assert.deepEqual(refusal(named), refusedWith('Types documents fields contains invalid value: body'));
    }
  });

  test('is hidden if the part of it that is shown is empty: numbers have no snippets', async (t) => {
    const ask = await asks(t, 'strict');
    const claims = { result_fields: { acres: { snippet: {} } } };
    const answer = await ask('search', claims, { query: '', filters: { acres: { from: 100 } } });
    assert.deepEqual(refusal(answer), refusedWith('Filters contains invalid field: acres'));
    const shownWhole = { result_fields: { acres: { raw: { size: 20 } } } };
    const request = { query: '', facets: { acres: { type: 'value' } }, filters: { acres: { from: 100 } } };
    assert.deepEqual(ids(await ask('search', shownWhole, request)), ['own']);
  });

  test('can be counted and completed under the compatible setting', async (t) => {
    const ask = await asks(t, 'compatible');
    const claims = { result_fields: { body: parts[0] } };
    const answer = await ask('search', claims, { query: 'intro', facets });
    assert.equal(answer.json.facets.body[0].data[0].value, secret);
  });
});

test('strict: scores of a signed key with filters are null, as they depend on all documents', async (t) => {
  const scores = async (mode: SignedKeysMode, claims: Claims) => {
    const { search } = await parks(t, mode);
    const answer = await search(claims, { query: 'rock' });
    return answer.json.results.map((hit: { _meta: { score: unknown } }) => typeof hit._meta.score);
  };
  const filters = { none: [{ owner: 'ann' }] };
  assert.deepEqual(await scores('strict', { filters }), ['object', 'object']);
  assert.deepEqual(await scores('strict', {}), ['number', 'number']);
  assert.deepEqual(await scores('compatible', { filters }), ['number', 'number']);
});
