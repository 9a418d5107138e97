import assert from 'node:assert/strict';
import test from 'node:test';
import { isSignedWith, readSignedKey } from '../../src/credentials/signed-key.ts';
import { announcedSeed, Random } from '../support/seed.ts';
import { signedKey } from '../support/signed-key.ts';
import { REFUSAL, rawSearch, searchWith, waysToSend, world } from './signers.ts';
import { CODE } from './token-case.ts';
import { WRONG_TOKENS } from './wrong-tokens.ts';

test('every invalid signed search key gets the same 401', async (t) => {
  const it = await world(t);
  // Otherwise a service that accepts nothing would pass too.
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

test('a header with more than a token gets the same 401', async (t) => {
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

test('a token longer than the limit of a header line gets 431', async (t) => {
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

const MUTATIONS = 10_000;

/** A token that differs from `token` by one to four small mutations. */
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

test(`none of ${MUTATIONS} mutations of a valid token is accepted`, (t) => {
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
