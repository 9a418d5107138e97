import assert from 'node:assert/strict';
import test, { type TestContext } from 'node:test';
import { isCurrent, isSignedWith, readSignedKey } from '../../src/credentials/signed-key.ts';
import { bodyOf, exchange, statusOf } from '../http/echo.ts';
import { createAccount } from '../support/accounts.ts';
import { announcedSeed, Random } from '../support/seed.ts';
import { type Answer, request, startTestService, type TestService } from '../support/service.ts';
import { signedKey, tokenOf } from '../support/signed-key.ts';
import {
  type Case,
  CODE,
  GOOD_HEADER,
  HOUR,
  type Key,
  now,
  type Signers,
  WRONG_TOKENS,
} from './wrong-tokens.ts';

interface World extends Signers {
  readonly service: TestService;
  readonly engine: string;
}

async function world(t: TestContext): Promise<World> {
  const service = await startTestService(t);
  const admin = (method: string, path: string, body?: unknown) =>
    service.call(method, path, { key: service.adminKey, body });
  const make = async (name: string, rights: object): Promise<Key> => {
    const { json } = await admin('POST', '/credentials', { name, ...rights });
    return { name, key: json.key };
  };
  const reader = { type: 'private', read: true };
  const deleted = await make('deleted', reader);
  await admin('DELETE', '/credentials/deleted');
  const before = await make('recreated', reader);
  await admin('DELETE', '/credentials/recreated');
  const strangers = await createAccount(service, 'strangers');
  return {
    service,
    engine: await service.engine({ documents: [{ id: 'a', title: 'Dune' }] }),
    signer: await make('reader', reader),
    search: { name: 'search-key', key: service.searchKey },
    full: { name: 'private-key', key: service.privateKey },
    writer: await make('writer', { type: 'private', write: true }),
    admin: { name: 'admin-key', key: service.adminKey },
    deleted,
    before,
    since: await make('recreated', reader),
    stranger: { name: 'private-key', key: strangers.privateKey },
  };
}

const searchWith = (
  { service, engine }: World,
  way: { header?: string; token?: string },
): Promise<Answer> => {
  const address = way.token === undefined ? '' : `?auth_token=${encodeURIComponent(way.token)}`;
  return request(`${service.baseUrl}/api/as/v1/engines/${engine}/search${address}`, 'POST', {
    body: { query: 'dune' },
    headers: way.header === undefined ? {} : { authorization: way.header },
  });
};

/** Status and body of a search whose header goes out byte by byte as it is, one byte a character. */
async function rawSearch({ service, engine }: World, header: string): Promise<[number, unknown]> {
  const head = [
    `GET /api/as/v1/engines/${engine}/search?query=dune HTTP/1.1`,
    'Host: localhost',
    `Authorization: ${header}`,
    'Connection: close',
  ];
  const bytes = Buffer.from(`${head.join('\r\n')}\r\n\r\n`, 'latin1');
  const answer = await exchange(Number(new URL(service.baseUrl).port), bytes);
  return [statusOf(answer), bodyOf(answer)];
}

/** Whether a text can stand in a header as it is: ASCII without blanks and control characters. */
const fitsHeader = (text: string): boolean => /^[\x21-\x7e]+$/.test(text);

/** A token in every way in which it can be sent. */
const waysToSend = (token: string): Array<{ header?: string; token?: string }> => [
  { token },
  ...(fitsHeader(token) ? [{ header: `Bearer ${token}` }, { header: token }] : []),
];

const REFUSAL = { error: 'Invalid authentication token.' };

test('a signed search key that is wrong in any way gets the same 401', async (t) => {
  const it = await world(t);
  // A world in which nothing is ever accepted would pass as well.
  assert.equal((await searchWith(it, { token: signedKey(it.signer) })).status, 200);
  assert.equal((await searchWith(it, { token: signedKey(it.since) })).status, 200);

  let cases = 0;
  let requests = 0;
  for (const [group, make] of Object.entries(WRONG_TOKENS)) {
    await t.test(group, async () => {
      for (const [what, token] of make(it)) {
        cases += 1;
        for (const way of waysToSend(token)) {
          requests += 1;
          const answer = await searchWith(it, way);
          const where = way.token === undefined ? way.header?.slice(0, 7) : 'auth_token';
          assert.deepEqual(
            [answer.status, answer.json],
            [401, REFUSAL],
            `${what} (${where}): ${answer.text}`,
          );
          assert.equal(answer.headers.get('www-authenticate'), 'Basic realm="Swiftype"', what);
          assert.equal(answer.headers.get('x-app-search-version'), null, what);
        }
      }
    });
  }
  assert.ok(cases >= 200, `${cases} cases`);
  t.diagnostic(`${cases} cases, ${requests} requests, 0 accepted`);
});

test('a header that is more than a token gets the same 401', async (t) => {
  const it = await world(t);
  const good = signedKey(it.signer);
  const headers = [
    `Bearer ${good} ${good}`,
    `Bearer ${good} x`,
    `Bearer Bearer ${good}`,
    `Bearer "${good}"`,
    `Bearer ${good},`,
    `Bearer ${good};`,
    `Bearer,${good}`,
    `Bearer=${good}`,
    `Bearer:${good}`,
    `Bearer\u00a0${good}`,
    `Bearer ${good}\u00a0`,
    `Bearer \u00a0${good}`,
    `\u00a0Bearer ${good}`,
    `\u00a0${good}`,
    `${good}\u00a0`,
    `Bearer ${good}\u0085`,
    `JWT ${good}`,
    `Token ${good}`,
    `Basic ${good}`,
    `Basic ${Buffer.from(`:${good}`).toString('base64')}`,
    `Negotiate ${good}`,
    `${good} Bearer`,
    `token=${good}`,
    `Bearer token=${good}`,
  ];
  for (const header of headers) {
    assert.deepEqual(await rawSearch(it, header), [401, REFUSAL], header.replace(good, '<token>'));
  }
  assert.deepEqual((await rawSearch(it, `Bearer ${good}`))[0], 200);
});

test('a token that is longer than a header line may be gets 431', async (t) => {
  const it = await world(t);
  const megabyte = signedKey(it.signer, { iss: 'x'.repeat(750_000) });
  assert.ok(megabyte.length > 1_000_000);
  const tooLong = signedKey(it.signer, { iss: 'x'.repeat(50_000) });
  assert.ok(tooLong.length > 65_536);
  for (const token of [megabyte, tooLong]) {
    for (const way of [{ header: `Bearer ${token}` }, { header: token }, { token }]) {
      const answer = await searchWith(it, way);
      assert.deepEqual([answer.status, answer.json], [431, { errors: ['Request header is too large'] }]);
    }
  }
});

test('a good signed search key is accepted, whatever stands beside the claims that count', async (t) => {
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

test('a signed search key reaches the whole search family, restricted in all of it, and nothing else', async (t) => {
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

test('claims that are no search options refuse the whole search family', async (t) => {
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

test('a token as long as a header line may be is accepted', async (t) => {
  const it = await world(t);
  // Three bytes make four characters, so the length can be met to within four.
  const shortest = signedKey(it.signer, { iss: '' }).length;
  const fill = Math.floor(((65_536 - 'Bearer '.length - shortest) * 3) / 4);
  const token = signedKey(it.signer, { iss: 'x'.repeat(fill) });
  assert.ok(token.length + 'Bearer '.length > 65_530 && token.length + 'Bearer '.length <= 65_536);
  assert.equal((await searchWith(it, { header: `Bearer ${token}` })).status, 200);
});

test('blanks that HTTP allows around a header do not belong to the token', async (t) => {
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

test('a token dies with its key and comes back to life with nobody', async (t) => {
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

test('exp and nbf count to the millisecond, without leeway', () => {
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

const MUTATIONS = 10_000;

/** A token that differs from `token` by one to four small accidents. */
function mutated(token: string, random: Random): string {
  const alphabet = `${CODE}..==+/ \n\u00a0\u0000%"`;
  let text = token;
  for (let left = 1 + random.below(4); left > 0; left--) {
    const at = random.below(text.length);
    const to = at + random.below(Math.min(8, text.length - at)) + 1;
    const letter = random.pick([...alphabet]);
    const changes = [
      () => text.slice(0, at) + letter + text.slice(at + 1),
      () => text.slice(0, at) + letter + text.slice(at),
      () => text.slice(0, at) + text.slice(at + 1),
      () => text.slice(0, at) + text.slice(to),
      () => text.slice(0, to) + text.slice(at),
      () => text.slice(0, at) + [...text.slice(at, to)].reverse().join('') + text.slice(to),
      () => text.slice(0, at) + text.slice(at, to).toUpperCase() + text.slice(to),
      () => text.slice(to) + text.slice(0, to),
      () => text.slice(0, -1) + CODE[CODE.indexOf(text.at(-1) as string) ^ (1 + random.below(3))],
    ];
    text = random.pick(changes)();
    if (text === '') return '.';
  }
  return text;
}

test(`none of ${MUTATIONS} mutations of a good token is accepted`, (t) => {
  const random = new Random(announcedSeed('mutated signed search keys'));
  const secret = `private-${'k'.repeat(24)}`;
  const accepted = (token: string): boolean => {
    const key = readSignedKey(token);
    return key !== undefined && isSignedWith(key, secret);
  };
  const tokens = [
    signedKey({ name: 'reader', key: secret }),
    signedKey({ name: 'reader', key: secret }, { filters: { owner: '42' }, exp: 4e9 }, { alg: 'HS256' }),
    signedKey({ name: 'reader', key: secret }, { iss: '>>>???', result_fields: { title: {} } }),
  ];
  for (const token of tokens) assert.equal(accepted(token), true);

  let tried = 0;
  let readable = 0;
  while (tried < MUTATIONS) {
    const token = random.pick(tokens);
    const changed = mutated(token, random);
    if (tokens.includes(changed)) continue;
    tried += 1;
    if (readSignedKey(changed) !== undefined) readable += 1;
    assert.equal(accepted(changed), false, changed);
  }
  t.diagnostic(`${tried} mutations, ${readable} still readable, 0 accepted`);
});
