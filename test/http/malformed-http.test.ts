import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { suite, test } from 'node:test';
import { bodyOf, echoService, exchange, statusOf } from './echo.ts';

const HEAD = 'POST /api/as/v1/size HTTP/1.1\r\nHost: a\r\n';

const isErrorBody = (body: unknown): boolean => typeof body === 'object' && body !== null && 'errors' in body;

suite('malformed requests get a JSON response', () => {
  const cases: Array<[string, string | Buffer, number]> = [
    ['nonsense', 'hello\r\n\r\n', 400],
    ['a TLS greeting', Buffer.from('16030100c8010000c40303', 'hex'), 400],
    ['the preface of HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 400],
    ['a NUL in the URL', 'GET /\0 HTTP/1.1\r\nHost: a\r\n\r\n', 400],
    ['a NUL in a header', 'GET / HTTP/1.1\r\nHost: a\r\nX: a\0b\r\n\r\n', 400],
    ['raw bytes in the URL', Buffer.from('GET /gr\xf6\xdfe HTTP/1.1\r\nHost: a\r\n\r\n', 'latin1'), 400],
    ['no host', 'GET /api/as/v1/echo HTTP/1.1\r\nConnection: close\r\n\r\n', 400],
    [
      'two authorizations',
      'GET /api/as/v1/echo HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer a\r\nauthorization: Bearer b\r\nConnection: close\r\n\r\n',
      400,
    ],
    ['two hosts', 'GET /api/as/v1/echo HTTP/1.1\r\nHost: a\r\nHost: b\r\nConnection: close\r\n\r\n', 400],
    ['two lengths', `${HEAD}Content-Length: 1\r\nContent-Length: 2\r\n\r\nab`, 400],
    ['length and chunks', `${HEAD}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`, 400],
    ['chunks twice', `${HEAD}Transfer-Encoding: chunked, chunked\r\n\r\n0\r\n\r\n`, 400],
    ['an unknown transfer encoding', `${HEAD}Transfer-Encoding: zip\r\n\r\n`, 400],
    ['a blank before the colon', `${HEAD}Content-Length : 2\r\n\r\n{}`, 400],
    ['a negative length', `${HEAD}Content-Length: -1\r\n\r\n`, 400],
    ['a huge length', `${HEAD}Content-Length: 99999999999999999999\r\n\r\n`, 400],
    ['a bad chunk size', `${HEAD}Transfer-Encoding: chunked\r\n\r\nxyz\r\n`, 400],
    ['a chunk of other size', `${HEAD}Transfer-Encoding: chunked\r\n\r\n2\r\nabcdef\r\n0\r\n\r\n`, 400],
    ['a huge header', `GET / HTTP/1.1\r\nHost: a\r\nX: ${'a'.repeat(1_000_000)}\r\n\r\n`, 431],
    ['a huge URL', `GET /${'a'.repeat(1_000_000)} HTTP/1.1\r\nHost: a\r\n\r\n`, 431],
    ['a hundred thousand headers', `GET / HTTP/1.1\r\nHost: a\r\n${'X: y\r\n'.repeat(100_000)}\r\n`, 431],
    ['CONNECT', 'CONNECT a:80 HTTP/1.1\r\nHost: a\r\n\r\n', 404],
    ['OPTIONS *', 'OPTIONS * HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n', 404],
  ];
  for (const [what, bytes, status] of cases) {
    test(`${what}: ${status}`, async (t) => {
      const { port, base } = await echoService(t);
      const answer = await exchange(port, bytes);
      assert.equal(statusOf(answer), status);
      assert.ok(isErrorBody(bodyOf(answer)));
      assert.match(answer, /content-type: application\/json; charset=utf-8/i);
      assert.match(answer, /x-request-id: /i);
      assert.equal((await fetch(`${base}/api/as/v1/echo`)).status, 200);
    });
  }
});

test('odd but legal requests are served', async (t) => {
  const { port } = await echoService(t);
  const rest = 'Connection: close\r\n\r\n';
  for (const bytes of [
    'GET /api/as/v1/echo HTTP/1.0\r\n\r\n',
    `\r\nGET /api/as/v1/echo HTTP/1.1\r\nHost: a\r\n${rest}`,
    `GET /api/as/v1/echo HTTP/1.1\r\nHost:\r\n${rest}`,
    `GET /api/as/v1/echo HTTP/1.1\r\nHost: a\r\nExpect: miracles\r\n${rest}`,
    `GET /api/as/v1/echo HTTP/1.1\r\nHost: a\r\nUpgrade: websocket\r\nConnection: Upgrade, close\r\n\r\n`,
  ]) {
    assert.equal(statusOf(await exchange(port, bytes)), 200, bytes);
  }
});

suite('slow senders', () => {
  const timeouts = { head: 200, request: 400, check: 50 };
  test('of a head get 408', async (t) => {
    const { port } = await echoService(t, { timeouts });
    for (const bytes of ['GET', 'GET / HTTP/1.1\r\nHost: a\r\n']) {
      const answer = await exchange(port, bytes, 3000);
      assert.equal(statusOf(answer), 408);
      assert.deepEqual(bodyOf(answer), { errors: ['The request was not received in time'] });
    }
  });

  test('of a body get 408', async (t) => {
    const { port } = await echoService(t, { timeouts });
    const answer = await exchange(port, `${HEAD}Content-Length: 10\r\n\r\nabc`, 3000);
    assert.equal(statusOf(answer), 408);
  });

  test('do not delay other requests, even 300 of them', async (t) => {
    const { port, base } = await echoService(t, { timeouts: { head: 1000, request: 1000, check: 50 } });
    const slow = Array.from({ length: 300 }, (_, number) =>
      exchange(port, number % 2 === 0 ? 'GET / HT' : `${HEAD}Content-Length: 10\r\n\r\nabc`, 5000),
    );
    for (let round = 0; round < 50; round++) {
      const start = performance.now();
      await (await fetch(`${base}/api/as/v1/echo`)).text();
      assert.ok(performance.now() - start < 900);
    }
    for (const answer of await Promise.all(slow)) assert.equal(statusOf(answer), 408);
  });
});

test('connections that close at once do no harm', async (t) => {
  const { port, base } = await echoService(t);
  for (let round = 0; round < 200; round++) {
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => {});
    socket.write(round % 2 === 0 ? 'garbage\r\n\r\n' : 'GET /api/as/v1/large HTTP/1.1\r\nHost: a\r\n\r\n');
    socket.once('connect', () =>
      setTimeout(() => (round % 3 === 0 ? socket.resetAndDestroy() : socket.destroy()), round % 4),
    );
  }
  await new Promise((resolve) => setTimeout(resolve, 100));
  assert.equal((await fetch(`${base}/api/as/v1/echo`)).status, 200);
});

test('thousands of mutated requests: no crash, and an error is always JSON', async (t) => {
  const seed = Math.trunc(Math.random() * 2 ** 32);
  t.diagnostic(`seed ${seed}`);
  const random = randomNumbers(seed);
  const echo = await echoService(t);
  const { port, base } = echo;
  const seen = new Map<number, number>();
  const worker = async () => {
    for (let round = 0; round < 125; round++) {
      const bytes = mutated(random);
      // A mutation may leave the service waiting for more bytes: then there is no response. Every second sender closes
      // its half at once, which Node treats as a disconnect.
      const answer = await exchange(port, bytes, 50, round % 2 === 0).catch(() => '');
      const status = statusOf(answer);
      seen.set(status, (seen.get(status) ?? 0) + 1);
      assert.ok(status < 500, `${status} to ${JSON.stringify(bytes.toString('latin1'))}`);
      if (status >= 400 && !/^HEAD/.test(bytes.toString())) {
        assert.match(answer, /content-type: application\/json/i);
        assert.match(answer, /\r\n\r\n\{"errors":/);
      }
    }
  };
  await Promise.all(Array.from({ length: 32 }, worker));
  t.diagnostic(`4000 requests, answers by status: ${JSON.stringify(Object.fromEntries(seen))}`);
  assert.equal((await fetch(`${base}/api/as/v1/echo`)).status, 200);
  assert.deepEqual(
    echo.log.filter(({ msg }) => msg === 'unexpected error'),
    [],
  );
});

/** Numbers below a bound, the same for the same seed (mulberry32). */
function randomNumbers(seed: number): (bound: number) => number {
  let state = seed;
  return (bound) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((((mixed ^ (mixed >>> 14)) >>> 0) * bound) / 2 ** 32) >>> 0;
  };
}

const SEEDS = [
  'GET /api/as/v1/echo?query=a&page[size]=1 HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer x\r\n\r\n',
  'POST /api/as/v1/json HTTP/1.1\r\nHost: localhost\r\nContent-Length: 7\r\n\r\n{"a":1}',
  'POST /api/as/v1/json HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n3\r\n{"a\r\n4\r\n":1}\r\n0\r\n\r\n',
  'OPTIONS /api/as/v1/echo.json HTTP/1.1\r\nHost: a\r\nOrigin: http://b\r\nAccess-Control-Request-Headers: x\r\n\r\n',
  'DELETE /api/as/v1/echo/ HTTP/1.0\r\nX-Request-Id: abc\r\nContent-Encoding: gzip\r\nContent-Length: 2\r\n\r\n[]',
  'GET /api/as/v1/things/a%20b HTTP/1.1\r\nHost: a\r\nAccept-Encoding: gzip;q=0.5, *;q=0\r\nExpect: 100-continue\r\n\r\n',
];
const SPLINTERS = [
  '\0',
  '\r',
  '\n',
  '\r\n',
  '\r\n\r\n',
  ' ',
  '\t',
  ':',
  '%',
  '%00',
  '[',
  ']',
  '=',
  '&',
  '?',
  '#',
  '/',
  '\xff',
]
  .concat([
    'Content-Length: 5\r\n',
    'Transfer-Encoding: chunked\r\n',
    'HTTP/1.1',
    'Host: b\r\n',
    '0\r\n\r\n',
    '-1',
    '9'.repeat(30),
  ])
  .concat([
    'x'.repeat(70_000),
    'GET / HTTP/1.1\r\n\r\n',
    'Connection: Upgrade\r\nUpgrade: h2c\r\n',
    'Expect: x\r\n',
  ]);

function mutated(random: (bound: number) => number): Buffer {
  let text = SEEDS[random(SEEDS.length)] as string;
  for (let changes = 1 + random(2); changes > 0; changes--) {
    const at = random(text.length);
    const splinter = SPLINTERS[random(SPLINTERS.length)] as string;
    const kind = random(4);
    if (kind === 0) text = text.slice(0, at) + splinter + text.slice(at);
    else if (kind === 1) text = text.slice(0, at) + splinter + text.slice(at + splinter.length);
    else if (kind === 2) text = text.slice(0, at) + text.slice(at + 1 + random(10));
    else text = text.slice(0, at) + String.fromCharCode(random(256)) + text.slice(at + 1);
    if (text === '') text = '\n';
  }
  return Buffer.from(text, 'latin1');
}
