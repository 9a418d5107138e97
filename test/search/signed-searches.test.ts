import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { SIGNED_KEYS_MODES } from '../../src/setting-table.ts';
import type { Answer } from '../support/service.ts';
import { idsOf, shelf } from './shelf.ts';

// What callers with a signed search key see over HTTP: sort, group, boosts, snippets. Examples; random cases are in
// restricted-searches.test.ts.

const HIDING = { result_fields: { title: {} } };
const errorsOf = ({ status, json }: Answer): unknown => [status, json.errors];

suite('a field that a signed key hides', () => {
  const options: ReadonlyArray<readonly [option: string, options: (field: string) => object]> = [
    ['Sort', (field) => ({ sort: { [field]: 'asc' } })],
    ['Sort', (field) => ({ sort: [{ title: 'asc' }, { [field]: 'desc' }] })],
    ['Group', (field) => ({ group: { field } })],
    ['Group sort', (field) => ({ group: { field: 'title', sort: { [field]: 'asc' } } })],
    ['Boosts', (field) => ({ boosts: { [field]: { type: 'value', value: 'space' } } })],
    ['Facets', (field) => ({ facets: { [field]: { type: 'value' } } })],
    ['Filters', (field) => ({ filters: { none: [{ [field]: 'space' }] } })],
    ['Result fields', (field) => ({ result_fields: { [field]: { snippet: {} } } })],
  ];

  test('does not exist under the strict setting', async (t) => {
    const { search } = await shelf(t, undefined, { FINDLING_SIGNED_KEYS: 'strict' });
    for (const [option, make] of options) {
      for (const field of ['tags', 'ghost']) {
        const message = `${option} contains invalid field: ${field}`;
        assert.deepEqual(errorsOf(await search(make(field), HIDING)), [400, [message]], message);
      }
      assert.equal((await search(make('title'), HIDING)).status, 200, option);
    }
    const claims = { ...HIDING, sort: { year: 'asc' }, boosts: { tags: { type: 'value', value: 'space' } } };
    const own = await search({ sort: { ghost: 'asc' } }, claims);
    assert.deepEqual(idsOf(own), ['emma', 'solaris', 'dune', 'ubik', 'kafe']);
  });

  test('can be used in sorts, groups and boosts under the compatible setting, but shows no value', async (t) => {
    const { search } = await shelf(t);
    for (const [option, make] of options) {
      const answer = await search(make('tags'), HIDING);
      assert.equal(answer.status, 200, option);
      assert.doesNotMatch(JSON.stringify(answer.json.results), /desert|space|England/, option);
    }
    assert.deepEqual(idsOf(await search({ sort: { year: 'asc' } }, HIDING)).slice(0, 2), ['emma', 'solaris']);
    const { results } = (await search({ group: { field: 'tags' } }, HIDING)).json;
    assert.deepEqual(
      results.map((hit: { _group_key: unknown; id: { raw: string } }) => [hit._group_key, hit.id.raw]),
      [
        [null, 'kafe'],
        [null, 'ubik'],
        [null, 'emma'],
      ],
    );
  });

  for (const mode of SIGNED_KEYS_MODES) {
    test(`does not show as the value of a group defined by the key (${mode})`, async (t) => {
      const { search } = await shelf(t, undefined, { FINDLING_SIGNED_KEYS: mode });
      const key = async (fields: object) => {
        const claims = { result_fields: fields, group: { field: 'tags', size: 1 } };
        return (await search({}, claims)).json.results[0]._group_key;
      };
      assert.equal(await key({ title: {} }), null);
      assert.equal(await key({ tags: { snippet: {} } }), null);
      assert.equal(await key({ tags: {} }), 'desert');
      assert.equal(await key({ tags: { raw: {} } }), 'desert');
    });
  }
});

test('a boost on a hidden field does not reveal its value in the score', async (t) => {
  const { search } = await shelf(t);
  const boosts = { year: { type: 'functional', function: 'linear' } };
  const scoreOf = async (options: object, claims: object) =>
    (await search({ filters: { id: 'dune' }, ...options }, claims)).json.results[0]._meta.score;
  assert.equal(await scoreOf({ boosts }, {}), 1966);
  assert.equal(await scoreOf({ boosts }, { result_fields: { year: {} } }), 1966);
  assert.equal(await scoreOf({ boosts }, HIDING), null);
  assert.equal(await scoreOf({ boosts }, { result_fields: { year: { snippet: {} } } }), null);
  assert.equal(await scoreOf({}, { ...HIDING, boosts }), null);
  assert.equal(await scoreOf({}, HIDING), 1);
});

test('sizes and fallbacks of the key override those of the request', async (t) => {
  const { search } = await shelf(t, [{ id: 'a', title: 'one two three four five six seven eight nine ten' }]);
  const shown = async (token: object, asked: object) => {
    const claims = { result_fields: { title: token } };
    const answer = await search({ query: '', result_fields: { title: asked } }, claims);
    return answer.json.results[0].title;
  };
  const raw = (size?: number) => ({ raw: size === undefined ? {} : { size } });
  assert.deepEqual(await shown(raw(20), raw(30)), { raw: 'one two three four' });
  assert.deepEqual(await shown({}, raw(20)), { raw: 'one two three four' });
  assert.deepEqual(await shown(raw(), raw(20)), { raw: 'one two three four' });
  const fallback = (value: boolean) => ({ snippet: { size: 20, fallback: value } });
  assert.deepEqual(await shown(fallback(false), fallback(true)), { snippet: null });
  assert.deepEqual(await shown({ snippet: {} }, fallback(true)), { snippet: 'one two three four' });
});
