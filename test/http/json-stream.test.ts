import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { get, request } from 'node:http';
import { Writable } from 'node:stream';
import { type TestContext, test } from 'node:test';
import { pino } from 'pino';
import { abortSignalOf, streamJson } from '../../src/api/json-stream.ts';
import { errors } from '../../src/errors.ts';
import { listen } from '../../src/http/listen.ts';
import { createTransport } from '../../src/http/transport.ts';
import { until } from '../support/until.ts';

type Chunk = string | Uint8Array;

/** A service whose only response is a stream of chunks. */
async function streaming(t: TestContext, chunks: (signal: AbortSignal) => AsyncIterable<Chunk>) {
  const lines: string[] = [];
  const sink = new Writable({
    write: (chunk, _encoding, done) => {
      lines.push(String(chunk));
      done();
    },
  });
  const app = createTransport({
    logger: pino({}, sink),
    trustProxy: () => false,
    version: '0.0.0-test',
    readJson: async (text) => JSON.parse(text),
  });
  app.route({
    method: ['GET', 'POST'],
    url: '/stream',
    handler: async (_request, reply) => {
      await streamJson(reply, chunks(abortSignalOf(reply)));
      return reply;
    },
  });
  const [address] = await listen(app, { host: '127.0.0.1', port: 0 });
  t.after(() => app.close());
  const log = (): Array<Record<string, unknown>> => lines.map((line) => JSON.parse(line));
  return { url: `http://127.0.0.1:${address?.port}/stream`, log };
}

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

for (const encoding of ['identity', 'gzip']) {
  test(`a client that disconnects before it has received anything leaves no error in the log (${encoding})`, async (t) => {
    const { promise: hasBegun, resolve: begin } = Promise.withResolvers<void>();
    const { url, log } = await streaming(t, async function* (signal) {
      begin();
      await once(signal, 'abort');
      yield '{}';
    });
    // With a body: only then Node does not report the disconnection on the request.
    const outgoing = request(url, { method: 'POST', headers: { 'accept-encoding': encoding } });
    outgoing.on('error', () => {}).on('response', (incoming) => incoming.on('error', () => {}));
    outgoing.end('{}');
    await hasBegun;
    outgoing.destroy();
    await until('the request is logged', async () => log().some(({ msg }) => msg === 'request'));
    await new Promise((resume) => setTimeout(resume, 50));
    assert.deepEqual(
      log().filter(({ level }) => Number(level) >= 40),
      [],
    );
  });

  test(`chunks arrive as one JSON text (${encoding})`, async (t) => {
    const { url } = await streaming(t, async function* () {
      yield '{"list":[';
      for (let at = 0; at < 1000; at++) yield bytes(`"ä ${at}",`);
      yield '"end"]}';
    });
    const answer = await fetch(url, { headers: { 'accept-encoding': encoding } });
    assert.equal(answer.status, 200);
    assert.equal(answer.headers.get('content-type'), 'application/json; charset=utf-8');
    assert.equal(answer.headers.get('content-encoding'), encoding === 'gzip' ? 'gzip' : null);
    const { list } = (await answer.json()) as { list: string[] };
    assert.deepEqual([list.length, list[999]], [1001, 'ä 999']);
  });

  test(`a failure before the first chunk gets an error response (${encoding})`, async (t) => {
    // biome-ignore lint/correctness/useYield: it fails before the first chunk.
    const { url } = await streaming(t, async function* () {
      throw errors.renderingTooLong();
    });
    const answer = await fetch(url, { headers: { 'accept-encoding': encoding } });
    assert.equal(answer.status, 503);
    assert.match(await answer.text(), /took too long to render/);
  });

  test(`a later failure ends the connection and is logged (${encoding})`, async (t) => {
    const { url, log } = await streaming(t, async function* () {
      yield '{"list":[';
      // Large and hard to compress, so that part of it has already been sent.
      for (let at = 0; at < 20; at++) yield `"${randomBytes(60_000).toString('hex')}",`;
      throw errors.renderingTooLong();
    });
    const answer = await fetch(url, { headers: { 'accept-encoding': encoding } });
    assert.equal(answer.status, 200);
    await assert.rejects(answer.text());
    const line = log().find(({ msg }) => msg === 'response aborted') as { error: { message: string } };
    assert.match(line.error.message, /took too long to render/);
  });
}

test('chunks are generated no faster than they are read', { timeout: 60_000 }, async (t) => {
  let made = 0;
  const { url } = await streaming(t, async function* () {
    for (; made < 1000; made++) yield bytes(`${'x'.repeat(999_999)} `);
  });
  const outgoing = get(url);
  const [incoming] = await once(outgoing, 'response');
  // Socket buffers hold some; then it stops.
  let before = -1;
  while (made !== before) {
    before = made;
    await new Promise((resume) => setTimeout(resume, 200));
  }
  assert.ok(made < 100, `${made} chunks of a megabyte were made for a reader who takes none`);
  incoming.destroy();
});

test('a client that disconnects aborts the signal and is not an error', {
  timeout: 60_000,
}, async (t) => {
  const aborted = Promise.withResolvers<unknown>();
  const { url, log } = await streaming(t, async function* (signal) {
    yield '[';
    await new Promise((_resolve, reject) => {
      signal.addEventListener('abort', () => {
        aborted.resolve(signal.reason);
        reject(signal.reason);
      });
    });
  });
  const outgoing = get(url);
  const [incoming] = await once(outgoing, 'response');
  incoming.on('error', () => {}).destroy();
  assert.equal(((await aborted.promise) as { status: number }).status, 499);
  while (!log().some(({ msg }) => msg === 'request')) await new Promise((resume) => setImmediate(resume));
  const lines = log().filter(({ msg }) => msg === 'request' || msg === 'response aborted');
  assert.deepEqual(
    lines.map(({ msg, hung_up }) => ({ msg, hung_up })),
    [{ msg: 'request', hung_up: true }],
  );
});
