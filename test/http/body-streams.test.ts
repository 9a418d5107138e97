import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import { suite, type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { listen } from '../../src/http/listen.ts';
import { createTransport, type TransportOptions } from '../../src/http/transport.ts';
import { limits } from '../../src/limits.ts';
import { until } from '../support/until.ts';

const MEDIA_TYPE = 'application/x-ndjson';

/** A service that reads streamed bodies, until one of their chunks is `stop`, and responds with the number of bytes. */
async function counting(t: TestContext, options: Partial<TransportOptions> = {}) {
  const app = createTransport({
    logger: pino({ level: 'silent' }),
    trustProxy: () => false,
    version: '0.0.0-test',
    readJson: async (text) => JSON.parse(text),
    ...options,
  });
  app.route({
    method: 'POST',
    url: '/count',
    bodyLimit: 1000,
    config: { streamedType: MEDIA_TYPE },
    onRequest: async (incoming) => {
      incoming.isAuthenticated = true;
    },
    handler: async ({ bodyStream, body }) => {
      if (bodyStream === null) return { whole: (body as string).length };
      let bytes = 0;
      for (let chunk = await bodyStream.next(); chunk !== undefined; chunk = await bodyStream.next()) {
        bytes += chunk.length;
        if (chunk.toString().includes('stop')) break;
      }
      return { bytes };
    },
  });
  const [address] = await listen(app, { host: '127.0.0.1', port: 0 });
  t.after(() => app.close());
  const post = (headers: Record<string, string> = { 'content-type': MEDIA_TYPE }): ClientRequest =>
    request({ host: '127.0.0.1', port: address?.port, path: '/count', method: 'POST', headers }).on(
      'error',
      () => {},
    );
  return { post };
}

async function answerTo(sending: ClientRequest): Promise<{ status: number | undefined; json: unknown }> {
  const [response] = (await once(sending, 'response')) as [IncomingMessage];
  let text = '';
  for await (const chunk of response.setEncoding('utf8')) text += chunk;
  return { status: response.statusCode, json: JSON.parse(text) };
}

suite('bodies that are read while they arrive', () => {
  test('may take longer and be larger than others', async (t) => {
    const { post } = await counting(t, { timeouts: { request: 300, check: 50 } });
    const sending = post();
    const answer = answerTo(sending);
    for (let i = 0; i < 10; i++) {
      sending.write('x'.repeat(1000));
      await sleep(100);
    }
    sending.end();
    assert.deepEqual(await answer, { status: 200, json: { bytes: 10_000 } });
  });

  test('are those of the media type of the route, whatever its parameters', async (t) => {
    const { post } = await counting(t);
    for (const [type, json] of [
      ['application/x-ndjson; charset=utf-8', { bytes: 5 }],
      ['Application/X-NDJSON', { bytes: 5 }],
      ['application/json', { whole: 5 }],
      ['application/x-ndjson-other', { whole: 5 }],
    ] as const) {
      const sending = post({ 'content-type': type });
      sending.end('12345');
      assert.deepEqual(await answerTo(sending), { status: 200, json }, type);
    }
    const nothing = post();
    nothing.end();
    assert.deepEqual(await answerTo(nothing), { status: 200, json: { bytes: 0 } });
  });

  test('end with their connection if they go on after the response', async (t) => {
    const { post } = await counting(t);
    const sending = post();
    sending.write('stop');
    assert.equal((await answerTo(sending)).status, 200);
    const began = performance.now();
    await until('the connection is closed', async () => {
      sending.write('x');
      return sending.destroyed || sending.socket?.destroyed === true;
    });
    assert.ok(performance.now() - began < 20_000);
  });

  test('count in the memory of bodies until they are answered', async (t) => {
    const { memory } = limits.imports;
    const large = Math.ceil((memory * 4) / 3);
    const { post } = await counting(t, { bodyMemory: { open: 1e6, small: 1e6, large } });
    const first = post();
    first.write('x');
    const answer = answerTo(first);
    await until('a second body is refused', async () => {
      const second = post();
      second.end('x');
      const { status } = await answerTo(second);
      return status === 503;
    });
    first.end('stop');
    assert.equal((await answer).status, 200);
    const third = post();
    third.end('x');
    assert.equal((await answerTo(third)).status, 200);
  });
});
