import assert from 'node:assert/strict';
import { connect, type Socket } from 'node:net';
import { suite, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { BodyBudget, bodyMemory } from '../../src/http/body-budget.ts';
import { limits } from '../../src/limits.ts';
import { until } from '../support/until.ts';
import { echoService, exchange } from './echo.ts';

const MEGABYTE = 2 ** 20;
const BUSY = {
  errors: ['The service is receiving too many large requests at once. Please try again.'],
};

/** Sends the head and the first bytes of a body, and leaves the rest out. */
function begin(port: number, path: string, announced: number, sent: number): Socket {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => {});
  socket.write(`POST ${path} HTTP/1.1\r\nHost: a\r\nContent-Length: ${announced}\r\n\r\n`);
  socket.write(Buffer.alloc(sent, 'a'));
  return socket;
}

const post = (base: string, path: string, body: string | Buffer<ArrayBuffer>, coding = 'identity') =>
  fetch(base + path, { method: 'POST', body, headers: { 'content-encoding': coding } });

suite('the memory of bodies', () => {
  const memory = { open: 24_000, small: 100_000, large: MEGABYTE };

  test('is an eighth of FINDLING_MEMORY and of the heap, within bounds', () => {
    const heap = 4096 * MEGABYTE;
    assert.deepEqual(bodyMemory(16 * MEGABYTE, heap), bodyMemory(128 * MEGABYTE, heap));
    assert.equal(bodyMemory(128 * MEGABYTE, heap).large, 16 * MEGABYTE);
    assert.equal(bodyMemory(1024 * MEGABYTE, heap).large, 128 * MEGABYTE);
    assert.equal(bodyMemory(2 ** 36, heap).large, 256 * MEGABYTE);
    assert.equal(bodyMemory(2 ** 36, 512 * MEGABYTE).large, 64 * MEGABYTE);
    // One key has three quarters.
    assert.ok((bodyMemory(0).large * 3) / 4 > limits.bodies.documents);
  });

  test('is used up by bodies that have arrived, and free again after the response', async (t) => {
    const { base, port } = await echoService(t, { bodyMemory: memory });
    const body = Buffer.alloc(600_000, 'a');
    const held = begin(port, '/api/as/v1/size', 700_000, 600_000);
    const send = () => post(base, '/api/as/v1/size', body);
    await until('the first body has arrived', async () => (await send()).status === 503);
    const refused = await send();
    assert.equal(refused.headers.get('retry-after'), '1');
    assert.deepEqual(await refused.json(), BUSY);
    // Compressed bodies count with what they become.
    assert.equal((await post(base, '/api/as/v1/size', gzipSync(body), 'gzip')).status, 503);
    // Small bodies, and those of strangers, have memory of their own.
    assert.equal((await post(base, '/api/as/v1/size', 'a'.repeat(60_000))).status, 200);
    assert.equal((await post(base, '/api/as/v1/open', 'a'.repeat(16_000))).status, 200);
    held.end(Buffer.alloc(100_000, 'a'));
    await until('the first body is gone', async () => (await send()).status === 200);
  });

  test('is held by a handler whose client has disconnected', async (t) => {
    const { base, port } = await echoService(t, { bodyMemory: memory });
    const send = () => post(base, '/api/as/v1/size', Buffer.alloc(600_000, 'a'));
    const abandoned = begin(port, '/api/as/v1/slow-size', 600_000, 600_000);
    await until('the body has arrived', async () => (await send()).status === 503);
    abandoned.destroy();
    await new Promise((resolve) => setTimeout(resolve, 100));
    assert.equal((await send()).status, 503);
    await until('the handler is done', async () => (await send()).status === 200);
  });

  test('is free again if a client disconnects before its body has arrived', async (t) => {
    const { base, port } = await echoService(t, { bodyMemory: memory });
    const send = () => post(base, '/api/as/v1/size', Buffer.alloc(600_000, 'a'));
    const abandoned = begin(port, '/api/as/v1/size', 700_000, 600_000);
    await until('most of the body has arrived', async () => (await send()).status === 503);
    abandoned.destroy();
    await until('the body is gone', async () => (await send()).status === 200);
  });

  test('is not used up by bodies that are only announced', async (t) => {
    const { base, port } = await echoService(t, { bodyMemory: memory });
    const sockets = Array.from({ length: 20 }, () => begin(port, '/api/as/v1/size', MEGABYTE, 0));
    assert.equal((await post(base, '/api/as/v1/size', Buffer.alloc(600_000, 'a'))).status, 200);
    for (const socket of sockets) socket.destroy();
  });

  test('of unauthenticated requests has its own share', async (t) => {
    const { base, port } = await echoService(t, { bodyMemory: memory });
    const held = begin(port, '/api/as/v1/open', 16_000, 15_000);
    const send = () => post(base, '/api/as/v1/open', 'a'.repeat(16_000));
    await until('the first body has arrived', async () => (await send()).status === 503);
    assert.equal((await post(base, '/api/as/v1/size', 'a'.repeat(60_000))).status, 200);
    held.destroy();
    await until('the first body is gone', async () => (await send()).status === 200);
  });

  test('is complete again after any order of bodies', () => {
    const budget = new BodyBudget({ open: 10_000, small: 200_000, large: 200_000 });
    const accounts = [true, false, true].map((isAuthenticated) => budget.account(isAuthenticated, 'one'));
    for (const account of accounts) account.add(5000);
    accounts[0]?.add(100_000);
    assert.throws(() => accounts[2]?.add(150_000));
    assert.throws(() => accounts[1]?.add(5001));
    for (const account of accounts) account.close();
    for (const kind of ['open', 'small', 'large'] as const) {
      const all = kind === 'open' ? 10_000 : 200_000;
      budget.change(kind, 'one', all / 2);
      assert.ok(budget.hasRoom(kind, 'two', all / 2) && !budget.hasRoom(kind, 'two', all / 2 + 1));
    }
  });

  test('has a quarter that one key cannot take', () => {
    const budget = new BodyBudget({ open: 0, small: 200_000, large: 0 });
    const bodies = (key: string) => () => budget.account(true, key).add(50_000);
    for (let body = 0; body < 3; body++) bodies('one')();
    assert.throws(bodies('one'));
    bodies('two')();
    assert.throws(bodies('two'));
  });

  test('is always there for bodies of a few kilobytes', async (t) => {
    const { base } = await echoService(t, { bodyMemory: { open: 0, small: 0, large: 0 } });
    for (const path of ['/api/as/v1/size', '/api/as/v1/open']) {
      assert.equal((await post(base, path, 'a'.repeat(limits.tinyBody))).status, 200);
      assert.equal((await post(base, path, 'a'.repeat(limits.tinyBody + 1))).status, 503);
    }
  });
});

suite('pipelined requests', () => {
  const get = (path: string): string => `GET /api/as/v1/${path} HTTP/1.1\r\nHost: a\r\n\r\n`;

  test('are answered in their order', async (t) => {
    const { port } = await echoService(t);
    const paths = Array.from({ length: 100 }, (_, i) => `things/${i}`);
    const answer = await exchange(port, paths.map(get).join(''));
    const names = [...answer.matchAll(/\{"name":"(\d+)"\}/g)].map(([, name]) => Number(name));
    assert.deepEqual(
      names,
      paths.map((_, i) => i),
    );
  });

  test('are handled one at a time', async (t) => {
    const { port } = await echoService(t);
    const began = performance.now();
    const answer = await exchange(port, get('slow').repeat(4));
    assert.equal(answer.split('"slow":true').length - 1, 4);
    // Each takes 300 ms; the exchange itself ends 1,500 ms after the last answer.
    const took = performance.now() - began - 1500;
    assert.ok(took >= 4 * 290, `took ${took} ms`);
  });

  test('in thousands do not keep other connections waiting, and all are answered', async (t) => {
    const { port, base } = await echoService(t);
    const requests = 5000;
    const socket = connect(port, '127.0.0.1');
    let answers = 0;
    let rest = '';
    socket.on('data', (chunk) => {
      const parts = (rest + chunk).split('"name":"x"');
      answers += parts.length - 1;
      rest = (parts.at(-1) as string).slice(-20);
    });
    socket.write(get('things/x').repeat(requests));
    await until('the first is answered', async () => answers > 0);
    // Without turns, all that were read run before this one: hundreds at a time.
    const before = answers;
    await fetch(`${base}/api/as/v1/echo`);
    const meanwhile = answers - before;
    await until('all are answered', async () => answers === requests);
    socket.destroy();
    assert.ok(meanwhile < 200, `${meanwhile} were answered meanwhile`);
  });

  test('with bodies give their memory back', async (t) => {
    const { port, base } = await echoService(t, {
      bodyMemory: { open: 0, small: 2 * 60_000, large: MEGABYTE },
    });
    const body = `POST /api/as/v1/size HTTP/1.1\r\nHost: a\r\nContent-Length: 60000\r\n\r\n${'a'.repeat(60_000)}`;
    const answer = await exchange(port, body.repeat(20));
    assert.equal(answer.split('{"size":60000}').length - 1, 20);
    assert.equal((await post(base, '/api/as/v1/size', 'a'.repeat(60_000))).status, 200);
  });

  test('of a client that disconnects are dropped', async (t) => {
    const { port, base, logText } = await echoService(t);
    for (let round = 0; round < 5; round++) {
      const socket = connect(port, '127.0.0.1');
      socket.write(get('slow').repeat(200));
      await new Promise((resolve) => setTimeout(resolve, 20));
      socket.destroy();
    }
    assert.equal((await fetch(`${base}/api/as/v1/echo`)).status, 200);
    assert.doesNotMatch(logText(), /unexpected error/);
  });
});
