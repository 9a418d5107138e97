import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { loggedAddress, maskSecrets } from '../../src/api/masking.ts';
import { parseQueryString } from '../../src/http/query-string.ts';
import { processorTime } from '../support/processor-time.ts';
import { echoService, exchange } from './echo.ts';

const CANARY = 'private-canary0canary0canary0';

suite('URLs in logs', () => {
  const table: Array<[string, string]> = [
    ['/a', '/a'],
    ['/a?', '/a?'],
    ['/a?query=cat&page[size]=1', '/a?query=cat&page[size]=1'],
    ['/a?auth_token=s', '/a?auth_token=***'],
    ['/a?x=1&auth_token=s&y=2', '/a?x=1&auth_token=***&y=2'],
    ['/a?auth_token=s&auth_token=t', '/a?auth_token=***&auth_token=***'],
    ['/a?auth_token[]=s', '/a?auth_token[]=***'],
    ['/a?auth_token[x]=s', '/a?auth_token[x]=***'],
    ['/a?x[auth_token]=s', '/a?x[auth_token]=***'],
    ['/a?auth%5Ftoken=s', '/a?auth%5Ftoken=***'],
    ['/a?%61uth_token%5B%5D=s', '/a?%61uth_token%5B%5D=***'],
    ['/a?auth%255Ftoken=s', '/a?auth%255Ftoken=***'],
    ['/a?AUTH_TOKEN=s', '/a?AUTH_TOKEN=***'],
    ['/a?auth_token=s=t', '/a?auth_token=***'],
    ['/a?auth_token=s;t', '/a?auth_token=***'],
    ['/a?x=1;auth_token=s', '/a?x=***'],
    ['/a?x=1?auth_token=s', '/a?x=***'],
    ['/a?+auth_token+=s', '/a?+auth_token+=***'],
    ['/a?%&auth_token=s&%zz=1', '/a?%&auth_token=***&%zz=1'],
    ['/a#auth_token=s', '/a#auth_token=***'],
    ['/a?auth_token:s', '/a?***'],
    ['/a?access_token=s&query=monkey', '/a?access_token=***&query=monkey'],
    ['/a?api_key=s&client[secret]=t', '/a?api_key=***&client[secret]=***'],
  ];
  for (const [url, masked] of table) test(url, () => assert.equal(loggedAddress(url), masked));

  test('hide every query string that would be parsed as a token (property)', (t) => {
    const seed = Math.trunc(Math.random() * 2 ** 31);
    t.diagnostic(`seed ${seed}`);
    const letter = (char: string) =>
      fc.constantFrom(
        char,
        `%${char.charCodeAt(0).toString(16)}`,
        `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
      );
    const name = fc.tuple(...Array.from('auth_token', letter)).map((letters) => letters.join(''));
    const suffix = fc.constantFrom('', '[]', '[a]', '%5B%5D', '[][b]');
    const other = fc.constantFrom('', 'a=1', 'b', '&', 'c[]=2', '%41=1', 'x=y;z');
    fc.assert(
      fc.property(other, name, suffix, other, (before, spelled, brackets, after) => {
        const query = `${before}&${spelled}${brackets}=${CANARY}&${after}`;
        assert.ok('auth_token' in parseQueryString(query));
        assert.ok(!loggedAddress(`/api/as/v1/engines?${query}`).includes('canary'), query);
      }),
      { seed, numRuns: 2000 },
    );
  });
});

test('keys in unexpected places of an address are masked, however they are encoded', () => {
  const short = 'private-provisioned-key1';
  for (const key of [CANARY, short]) {
    const encoded = key.replace('-', '%2D');
    const twice = key.replace('-', '%252d');
    const letters = [...key].map((letter) => `%${letter.charCodeAt(0).toString(16)}`).join('');
    for (const url of [
      ...[key, encoded, twice, letters].map((spelled) => `/api/as/v1/engines/${spelled}`),
      ...[key, encoded, twice, letters].map((spelled) => `/api/as/v1/engines?query=${spelled}`),
      `/api/as/v1/engines%3Fauth_token=${key}`,
      `/api/as/v1/engines%253Fauth_token=${key}`,
      `/api/as/v1/engines%3Faccess_token=${key}/documents`,
      `/${key}/api/as/v1/engines`,
      `/api/as/v1/engines/a%20${key}`,
      `/api/as/v1/engines;${key}?x=1`,
      `/api/as/v1/engines?access_token=${key}`,
      `/api/as/v1/engines?${key}`,
      `/api/as/v1/engines?a=%20${encoded}`,
      `/api/as/v1/engines#${key}`,
    ]) {
      assert.doesNotMatch(
        decodeURIComponent(decodeURIComponent(loggedAddress(url))),
        /canary|provisioned/,
        url,
      );
    }
  }
  for (const url of ['/api/as/v1/engines/search-box/search?query=caf%C3%A9', '/api/as/v1/engines/a%20b']) {
    assert.equal(loggedAddress(url), url);
  }
});

test('keys, tokens and credentials are masked in the text of errors', () => {
  assert.equal(
    maskSecrets(`bad key ${CANARY}, again "${CANARY}"`),
    'bad key private-***, again "private-***"',
  );
  assert.equal(maskSecrets('token eyJhbGciOiJIUzI1NiJ9.eyJhIjoxfQ.c2ln!'), 'token ***!');
  assert.equal(maskSecrets('Authorization: bearer abc.def-1'), 'Authorization: Bearer ***');
  assert.equal(maskSecrets('the search-box is not admin-only'), 'the search-box is not admin-only');
});

test('masking is fast on long hostile texts', () => {
  for (const part of [
    'private-',
    'eyJ',
    'eyJ.',
    'bearer ',
    ' ',
    '%',
    '%25',
    '?',
    '&',
    'auth_token',
    'auth_token&',
  ]) {
    const text = part.repeat(Math.ceil(100_000 / part.length));
    for (const mask of [maskSecrets, loggedAddress]) {
      const start = processorTime();
      mask(`/?${text}`);
      assert.ok(processorTime() - start < 100, `${mask.name} of ${part}`);
    }
  }
});

suite('the log', () => {
  test('has one line per request, with its outcome', async (t) => {
    const echo = await echoService(t);
    const answer = await fetch(`${echo.base}/api/as/v1/echo.json?a=1`);
    await answer.text();
    await fetch(`${echo.base}/api/as/v1/nowhere`, { method: 'POST', body: '{}' });
    const lines = echo.log.filter(({ msg }) => msg === 'request');
    assert.equal(lines.length, 2);
    const { request_id, method, url, status, ms } = lines[0] ?? {};
    assert.deepEqual(
      { request_id, method, url, status },
      {
        request_id: answer.headers.get('x-request-id'),
        method: 'GET',
        url: '/api/as/v1/echo.json?a=1',
        status: 200,
      },
    );
    assert.equal(typeof ms, 'number');
    assert.equal(lines[1]?.status, 404);
  });

  test('never contains a key, however it was sent and whatever the outcome', async (t) => {
    const echo = await echoService(t);
    const headers = { authorization: `Bearer ${CANARY}` };
    const paths = ['echo', 'broken', 'teapot', 'nowhere', 'things/%zz', 'events', 'large', 'nothing'];
    for (const path of paths) {
      for (const token of ['auth_token', 'auth%5Ftoken', 'auth_token[]', 'AUTH_TOKEN', '%&auth_token']) {
        const answer = await fetch(`${echo.base}/api/as/v1/${path}?${token}=${CANARY}`, { headers });
        await answer.body?.cancel();
      }
    }
    await exchange(echo.port, `GET /?auth_token=${CANARY} HTTP/9.9\r\nAuthorization: ${CANARY}\r\n\r\n`);
    await exchange(echo.port, `GET / HTTP/1.1\r\nAuthorization: ${CANARY}\r\nbroken\r\n\r\n`);
    assert.ok(echo.log.length > paths.length * 5);
    assert.doesNotMatch(echo.logText(), /canary/i);
  });

  test('the token still reaches the route', async (t) => {
    const { base } = await echoService(t);
    const answer = await fetch(`${base}/api/as/v1/echo?auth_token=${CANARY}`);
    assert.deepEqual(((await answer.json()) as { query: unknown }).query, { auth_token: CANARY });
  });
});
