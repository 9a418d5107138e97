import assert from 'node:assert/strict';
import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { connect } from 'node:net';
import { suite, test } from 'node:test';
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { limits } from '../../src/limits.ts';
import { echoService, exchange, statusOf } from './echo.ts';

const TOO_LARGE = '{"errors":["Request body exceeds the maximum of 10,485,760 bytes"]}';
const UNDECODABLE = '{"errors":["There was a decoding error. Please ensure your request is valid."]}';

const post = (url: string, body: string | Buffer<ArrayBuffer>, headers: Record<string, string> = {}) =>
  fetch(url, { method: 'POST', body, headers });

/** Sends a request in pieces, like a slow connection, and returns the response; rejects on a reset. */
async function send(
  url: string,
  pieces: Buffer[],
  headers: Record<string, string | number>,
): Promise<string> {
  const outgoing = request(url, { method: 'POST', headers, agent: false });
  const answered = once(outgoing, 'response');
  for (const piece of pieces) if (!outgoing.write(piece)) await once(outgoing, 'drain');
  outgoing.end();
  const [incoming] = (await answered) as [IncomingMessage];
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk);
  return `${incoming.statusCode} ${Buffer.concat(chunks)}`;
}

suite('compressed bodies', () => {
  const text = JSON.stringify({ name: 'Grüße', text: 'x'.repeat(5000) });
  const codings: Array<[string, Buffer<ArrayBuffer>]> = [
    ['identity', Buffer.from(text)],
    ['gzip', gzipSync(text)],
    ['GZIP', gzipSync(text)],
    ['x-gzip', gzipSync(text)],
    ['deflate', deflateSync(text)],
    ['deflate', deflateRawSync(text)],
    ['br', brotliCompressSync(text)],
  ];
  for (const [coding, bytes] of codings) {
    test(`${coding}, ${bytes.length} bytes`, async (t) => {
      const { base } = await echoService(t);
      const answer = await post(`${base}/api/as/v1/echo`, bytes, { 'content-encoding': coding });
      assert.equal(((await answer.json()) as { body: string }).body, text);
    });
  }

  test('many at once, valid and invalid ones', async (t) => {
    const { base } = await echoService(t);
    const bodies = [
      gzipSync(text),
      Buffer.from('{}'),
      gzipSync(text).subarray(0, 40),
      gzipSync(Buffer.alloc(limits.bodies.documents + 1)),
    ];
    const statuses = await Promise.all(
      Array.from({ length: 40 }, async (_, i) => {
        const body = bodies[i % 4] as Buffer<ArrayBuffer>;
        return (await post(`${base}/api/as/v1/size`, body, { 'content-encoding': 'gzip' })).status;
      }),
    );
    // The largest may also find no memory left.
    const expected = [/^200$/, /^400$/, /^400$/, /^(413|503)$/];
    for (const [i, status] of statuses.entries()) assert.match(String(status), expected[i % 4] as RegExp);
  });

  test('an unknown encoding is rejected', async (t) => {
    const { base } = await echoService(t);
    const answer = await post(`${base}/api/as/v1/echo`, 'x'.repeat(500_000), { 'content-encoding': 'lzma' });
    assert.equal(answer.status, 415);
    assert.match(await answer.text(), /^\{"errors":\["Content encoding/);
  });

  test('broken and truncated streams are rejected', async (t) => {
    const { base } = await echoService(t);
    for (const bytes of [Buffer.from('{}'), gzipSync(text).subarray(0, 40)]) {
      const answer = await post(`${base}/api/as/v1/echo`, bytes, { 'content-encoding': 'gzip' });
      assert.equal(answer.status, 400);
      assert.equal(await answer.text(), UNDECODABLE);
    }
  });

  test('a decompression bomb of 1:1000 is never inflated beyond the limit', async (t) => {
    const { base } = await echoService(t);
    const bomb = gzipSync(Buffer.alloc(100 * 1024 * 1024, ' '));
    assert.ok(bomb.length < 110_000);
    const before = process.memoryUsage().rss;
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => post(`${base}/api/as/v1/size`, bomb, { 'content-encoding': 'gzip' })),
    );
    for (const answer of answers) {
      assert.equal(answer.status, 413);
      assert.equal(await answer.text(), TOO_LARGE);
    }
    const grown = process.memoryUsage().rss - before;
    assert.ok(grown < 4 * 5 * limits.bodies.documents, `grew by ${grown} bytes`);
  });

  test('10 MB after decompression are accepted, one byte more is not', async (t) => {
    const { base } = await echoService(t);
    const headers = { 'content-encoding': 'gzip' };
    const full = gzipSync(Buffer.alloc(limits.bodies.documents, 'a'));
    const answer = await post(`${base}/api/as/v1/size`, full, headers);
    assert.deepEqual(await answer.json(), { size: limits.bodies.documents });
    const over = gzipSync(Buffer.alloc(limits.bodies.documents + 1, 'a'));
    assert.equal((await post(`${base}/api/as/v1/size`, over, headers)).status, 413);
  });
});

suite('large bodies', () => {
  test('10 MB are accepted', async (t) => {
    const { base } = await echoService(t);
    const answer = await post(`${base}/api/as/v1/size`, Buffer.alloc(limits.bodies.documents, 'a'));
    assert.deepEqual(await answer.json(), { size: limits.bodies.documents });
  });

  test('one byte more gets 413 while the body is still being sent, 30 times without a reset', async (t) => {
    const { base } = await echoService(t);
    const whole = Buffer.alloc(limits.bodies.documents + 1, 'a');
    const pieces: Buffer[] = [];
    for (let at = 0; at < whole.length; at += 1_000_000) pieces.push(whole.subarray(at, at + 1_000_000));
    for (let round = 0; round < 30; round++) {
      const length: Record<string, string | number> =
        round % 2 === 0 ? { 'content-length': whole.length } : { 'transfer-encoding': 'chunked' };
      // `Connection: close` is the worst case: the service must not keep the connection.
      const headers = round % 3 === 0 ? { ...length, connection: 'close' } : length;
      assert.equal(await send(`${base}/api/as/v1/size`, pieces, headers), `413 ${TOO_LARGE}`);
    }
  });

  test('the sender receives an error response that is sent before the body', async (t) => {
    const { base } = await echoService(t);
    const pieces = Array.from({ length: 8 }, () => Buffer.alloc(1_000_000, 'a'));
    for (let round = 0; round < 10; round++) {
      for (const [path, status] of [
        ['locked', 401],
        ['nowhere', 404],
      ] as const) {
        const headers = { 'content-length': 8_000_000, connection: 'close' };
        const answer = await send(`${base}/api/as/v1/${path}`, pieces, headers);
        assert.equal(answer.slice(0, 3), String(status));
      }
    }
  });

  test('the connection stays usable after a body that is too large', async (t) => {
    const { base } = await echoService(t);
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    t.after(() => agent.destroy());
    const ask = async (length: number): Promise<{ status: number | undefined; port: number | undefined }> => {
      const outgoing = request(`${base}/api/as/v1/size`, { method: 'POST', agent });
      outgoing.end(Buffer.alloc(length, 'a'));
      const [incoming] = (await once(outgoing, 'response')) as [IncomingMessage];
      const port = incoming.socket.localPort;
      incoming.resume();
      await once(incoming, 'end');
      return { status: incoming.statusCode, port };
    };
    const first = await ask(limits.bodies.documents + 1);
    const second = await ask(2);
    assert.deepEqual([first.status, second.status], [413, 200]);
    assert.equal(second.port, first.port);
  });

  test('an endless body is cut off', async (t) => {
    const { port } = await echoService(t);
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => {});
    socket.write('POST /api/as/v1/size HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n');
    const chunk = Buffer.concat([
      Buffer.from('100000\r\n'),
      Buffer.alloc(0x100000, 'a'),
      Buffer.from('\r\n'),
    ]);
    let sent = 0;
    const pump = () => {
      while (!socket.destroyed && socket.write(chunk)) sent += chunk.length;
      sent += chunk.length;
    };
    socket.on('drain', pump);
    pump();
    await new Promise((resolve) => socket.once('close', resolve));
    assert.ok(sent < 2 * (limits.bodies.documents + limits.discardedBytes), `${sent} bytes`);
  });

  test('a sender that disconnects midway does no harm', async (t) => {
    const { port, base, logText } = await echoService(t);
    for (let round = 0; round < 20; round++) {
      const socket = connect(port, '127.0.0.1');
      socket.write('POST /api/as/v1/size HTTP/1.1\r\nHost: a\r\nContent-Length: 1000\r\n\r\nabc');
      await once(socket, 'connect');
      await new Promise((resolve) => setTimeout(resolve, 5));
      socket.destroy();
    }
    assert.equal((await fetch(`${base}/api/as/v1/echo`)).status, 200);
    assert.doesNotMatch(logText(), /unexpected error/);
  });
});

suite('the text of a body', () => {
  test('invalid UTF-8 is rejected', async (t) => {
    const { base } = await echoService(t);
    for (const bytes of [[0xff], [0xc3, 0x28], [0x22, 0xe2, 0x82, 0x22], [0xed, 0xa0, 0x80]]) {
      const answer = await post(`${base}/api/as/v1/echo`, Buffer.from(bytes));
      assert.equal(answer.status, 400);
      assert.equal(await answer.text(), UNDECODABLE);
    }
  });

  test('a byte order mark is ignored', async (t) => {
    const { base } = await echoService(t);
    const answer = await post(`${base}/api/as/v1/echo`, Buffer.from('\ufeff{"a":1}'));
    assert.equal(((await answer.json()) as { body: string }).body, '{"a":1}');
  });

  test('characters split between packets are decoded correctly', async (t) => {
    const { base } = await echoService(t);
    const bytes = Buffer.from('"größer €"');
    const pieces = Array.from(bytes, (byte) => Buffer.from([byte]));
    const answer = await send(`${base}/api/as/v1/json`, pieces, { 'transfer-encoding': 'chunked' });
    assert.equal(answer, '200 größer €');
  });

  test('no body, an empty one and an empty chunked one are the same', async (t) => {
    const { base, port } = await echoService(t);
    const url = `${base}/api/as/v1/echo`;
    const json = { 'content-type': 'application/json' };
    const bodies = [
      await fetch(url, { method: 'POST' }),
      await fetch(url, { method: 'POST', headers: json }),
      await post(url, '', json),
    ];
    for (const answer of bodies) assert.equal(((await answer.json()) as { body: unknown }).body, null);
    const head =
      'POST /api/as/v1/echo HTTP/1.1\r\nHost: a\r\nConnection: close\r\nTransfer-Encoding: chunked';
    const chunked = await exchange(port, `${head}\r\n\r\n0\r\n\r\n`);
    assert.equal(statusOf(chunked), 200);
    assert.match(chunked, /"body":null/);
  });
});
