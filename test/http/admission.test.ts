import assert from 'node:assert/strict';
import { suite, type TestContext, test } from 'node:test';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { streamJson } from '../../src/api/json-stream.ts';
import type { AdmissionLimits } from '../../src/http/admission.ts';
import { until } from '../support/until.ts';
import { echoService } from './echo.ts';

const LIMITS: AdmissionLimits = {
  running: [4, 4, 2, 2],
  waiting: [3, 4, 2, 2],
  streaming: [2, 2, 1, 1],
  waitingTime: 60_000,
};

/** A service with a route whose requests run until they are let go. The key is in the address. */
async function heldService(t: TestContext, admission = LIMITS) {
  const running: Array<{ readonly key: string; readonly letGo: () => void }> = [];
  let isHolding = true;
  const { base } = await echoService(t, {
    admission,
    extend: (app) =>
      app.get('/api/as/v1/held/:key', {
        onRequest: async (request: FastifyRequest) => {
          request.flow = ['account', (request.params as { key: string }).key, request.ip];
        },
        handler: async ({ params }) => {
          const { key } = params as { key: string };
          if (isHolding) await new Promise<void>((letGo) => running.push({ key, letGo }));
          return { key };
        },
      }),
  });
  const answered: Response[] = [];
  return {
    answered,
    send: async (key: string, signal: AbortSignal | null = null) => {
      const answer = await fetch(`${base}/api/as/v1/held/${key}`, { signal });
      answered.push(answer);
      return answer;
    },
    /** Lets all requests go, also those that begin later. */
    letGo: () => {
      isHolding = false;
      for (const { letGo } of running) letGo();
    },
    runs: (key: string, count: number) =>
      until(`${count} requests of ${key} run`, async () => {
        return running.filter((one) => one.key === key).length === count;
      }),
  };
}

const statuses = (answers: readonly Response[]): Record<string, number> => {
  const counts: Record<string, number> = {};
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
};

suite('admission', () => {
  test('a key that floods the service waits or gets 429, and other keys do not notice', async (t) => {
    const { send, answered, letGo, runs } = await heldService(t);
    const flood = Array.from({ length: 10 }, () => send('flood'));
    await until('six requests are refused', async () => answered.length === 6);
    await runs('flood', 2);
    const [refused] = answered;
    assert.equal(refused?.status, 429);
    assert.equal(refused.headers.get('retry-after'), '1');
    assert.deepEqual(await refused.json(), {
      error: 'Too many requests of this key or address are waiting. Please try again.',
    });
    const other = send('other');
    await runs('other', 1);
    letGo();
    assert.equal((await other).status, 200);
    assert.deepEqual(statuses(await Promise.all(flood)), { 200: 4, 429: 6 });
  });

  test('a service with too many requests refuses further ones', async (t) => {
    const { send, answered, letGo, runs } = await heldService(t);
    const sent = ['a', 'a', 'b', 'b'].map((key) => send(key));
    await runs('a', 2);
    await runs('b', 2);
    sent.push(...['c', 'd', 'e', 'f', 'g'].map((key) => send(key)));
    await until('two requests are refused', async () => answered.length === 2);
    const [refused] = answered;
    assert.equal(refused?.status, 503);
    assert.equal(refused.headers.get('retry-after'), '1');
    assert.deepEqual(await refused.json(), {
      errors: ['The service has too many requests at once. Please try again.'],
    });
    letGo();
    assert.deepEqual(statuses(await Promise.all(sent)), { 200: 7, 503: 2 });
  });

  test('a request that waits too long gets 503', async (t) => {
    const { send, runs, letGo } = await heldService(t, { ...LIMITS, waitingTime: 30 });
    const running = [send('a'), send('a')];
    await runs('a', 2);
    assert.equal((await send('a')).status, 503);
    letGo();
    assert.deepEqual(statuses(await Promise.all(running)), { 200: 2 });
  });

  test('a client that disconnects leaves the queue', async (t) => {
    const { send, runs, letGo, answered } = await heldService(t);
    const running = [send('a'), send('a')];
    await runs('a', 2);
    const leaving = new AbortController();
    const waiting = Array.from({ length: 6 }, () => send('a', leaving.signal));
    await until('four requests are refused', async () => answered.length === 4);
    leaving.abort();
    await Promise.allSettled(waiting);
    const next = [send('a'), send('a')];
    await until('the queue has room', async () => {
      const leavingAgain = new AbortController();
      const again = send('a', leavingAgain.signal).catch(() => undefined);
      setTimeout(() => leavingAgain.abort(), 100);
      return (await again)?.status === 429;
    });
    letGo();
    assert.deepEqual(statuses(await Promise.all([...running, ...next])), { 200: 4 });
  });

  test('a client that disconnects during a stream gives its place back', async (t) => {
    const { base } = await echoService(t, {
      admission: LIMITS,
      extend: (app) =>
        app.get('/api/as/v1/streamed', {
          onRequest: async (request: FastifyRequest) => {
            request.flow = ['account', 'key', request.ip];
          },
          handler: async (_request, reply) => {
            await streamJson(reply, endless(reply));
            return reply;
          },
        }),
    });
    // One stream of a key at a time: each of these waits until the one before has left.
    for (let n = 0; n < 4; n++) {
      const leaving = new AbortController();
      const answer = await fetch(`${base}/api/as/v1/streamed`, {
        signal: AbortSignal.any([leaving.signal, AbortSignal.timeout(20_000)]),
      });
      assert.equal(answer.status, 200, `stream ${n}`);
      await answer.body?.getReader().read();
      leaving.abort();
    }
  });
});

async function* endless({ raw }: FastifyReply): AsyncGenerator<string> {
  while (!raw.destroyed) yield ' '.repeat(65_536);
}
