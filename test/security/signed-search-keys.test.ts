import assert from 'node:assert/strict';
import test from 'node:test';
import { isCurrent, readSignedKey } from '../../src/credentials/signed-key.ts';
import { signedKey, tokenOf } from '../support/signed-key.ts';
import { REFUSAL, searchWith, waysToSend, world } from './signers.ts';
import { type Case, GOOD_HEADER, HOUR, now } from './token-case.ts';

test('a valid signed search key is accepted, with any further members and standard claims', async (t) => {
  const it = await world(t);
  const own = `"api_key_name":"${it.signer.name}"`;
  const time = Math.floor(now());
  const anyShape = ['null', '""', '"x"', '0', '-1', '1e999', 'true', '[]', '["a"]', '{}', '{"a":{"b":[1]}}'];
  const cases: Case[] = [
    ['signed by a private key that may read', signedKey(it.signer)],
    ['signed by a private key that may read and write', signedKey(it.full)],
    ['signed by a search key', signedKey(it.search)],
    ['signed by the key that took over a name', signedKey(it.since)],
    ...[
      ['header of alg alone', '{"alg":"HS256"}'],
      ['header with an escaped alg', '{"\\u0061lg":"HS\\u003256"}'],
      ['header with blanks', ' {\n"alg" : "HS256"\t}\r\n'],
      ['header with kid', '{"alg":"HS256","kid":"../../dev/null"}'],
      ['header with a kid of another shape', '{"alg":"HS256","kid":[1]}'],
      ['header with typ', '{"typ":"at+jwt","alg":"HS256"}'],
      ['header with a typ of another shape', '{"typ":null,"alg":"HS256"}'],
      ['header with cty', '{"cty":"JWT","alg":"HS256"}'],
      ['header with unknown members', '{"alg":"HS256","x5t":"a","zip":"DEF","b64":false,"enc":"none"}'],
      ['header of one name on two levels', '{"alg":"HS256","more":{"alg":"none"}}'],
    ].map(([what, header]): Case => [what as string, tokenOf(it.signer.key, header as string, `{${own}}`)]),
    ...[
      ['payload with blanks', ` { ${own} }\n`],
      ['payload with an escaped name', `{"api_key\\u005fname":"${it.signer.name}"}`],
      ['exp to come', `{${own},"exp":${time + HOUR}}`],
      ['exp with a fraction', `{${own},"exp":${time + HOUR}.25}`],
      ['exp with an exponent', `{${own},"exp":4e9}`],
      ['exp far away', `{${own},"exp":1e300}`],
      ['nbf past', `{${own},"nbf":${time - HOUR}}`],
      ['nbf with a fraction', `{${own},"nbf":${time - HOUR}.75}`],
      ['nbf zero', `{${own},"nbf":0}`],
      ['nbf negative', `{${own},"nbf":-1.5}`],
      ['a window that is open', `{${own},"nbf":${time - HOUR},"exp":${time + HOUR}}`],
      ['iat to come', `{${own},"iat":${time + HOUR}}`],
      ['one field on two levels of filters', `{${own},"filters":{"id":"a","all":[{"id":"a"}]}}`],
      ['text beyond ASCII', `{${own},"iss":"Zürich 東京 😀"}`],
      ...['iat', 'iss', 'aud', 'sub', 'jti'].flatMap((claim) =>
        anyShape.map((value) => [`${claim} ${value}`, `{${own},"${claim}":${value}}`]),
      ),
    ].map(
      ([what, payload]): Case => [what as string, tokenOf(it.signer.key, GOOD_HEADER, payload as string)],
    ),
    ['a long token', signedKey(it.signer, { iss: 'x'.repeat(20_000) })],
    ['a token close to the limit', signedKey(it.signer, { iss: 'x'.repeat(48_800) })],
  ];
  for (const [what, token] of cases) {
    for (const way of waysToSend(token)) {
      const answer = await searchWith(it, way);
      assert.equal(answer.status, 200, `${what}: ${answer.text}`);
      assert.equal(answer.json.results[0]?.id.raw, 'a', what);
    }
  }
  t.diagnostic(`${cases.length} tokens accepted`);
});

test('a signed search key gives access to the search endpoints only, restricted in all of them', async (t) => {
  const it = await world(t);
  const documents = [{ id: 'b', title: 'Dunes' }];
  await it.service.call('POST', `/engines/${it.engine}/documents`, { body: documents });
  const key = signedKey(it.signer, { filters: { id: 'a' }, result_fields: { title: {} } });
  const ask = (method: string, path: string, body?: unknown, token = key) =>
    it.service.call(method, `/engines/${it.engine}${path}`, { key: token, body });
  const ids = (found: { results: Array<{ id: { raw: string } }> }) => found.results.map(({ id }) => id.raw);

  const family: ReadonlyArray<
    readonly [path: string, body: object, read: (json: never) => unknown, unknown]
  > = [
    ['/search', { query: '' }, ids, ['a']],
    [
      '/multi_search',
      { queries: [{ query: '' }, { query: 'dune' }, { query: '', filters: { id: 'b' } }] },
      (json: Parameters<typeof ids>[0][]) => json.map(ids),
      [['a'], ['a'], []],
    ],
    [
      '/query_suggestion',
      { query: 'du' },
      (json: { results: unknown }) => json.results,
      { documents: [{ suggestion: 'dune' }] },
    ],
  ];
  for (const [path, body, read, expected] of family) {
    for (const method of ['GET', 'POST']) {
      const answer = await ask(method, path, body);
      assert.equal(answer.status, 200, `${method} ${path}: ${answer.text}`);
      assert.deepEqual(read(answer.json as never), expected, `${method} ${path}`);
      const free = await ask(method, path, body, signedKey(it.signer));
      assert.match(free.text, /Dunes|"dunes"/, `${method} ${path} would find more without the filter`);
    }
  }
  const click = { query: 'dune', document_id: 'b' };
  const clicked = await ask('POST', '/click', click);
  assert.deepEqual([clicked.status, clicked.text], [200, '']);

  const outside: ReadonlyArray<readonly [method: string, path: string, body?: unknown]> = [
    ['GET', ''],
    ['GET', '/documents', ['a']],
    ['GET', '/documents/list'],
    ['GET', '/schema'],
    ['POST', '/documents', { id: 'c' }],
    ['DELETE', '/documents', ['a']],
  ];
  for (const [method, path, body] of outside) {
    const answer = await ask(method, path, body);
    assert.deepEqual([answer.status, answer.json], [401, { errors: ['Unauthorized action.'] }], path);
  }

  await it.service.call('DELETE', `/credentials/${it.signer.name}`, { key: it.service.adminKey });
  for (const [path, body] of [...family, ['/click', click] as const]) {
    const answer = await ask('POST', path, body);
    assert.deepEqual([answer.status, answer.json], [401, REFUSAL], `${path} once the key is gone`);
  }
});

test('claims that are not search options reject all search endpoints', async (t) => {
  const it = await world(t);
  const key = signedKey(it.signer, { role: 'reader' });
  const errors = ['Options contains invalid key: role'];
  for (const [path, body, refusal] of [
    ['search', { query: '' }, { errors }],
    ['multi_search', { queries: [{ query: '' }, { query: '' }] }, [{ errors }, { errors }]],
    ['query_suggestion', { query: 'du' }, { errors }],
    ['click', { query: 'du', document_id: 'a' }, { errors }],
  ] as const) {
    const answer = await it.service.call('POST', `/engines/${it.engine}/${path}`, { key, body });
    assert.deepEqual([answer.status, answer.json], [400, refusal], path);
  }
});

test('a token of the maximum length of a header line is accepted', async (t) => {
  const it = await world(t);
  // Three bytes make four characters, so the length is accurate to within four.
  const shortest = signedKey(it.signer, { iss: '' }).length;
  const fill = Math.floor(((65_536 - 'Bearer '.length - shortest) * 3) / 4);
  const token = signedKey(it.signer, { iss: 'x'.repeat(fill) });
  assert.ok(token.length + 'Bearer '.length > 65_530 && token.length + 'Bearer '.length <= 65_536);
  assert.equal((await searchWith(it, { header: `Bearer ${token}` })).status, 200);
});

test('whitespace that HTTP allows around a header is not part of the token', async (t) => {
  const it = await world(t);
  const good = signedKey(it.signer);
  for (const header of [
    ` Bearer ${good}`,
    `Bearer ${good} `,
    `Bearer  ${good}`,
    `\tBearer\t${good}\t`,
    `${good}  `,
  ]) {
    assert.equal(
      (await searchWith(it, { header })).status,
      200,
      JSON.stringify(header.replace(good, '<token>')),
    );
  }
  assert.equal((await searchWith(it, { header: `bEaReR ${good}` })).status, 200);
});

test('a token becomes invalid with its key and never valid again', async (t) => {
  const it = await world(t);
  const admin = (method: string, path: string, body?: unknown) =>
    it.service.call(method, path, { key: it.service.adminKey, body });
  const token = signedKey(it.signer);
  const status = async () => (await searchWith(it, { token })).status;

  assert.equal(await status(), 200);
  await admin('PUT', `/credentials/${it.signer.name}`, { read: false, write: true });
  assert.equal(await status(), 401, 'the key may no longer read');
  await admin('PUT', `/credentials/${it.signer.name}`, { read: true });
  assert.equal(await status(), 200, 'and may again');
  await admin('PUT', `/credentials/${it.signer.name}`, { engines: ['elsewhere'] });
  const elsewhere = await searchWith(it, { token });
  assert.deepEqual([elsewhere.status, elsewhere.json], [401, { errors: ['Unauthorized action.'] }]);
  await admin('DELETE', `/credentials/${it.signer.name}`);
  assert.equal(await status(), 401, 'the key is gone');
  await admin('POST', '/credentials', { name: it.signer.name, type: 'private' });
  const again = await searchWith(it, { token });
  assert.deepEqual([again.status, again.json], [401, REFUSAL], 'another key has its name');
});

test('exp and nbf are checked to the millisecond, without leeway', () => {
  const read = (claims: object) => {
    const key = readSignedKey(signedKey({ name: 'k', key: 's' }, { ...claims }));
    assert.ok(key);
    return key;
  };
  const until = read({ exp: 1000.5 });
  assert.deepEqual(
    [1000.499, 1000.5, 1000.501].map((at) => isCurrent(until, at)),
    [true, false, false],
  );
  const from = read({ nbf: 1000.5 });
  assert.deepEqual(
    [1000.499, 1000.5, 1000.501].map((at) => isCurrent(from, at)),
    [false, true, true],
  );
  const never = read({ nbf: 1000.5, exp: 1000.5 });
  assert.deepEqual(
    [1000.499, 1000.5, 1000.501].map((at) => isCurrent(never, at)),
    [false, false, false],
  );
});
