import assert from 'node:assert/strict';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { suite, type TestContext, test } from 'node:test';
import { FindlingClient, FindlingError } from '../../packages/client/src/index.ts';
import { freePort } from '../support/command.ts';
import { HOSTILE } from '../support/hostile-strings.ts';
import { startTestService } from '../support/service.ts';
import { TcpProxy } from '../support/tcp-proxy.ts';
import { clientOf, shop } from './shop.ts';

const errorOf = async (work: Promise<unknown>): Promise<FindlingError> => {
  const error = await work.then(
    () => assert.fail('the call succeeded'),
    (reason: unknown) => reason,
  );
  assert.ok(error instanceof FindlingError, String(error));
  return error;
};

/** A server that answers as the test says: for what the service cannot be brought to do. */
async function serverOf(t: TestContext, listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  t.after(() => {
    server.close();
    server.closeAllConnections();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

suite('errors', () => {
  test('have the status, the messages and the request id of the service', async () => {
    const { books, service } = await shop();
    const error = await errorOf(books.search('x', { page: { size: 9999 }, precision: 99 }));
    assert.equal(error.name, 'FindlingError');
    assert.equal(error.status, 400);
    assert.deepEqual(error.messages, [
      'Page size must be less than or equal to 1000',
      'Precision must be an integer between 1 and 11',
    ]);
    assert.equal(error.message, error.messages.join(' '));
    assert.deepEqual(error.body, { errors: error.messages });
    assert.match(error.requestId ?? '', /^[\w-]{20,}$/);
    assert.ok(service.logLines.some((line) => line.includes(error.requestId as string)));
  });

  test('have one message for every form of refusal', async () => {
    const { service, findling, books } = await shop();
    const said = async (work: Promise<unknown>) => {
      const { status, messages } = await errorOf(work);
      return [status, messages];
    };
    assert.deepEqual(await said(findling.engine('nothing').info()), [404, ['Could not find engine.']]);
    assert.deepEqual(await said(clientOf(service, { key: 'private-wrong' }).listEngines()), [
      401,
      ['Invalid authentication token.'],
    ]);
    assert.deepEqual(await said(clientOf(service, { key: service.searchKey }).listEngines()), [
      401,
      ['Unauthorized action.'],
    ]);
    assert.deepEqual(await said(books.multiSearch([{ query: 'a' }, { query: 'x'.repeat(200) }])), [
      400,
      ['Query cannot be longer than 128 characters'],
    ]);
    // The address is right, the path is not.
    assert.deepEqual(
      await said(new FindlingClient({ url: `${service.baseUrl}/api`, key: 'x' }).listEngines()),
      [404, ['Routing Error. The path you have requested is invalid.']],
    );
  });

  test('say that a response does not come from the service', async (t) => {
    const url = await serverOf(t, (_request, response) => response.end('<h1>Welcome</h1>'));
    const error = await errorOf(new FindlingClient({ url, key: 'x' }).listEngines());
    assert.deepEqual(
      [error.status, error.message, error.body],
      [200, 'The response is not JSON. Is this the address of the service?', '<h1>Welcome</h1>'],
    );
    const failing = await serverOf(t, (_request, response) =>
      response.writeHead(502).end('<h1>Bad Gateway</h1>'),
    );
    assert.deepEqual(
      await errorOf(new FindlingClient({ url: failing, key: 'x' }).listEngines()).then(
        ({ status, messages }) => [status, messages],
      ),
      [502, ['The service answered with status 502.']],
    );
  });

  test('say that the service cannot be reached, and never the key', async () => {
    const url = `http://127.0.0.1:${await freePort()}`;
    const error = await errorOf(new FindlingClient({ url, key: 'private-secret' }).listEngines());
    assert.deepEqual(
      [error.status, error.message],
      [0, 'The connection to the service failed: ECONNREFUSED.'],
    );
    assert.ok(!JSON.stringify([error.message, error.stack, error.body]).includes('secret'));
  });

  test('refuse addresses and keys that cannot be used', async () => {
    for (const [url, message] of [
      ['localhost:3002', 'The URL of the service must begin with http:// or https://.'],
      ['', 'The URL of the service must begin with http:// or https://.'],
      ['ftp://x', 'The URL of the service must begin with http:// or https://.'],
      ['http://ada:secret@x', 'The URL of the service must not have a name or password. Use a key.'],
    ] as const) {
      assert.throws(() => new FindlingClient({ url, key: 'x' }), { name: 'TypeError', message });
    }
    for (const key of ['', 'private-x\n', 'kéy', undefined as unknown as string]) {
      await assert.rejects(new FindlingClient({ url: 'http://127.0.0.1:1', key }).listEngines(), {
        name: 'TypeError',
        message: 'The key (not shown) is not a key.',
      });
    }
  });

  test('a redirect is not followed', async (t) => {
    const url = await serverOf(t, (_request, response) => response.writeHead(301, { location: '/x' }).end());
    const error = await errorOf(new FindlingClient({ url, key: 'x' }).listEngines());
    assert.match(error.message, /^The connection to the service failed: .*redirect/);
  });
});

suite('names in addresses', () => {
  test('reach the service as they are', async () => {
    const { service, findling } = await shop();
    const engine = await service.engine();
    const names = [
      ...Object.values(HOSTILE),
      'a/b',
      '../health',
      '%2e%2e',
      'a?b#c',
      'ä ö',
      '/',
      '\\',
      ' ',
      'a.json',
    ];
    for (const name of names.filter((one) => one.length > 0 && one.length < 100 && one.isWellFormed())) {
      if (['.', '..'].includes(name)) continue;
      const { status, messages } = await errorOf(findling.engine(name).search('x'));
      assert.deepEqual([name, status, messages], [name, 404, ['Could not find engine.']]);
      const missing = await errorOf(findling.engine(engine).synonyms.get(name));
      assert.deepEqual(
        [missing.status, missing.messages],
        [404, [`Could not find synonym set with id: ${name}`]],
      );
    }
  });

  test('are refused if a URL cannot have them', async () => {
    const { findling, books } = await shop();
    for (const name of ['', '.', '..']) {
      await assert.rejects(findling.engine(name).delete(), {
        name: 'TypeError',
        message: `${JSON.stringify(name)} cannot be used as engine.`,
      });
      await assert.rejects(books.adaptiveRelevance.suggestion(name), {
        name: 'TypeError',
        message: `${JSON.stringify(name)} cannot be used as query.`,
      });
    }
    await assert.rejects(findling.engine('\ud800').info(), {
      name: 'TypeError',
      message: 'The text that is used as engine is not well-formed.',
    });
  });

  test('ids of documents can be any text', async () => {
    const { books } = await shop();
    const ids = ['..', 'a/b?c#d&e=f', 'ä €', '%00', ' a+b ', '[]', '"quoted"', 'x'.repeat(799)];
    await books.index(ids.map((id) => ({ id, title: id.slice(0, 10) })));
    const found = await books.get(ids);
    assert.deepEqual(
      found.map((document) => document?.id),
      ids,
    );
    assert.equal(found.length, ids.length);
    assert.deepEqual(
      (await books.deleteDocuments(ids)).map(({ deleted }) => deleted),
      ids.map(() => true),
    );
  });

  test('any number of ids is read, in as many requests as needed', async () => {
    let requests = 0;
    const counting: typeof fetch = (...args) => {
      requests++;
      return fetch(...args);
    };
    const { books } = await shop({ fetch: counting });
    const ids = Array.from({ length: 230 }, (_, i) => `document-${i}`);
    await books.import(ids.map((id) => ({ id })));
    requests = 0;
    const found = await books.get([...ids, 'nobody']);
    assert.deepEqual(
      found.map((document) => document?.id),
      [...ids, undefined],
    );
    assert.ok(requests >= 3 && requests < 10, `${requests} requests`);
    assert.deepEqual(await books.get([]), []);
  });
});

suite('repetitions', () => {
  /** A key that may send one request at once and one a second, and how often it was used. */
  async function limited(t: TestContext) {
    const service = await startTestService(t);
    const engine = await service.engine();
    const { json } = await service.call('POST', '/credentials', {
      key: service.adminKey,
      body: { name: 'slow', type: 'private', rate_limit: { requests_per_second: 1, burst: 1 } },
    });
    const statuses: number[] = [];
    const watched: typeof fetch = async (...args) => {
      const response = await fetch(...args);
      statuses.push(response.status);
      return response;
    };
    const findling = clientOf(service, { key: json.key, fetch: watched });
    return { service, findling, books: findling.engine(engine), statuses };
  }

  test('a search is repeated after 429, as late as the service asks', async (t) => {
    const { books, statuses } = await limited(t);
    await books.search('a');
    const began = performance.now();
    await books.search('b');
    assert.deepEqual(statuses, [200, 429, 200]);
    const took = performance.now() - began;
    assert.ok(took > 900 && took < 5000, `${took} ms`);
  });

  test('what has an effect every time is not', async (t) => {
    const { findling, books, statuses } = await limited(t);
    await books.search('a');
    const error = await errorOf(findling.createEngine({ name: 'new' }));
    assert.deepEqual([error.status, error.messages, error.retryAfter], [429, ['Rate limit exceeded.'], 1]);
    await errorOf(books.index({ title: 'without an id' }));
    assert.deepEqual(statuses, [200, 429, 429]);
    await books.index({ id: 'with-one' });
    assert.deepEqual(statuses.at(-1), 200);
  });

  test('can be turned off, for the client and for a call, and do not wait for too long', async (t) => {
    const { service, books, statuses } = await limited(t);
    await books.search('a');
    await errorOf(books.search('b', {}, { retries: 0 }));
    assert.deepEqual(statuses, [200, 429]);
    const { json } = await service.call('POST', '/credentials/slow/rotate', {
      key: service.adminKey,
      body: {},
    });
    for (const options of [{ retries: 0 }, { longestPause: 500 }]) {
      const other = clientOf(service, { key: json.key, ...options });
      await other.listEngines().catch(() => {});
      assert.equal((await errorOf(other.listEngines())).status, 429);
    }
  });

  test('end after the last', async (t) => {
    let requests = 0;
    const url = await serverOf(t, (_request, response) => {
      requests++;
      response.writeHead(503, { 'retry-after': '0' }).end('{"errors":["Busy."]}');
    });
    const error = await errorOf(new FindlingClient({ url, key: 'x', retries: 3 }).listEngines());
    assert.deepEqual([error.status, error.messages, requests], [503, ['Busy.'], 4]);
  });
});

suite('time', () => {
  /** A client whose connection passes nothing on. */
  async function stalled(t: TestContext) {
    const service = await startTestService(t);
    const { port } = new URL(service.baseUrl);
    const proxy = await TcpProxy.start(t, Number(port));
    const findling = clientOf(service, { url: `http://127.0.0.1:${proxy.port}`, timeout: 300 });
    proxy.stall();
    return { findling, proxy };
  }

  test('a silent service ends a call after the timeout', async (t) => {
    const { findling } = await stalled(t);
    const error = await errorOf(findling.listEngines());
    assert.deepEqual([error.status, error.message], [0, 'The service did not answer within 0.3 seconds.']);
    const other = await errorOf(findling.listEngines({}, { timeout: 100 }));
    assert.equal(other.message, 'The service did not answer within 0.1 seconds.');
  });

  test('a call can be aborted while it waits for an answer, and before', async (t) => {
    const { findling } = await stalled(t);
    const abort = new AbortController();
    const call = findling.listEngines({}, { signal: abort.signal, timeout: 60_000 });
    setTimeout(() => abort.abort(new Error('enough')), 50);
    await assert.rejects(call, { message: 'enough' });
    await assert.rejects(findling.listEngines({}, { signal: AbortSignal.abort() }), { name: 'AbortError' });
  });

  test('a call can be aborted during the pause before a repetition', async (t) => {
    const url = await serverOf(t, (_request, response) =>
      response.writeHead(503, { 'retry-after': '20' }).end('{}'),
    );
    const began = performance.now();
    const signal = AbortSignal.timeout(100);
    await assert.rejects(new FindlingClient({ url, key: 'x' }).listEngines({}, { signal }), {
      name: 'TimeoutError',
    });
    assert.ok(performance.now() - began < 5000);
  });
});
