import assert from 'node:assert/strict';
import test from 'node:test';
import { signedKey } from '../support/signed-key.ts';
import { shelf } from './shelf.ts';

type Answer = { results: Array<{ id: { raw: string } }>; meta: { request_id: string } };
const foundBy = (answers: readonly Answer[]): string[][] =>
  answers.map(({ results }) => results.map(({ id }) => id.raw));

test('several searches are answered in order, each completely', async (t) => {
  const { post, search, service, engine } = await shelf(t);
  const queries = [
    { query: 'dune', result_fields: { title: {} } },
    { query: '', sort: { year: 'asc' }, page: { size: 2 }, facets: { tags: { type: 'value' } } },
    { query: 'nowhere' },
  ];
  const { status, headers, json } = await post('multi_search', { queries });
  assert.equal(status, 200);
  assert.deepEqual(foundBy(json), [['dune'], ['emma', 'solaris'], []]);
  for (const [i, query] of queries.entries()) {
    const alone = (await search(query)).json;
    const request_id = headers.get('x-request-id');
    assert.deepEqual(json[i], { ...alone, meta: { ...alone.meta, request_id } });
  }
  const byAddress = await service.call(
    'GET',
    `/engines/${engine}/multi_search?queries[][query]=dune&queries[][query]=emma`,
  );
  assert.deepEqual(foundBy(byAddress.json), [['dune'], ['emma']]);
  const asFile = await service.call('GET', `/engines/${engine}/multi_search.json`, { body: { queries } });
  assert.equal(asFile.json.length, 3);
});

test('one invalid search rejects all, each with its own errors', async (t) => {
  const { post } = await shelf(t);
  const bad = { query: 'cat', invalid: 'parameter' };
  const rows: ReadonlyArray<readonly [queries: unknown[], errors: string[][]]> = [
    [
      [bad, { query: 'dog' }],
      [['Options contains invalid key: invalid'], []],
    ],
    [
      [bad, { query: 'dog', another: 1 }],
      [['Options contains invalid key: invalid'], ['Options contains invalid key: another']],
    ],
    [[{ query: 'x', search_fields: { taco: {} } }], [['Search fields contains invalid field: taco']]],
    [
      [{ query: 'x' }, {}, { sort: 5, page: 5, query: '' }],
      [[], ['Missing required parameter: query'], ['Sort must be an object', 'Page must be an object']],
    ],
    [
      ['dune', null, { query: '' }],
      [['Query must be an object'], ['Query must be an object'], []],
    ],
  ];
  for (const [queries, errors] of rows) {
    const { status, json } = await post('multi_search', { queries });
    assert.deepEqual({ status, json }, { status: 400, json: errors.map((list) => ({ errors: list })) });
  }
});

test('the request as a whole has its own errors', async (t) => {
  const { post } = await shelf(t, []);
  const rows: ReadonlyArray<readonly [body: unknown, error: string]> = [
    [{}, 'Missing required parameter: queries'],
    [{ queries: null }, 'Missing required parameter: queries'],
    [{ queries: [] }, 'Missing required parameter: queries'],
    [{ queries: 'dune' }, 'Queries must be an array'],
    [{ queries: { query: 'dune' } }, 'Queries must be an array'],
    [
      { queries: Array.from({ length: 11 }, () => ({ query: '' })) },
      'Queries cannot have more than 10 queries',
    ],
    [{ queries: [{ query: '' }], query: 'x' }, 'Options contains invalid key: query'],
    [[{ query: '' }], 'Missing required parameter: queries'],
  ];
  for (const [body, error] of rows) {
    const { status, json } = await post('multi_search', body);
    assert.deepEqual({ status, json }, { status: 400, json: { errors: [error] } }, JSON.stringify(body));
  }
  const ten = await post('multi_search', { queries: Array.from({ length: 10 }, () => ({ query: '' })) });
  assert.equal(ten.json.length, 10);
});

test('a signed key restricts every search', async (t) => {
  const { post, service } = await shelf(t);
  const claims = { filters: { tags: 'space' }, result_fields: { title: {} } };
  const key = signedKey({ name: 'private-key', key: service.privateKey }, claims);
  const queries = [{ query: '' }, { query: 'emma' }, { query: '', filters: { year: { from: 1966 } } }];
  const { json } = await post('multi_search', { queries }, key);
  assert.deepEqual(foundBy(json), [['ubik', 'dune'], [], ['ubik']]);
  assert.deepEqual(Object.keys(json[0].results[0]), ['title', '_meta', 'id']);
});
