import assert from 'node:assert/strict';
import { connect, type Socket } from 'node:net';
import { suite, test } from 'node:test';
import { type Adapters, EMBEDDED } from '../../src/composition/adapters.ts';
import { openForServing } from '../../src/composition/instance.ts';
import { freePort } from '../support/command.ts';
import { startProcess } from '../support/process.ts';
import { request, startTestService, temporaryFolder } from '../support/service.ts';
import { until } from '../support/until.ts';
import { PRIVATE_KEY } from './scraped-service.ts';

const OK = { status: 200, json: { status: 'ok' } };
const because = (message: string) => ({ status: 503, json: { errors: [message] } });
const STARTING = because('The service is starting. Please try again.');
const STOPPING = because('The service is shutting down. Please try again.');
const NO_STORE = because('The database cannot be reached or did not answer in time. Please try again.');

const probe = async (address: string) => {
  const { status, json } = await request(address, 'GET');
  return { status, json };
};

const CONTINUE = 'HTTP/1.1 100 Continue\r\n\r\n';

/** A request on a connection of its own. */
async function sent(port: number, text: string) {
  const socket: Socket = connect(port, '127.0.0.1');
  let received = '';
  socket.setEncoding('utf8').on('data', (chunk) => (received += chunk));
  const closed = new Promise((resolve, reject) => socket.once('close', resolve).once('error', reject));
  socket.write(text);
  return {
    /** Resolves when the service has read the head of a request that expects it to say so. */
    isBegun: () => until('the service has read the head', async () => received === CONTINUE),
    async finish(rest = ''): Promise<{ status: number; json: unknown; isClosed: boolean }> {
      socket.write(rest);
      await closed;
      const [head = '', body = ''] = received.replace(CONTINUE, '').split('\r\n\r\n');
      return {
        status: Number(head.slice('HTTP/1.1 '.length, 12)),
        json: JSON.parse(body),
        isClosed: /^connection: close$/im.test(head),
      };
    },
  };
}

suite('probes', () => {
  test('tell a start from a store that is away', async (t) => {
    const port = await freePort();
    const loading = Promise.withResolvers<void>();
    let isStoreAway = false;
    const adapters: Adapters = {
      ...EMBEDDED,
      async openInstance(config, options) {
        const opened = await openForServing(config, options);
        const { engines, instance } = opened.store;
        const all: typeof engines.all = async () => {
          await loading.promise;
          return engines.all();
        };
        const get: typeof instance.get = (name) => (isStoreAway ? new Promise(() => {}) : instance.get(name));
        return {
          ...opened,
          store: { ...opened.store, engines: { ...engines, all }, instance: { ...instance, get } },
        };
      },
    };
    const starting = startTestService(t, { FINDLING_PORT: String(port) }, adapters);
    const base = `http://127.0.0.1:${port}`;
    await until('the service listens', () =>
      probe(`${base}/health/live`).then(
        () => true,
        () => false,
      ),
    );
    assert.deepEqual(await probe(`${base}/health/live`), OK);
    assert.deepEqual(await probe(`${base}/health/ready`), STARTING);
    assert.deepEqual(await probe(`${base}/health`), STARTING);
    loading.resolve();
    const service = await starting;
    assert.deepEqual(await probe(`${base}/health/live`), OK);
    assert.deepEqual(await probe(`${base}/health/ready`), OK);
    assert.equal((await probe(`${base}/health`)).status, 200);

    isStoreAway = true;
    const began = performance.now();
    const probes = await Promise.all(Array.from({ length: 5 }, () => probe(`${base}/health/ready`)));
    for (const answer of probes) assert.deepEqual(answer, NO_STORE);
    assert.ok(performance.now() - began < 10_000);
    assert.deepEqual(await probe(`${base}/health/live`), OK);
    assert.equal((await probe(`${base}/health`)).status, 200);
    isStoreAway = false;
    // The read that hung is given up with the service.
    assert.equal((await service.call('GET', '/engines')).status, 200);
  });

  test('turn unready at SIGTERM, while running requests finish', async (t) => {
    const server = await startProcess(temporaryFolder(t), { FINDLING_LOG_LEVEL: 'silent' });
    t.after(() => server.end('SIGKILL'));
    const port = Number(new URL(server.baseUrl).port);
    const begun = async (method: string, path: string, length: number) => {
      const lines = [
        `${method} ${path} HTTP/1.1`,
        'host: localhost',
        `authorization: Bearer ${PRIVATE_KEY}`,
        `content-length: ${length}`,
        'expect: 100-continue',
      ];
      const request = await sent(port, `${lines.join('\r\n')}\r\n\r\n`);
      await request.isBegun();
      return request;
    };
    // They run: their bodies are missing.
    const body = JSON.stringify({ name: 'late' });
    const write = await begun('POST', '/api/as/v1/engines', body.length);
    const ready = await begun('GET', '/health/ready', 1);
    const live = await begun('GET', '/health/live', 1);
    assert.deepEqual(await probe(`${server.baseUrl}/health/ready`), OK);

    const ended = server.end('SIGTERM');
    await until('no connection is accepted', () =>
      probe(`${server.baseUrl}/health/ready`).then(
        () => false,
        () => true,
      ),
    );
    assert.deepEqual(await ready.finish(' '), { ...STOPPING, isClosed: true });
    assert.deepEqual(await live.finish(' '), { ...OK, isClosed: true });
    const answer = await write.finish(body);
    assert.equal(answer.status, 200);
    assert.equal((answer.json as { name: string }).name, 'late');
    assert.equal(await ended, 0);
  });

  test('are answered beyond the limit of connections', async (t) => {
    const server = await startProcess(temporaryFolder(t), {
      FINDLING_LOG_LEVEL: 'silent',
      FINDLING_CONNECTIONS: '10',
    });
    t.after(() => server.end('SIGKILL'));
    const port = Number(new URL(server.baseUrl).port);
    const idle: Socket[] = [];
    for (let i = 0; i < 6; i++) {
      const socket = connect(port, '127.0.0.1');
      await new Promise((resolve) => socket.once('connect', resolve));
      socket.on('error', () => {});
      idle.push(socket);
    }
    t.after(() => {
      for (const socket of idle) socket.destroy();
    });
    const get = async (path: string) => {
      const request = await sent(
        port,
        `GET ${path} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n`,
      );
      return (await request.finish()).status;
    };
    await until('the service has accepted them all', async () => (await get('/health')) === 503);
    assert.deepEqual([await get('/health/live'), await get('/health/ready')], [200, 200]);
  });
});
