import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { suite, type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  FindlingClient,
  FindlingError,
  type ImportReport,
  linesOf,
} from '../../packages/client/src/index.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { TcpProxy } from '../support/tcp-proxy.ts';
import { until } from '../support/until.ts';
import { clientOf, shop } from './shop.ts';

/** A long word that hardly compresses, of letters only, so that it is indexed as one token. */
const noise = (seed: number, length: number): string => {
  let text = '';
  for (let n = 0; text.length < length; n++)
    text += createHash('sha512').update(`${seed}/${n}`).digest('hex');
  return text.slice(0, length).replace(/\d/g, (digit) => 'ghijklmnop'[Number(digit)] as string);
};

/** More than the buffers of a connection hold: 10 MB. */
const LARGE = 200;
let large: Promise<{ readonly service: TestService; readonly name: string }> | undefined;

/** An engine with large documents, which the tests of the file share. */
function largeEngine() {
  large ??= (async () => {
    const { service, name, books } = await shop();
    await books.import(Array.from({ length: LARGE }, (_, i) => ({ id: `d${i}`, title: noise(i, 50_000) })));
    return { service, name };
  })();
  return large;
}

const numbered = (count: number) => Array.from({ length: count }, (_, i) => ({ id: `d${i}`, price: i }));

/** A client that reaches the service through a proxy. */
async function throughProxy(t: TestContext, service: TestService) {
  const proxy = await TcpProxy.start(t, Number(new URL(service.baseUrl).port));
  return { proxy, findling: clientOf(service, { url: `http://127.0.0.1:${proxy.port}` }) };
}

suite('export', () => {
  test('gives the documents as they were sent, in order', async () => {
    const { books } = await shop();
    const sent = [
      { id: 'b', title: 'Dune\n"quoted" \u2028', price: '42' },
      { id: 'a', title: ['x', null], extra: { nested: [1] } },
    ];
    await books.index(sent as never);
    const progress: unknown[] = [];
    const exported = [];
    for await (const document of books.export({ onProgress: (step) => progress.push(step) }))
      exported.push(document);
    assert.deepEqual(exported, sent);
    assert.deepEqual(progress, [
      { documents: 1, total: 2 },
      { documents: 2, total: 2 },
    ]);
    const { books: empty } = await shop();
    for await (const document of empty.export()) assert.fail(JSON.stringify(document));
  });

  test('reads no further than its documents are used', async () => {
    let received = 0;
    const counting: typeof fetch = async (...args) => {
      const response = await fetch(...args);
      const counted = response.body?.pipeThrough(
        new TransformStream<Uint8Array, Uint8Array>(
          {
            transform(chunk, controller) {
              received += chunk.length;
              controller.enqueue(chunk);
            },
          },
          { highWaterMark: 1 },
          { highWaterMark: 0 },
        ),
      );
      return new Response(counted ?? null, response);
    };
    const { service, name } = await largeEngine();
    const findling = clientOf(service, { fetch: counting });
    const iterator = findling.engine(name).export({ timeout: 1500 });
    assert.equal((await iterator.next()).value?.id, 'd0');
    // Longer than the timeout, which counts the silence of the service alone.
    await sleep(2000);
    assert.ok(received > 50_000 && received < 2_000_000, `${received} bytes`);
    let count = 1;
    for await (const { id } of iterator) assert.equal(id, `d${count++}`);
    assert.equal(count, LARGE);
    assert.ok(received > 10_000_000, `${received} bytes`);
  });

  test('ends at the service when it is left, and frees its place', async () => {
    const { service, name } = await largeEngine();
    const books = clientOf(service, { retries: 0 }).engine(name);
    // A key can have four exports at once.
    for (let i = 0; i < 4; i++) {
      for await (const { id } of books.export()) {
        assert.equal(id, 'd0');
        break;
      }
    }
    const abort = new AbortController();
    await assert.rejects(
      async () => {
        for await (const { id } of books.export({ signal: abort.signal })) if (id === 'd1') abort.abort();
      },
      { name: 'AbortError' },
    );
    let count = 0;
    await until('there is room for an export', async () => {
      try {
        for await (const _ of books.export()) count++;
        return true;
      } catch (error) {
        assert.ok(error instanceof FindlingError && error.status === 503, String(error));
        return false;
      }
    });
    assert.equal(count, LARGE);
  });

  test('goes on where the connection broke', async (t) => {
    const { service, name } = await largeEngine();
    const { proxy, findling } = await throughProxy(t, service);
    const ids: unknown[] = [];
    proxy.cutAfter(1_000_000, 500_000);
    for await (const { id } of findling.engine(name).export()) ids.push(id);
    assert.equal(proxy.cuts, 2);
    assert.deepEqual(
      ids,
      Array.from({ length: LARGE }, (_, i) => `d${i}`),
    );
  });

  test('ends with the reason if it cannot go on', async (t) => {
    const { service, name } = await shop();
    const books = clientOf(service).engine(name);
    await books.import(Array.from({ length: 100 }, (_, i) => ({ id: `d${i}`, title: noise(i, 50_000) })));
    const { proxy, findling } = await throughProxy(t, service);
    proxy.cutAfter(1_000_000);
    await assert.rejects(
      async () => {
        let count = 0;
        for await (const _ of findling.engine(name).export()) {
          if (++count === 1) await books.deleteDocuments(['d99']);
        }
      },
      {
        status: 400,
        messages: [
          'The export cannot be resumed: documents that it had yet to send have changed, or documents were deleted. Start a new export.',
        ],
      },
    );
    await assert.rejects(findling.engine('nothing').export().next(), { status: 404 });
  });
});

suite('import', () => {
  test('takes lists, generators and lines, and reports refused ones by their numbers', async () => {
    const { books } = await shop();
    const progress: ImportReport[] = [];
    const refused: unknown[] = [];
    async function* lines() {
      yield { id: 'dune', title: 'Dune', price: 9 };
      yield '';
      yield '{"id": "emma", "price": "many"}';
      yield { id: 'room', price: 7 };
      yield '  {"id":  ';
      yield '[1]\r';
      yield* Array.from({ length: 2500 }, (_, i) => ({ id: `d${i}`, price: i }));
      yield '{';
    }
    const report = await books.import(lines(), {
      onProgress: (step) => progress.push(step),
      onRefused: (line) => refused.push(line),
    });
    const refusals = [
      {
        line: 3,
        id: 'emma',
        errors: ["Invalid field value: Value 'many' cannot be parsed as a float"],
      },
      { line: 5, id: '', errors: ['Line 5 cannot be parsed as JSON'] },
      { line: 6, id: '', errors: ['Document must be an object'] },
      { line: 2507, id: '', errors: ['Line 2507 cannot be parsed as JSON'] },
    ];
    assert.deepEqual(report, { imported: 2502, refused: 4, refusals, lines: 2507 });
    assert.deepEqual(refused, refusals);
    assert.deepEqual(progress.at(-1), report);
    assert.ok(progress.length > 1);
    assert.equal((await books.info()).document_count, 2502);
    assert.deepEqual(await books.import([]), { imported: 0, refused: 0, refusals: [], lines: 0 });
  });

  test('keeps the first hundred refused lines', async () => {
    const { books } = await shop();
    const { refused, refusals } = await books.import(Array.from({ length: 150 }, () => '{'));
    assert.deepEqual([refused, refusals.length, refusals.at(-1)?.line], [150, 100, 100]);
  });

  test('takes what an export gives', async () => {
    const { books } = await shop();
    const { books: copy } = await shop();
    await books.import(numbered(3000));
    const { imported } = await copy.import(books.export());
    assert.equal(imported, 3000);
    assert.deepEqual((await copy.get(['d2999']))[0], { id: 'd2999', price: 2999 });
  });

  test('takes the lines of a file', async () => {
    const { books } = await shop();
    const text = '\ufeff{"id":"ä","title":"Ünïcödé"}\n\n{"id":"b"}\n{"id":"c"}';
    // In pieces that split characters.
    const bytes = new TextEncoder().encode(text);
    const stream = new ReadableStream<Uint8Array>({
      start(controller) {
        for (let at = 0; at < bytes.length; at += 3) controller.enqueue(bytes.subarray(at, at + 3));
        controller.close();
      },
    });
    assert.deepEqual(await books.import(linesOf(stream)), {
      imported: 3,
      refused: 0,
      refusals: [],
      lines: 4,
    });
    assert.equal((await books.get(['ä']))[0]?.title, 'Ünïcödé');
    const broken = new Blob([new Uint8Array([0x7b, 0xff, 0x7d])]).stream();
    await assert.rejects(books.import(linesOf(broken)), {
      name: 'TypeError',
      message: 'The stream is not valid UTF-8.',
    });
  });

  test('reads its source no faster than the service stores', async (t) => {
    const { service, name } = await shop();
    const { proxy, findling } = await throughProxy(t, service);
    let given = 0;
    function* source() {
      for (const document of numbered(20_000)) {
        given++;
        yield document;
      }
    }
    proxy.stall();
    const importing = findling.engine(name).import(source());
    await until('the first lines are read', async () => given >= 4000);
    await sleep(200);
    // Those of a request that is sent, and those of the next one.
    assert.equal(given, 4000);
    proxy.resume();
    assert.equal((await importing).imported, 20_000);
  });

  test('can be aborted, and lets its source clean up', async () => {
    const { books } = await shop();
    const abort = new AbortController();
    let isCleanedUp = false;
    let imported = 0;
    async function* source() {
      try {
        yield* numbered(4000);
        // Whatever the import waits for.
        await new Promise(() => {});
      } finally {
        isCleanedUp = true;
      }
    }
    function* quick() {
      try {
        yield* numbered(20_000);
      } finally {
        isCleanedUp = true;
      }
    }
    const onProgress = (report: ImportReport): void => {
      imported = report.imported;
      abort.abort(new Error('enough'));
    };
    await assert.rejects(books.import(quick(), { signal: abort.signal, onProgress }), { message: 'enough' });
    assert.ok(isCleanedUp);
    assert.equal(imported, 2000);
    const { document_count } = await books.info();
    assert.ok(document_count >= 2000 && document_count < 20_000, `${document_count}`);
    await assert.rejects(books.import(source(), { signal: AbortSignal.timeout(300) }), {
      name: 'TimeoutError',
    });
  });

  test('a failing source ends it after the lines before were stored', async () => {
    const { books } = await shop();
    function* source() {
      yield* numbered(2000);
      throw new Error('no more');
    }
    await assert.rejects(books.import(source()), { message: 'no more' });
    assert.equal((await books.info()).document_count, 2000);
    const endless: Record<string, unknown> = {};
    endless.self = endless;
    for (const [item, message] of [
      [undefined, 'Document 1 cannot be written as JSON.'],
      ['{\n}', 'Line 1 has a line break in it.'],
    ] as const) {
      await assert.rejects(books.import([item as never]), { name: 'TypeError', message });
    }
    await assert.rejects(books.import([endless as never]), TypeError);
  });

  test('says how far it came when the service refuses to go on', async () => {
    const { books } = await shop();
    let stored = 0;
    async function* source() {
      yield* numbered(2500);
      await until('the first lines are stored', async () => stored === 2000);
      await books.delete();
      yield { id: 'last' };
    }
    const onProgress = ({ imported }: ImportReport): void => {
      stored = imported;
    };
    const error = await books.import(source(), { onProgress }).catch((reason: unknown) => reason);
    assert.ok(error instanceof FindlingError);
    assert.deepEqual([error.status, error.messages], [404, ['Could not find engine.']]);
    assert.deepEqual(error.report, { imported: 2000, refused: 0, refusals: [], lines: 2000 });
  });

  test('an error among the results ends it', async (t) => {
    const answers = [
      '{"id":"a","errors":[]}\n{"errors":["Could not find engine."]}\n',
      '{"id":"a","errors":[]}\n',
    ];
    // The service ends an import in the middle only when its disk is full or it shuts down.
    const server = createServer((request, response) => {
      request.resume().on('end', () => response.end(answers.shift()));
    }).listen(0, '127.0.0.1');
    t.after(() => server.close());
    await new Promise((resolve) => server.once('listening', resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const books = new FindlingClient({ url, key: 'x' }).engine('books');
    const failed = async (): Promise<FindlingError> =>
      books.import(numbered(3)).then(
        () => assert.fail('it succeeded'),
        (error: FindlingError) => error,
      );
    const error = await failed();
    assert.deepEqual(
      [error.status, error.message, error.report?.imported],
      [200, 'Could not find engine.', 1],
    );
    const short = await failed();
    assert.deepEqual(
      [short.message, short.report?.lines],
      ['The service ended the import before its end.', 1],
    );
  });

  test('is repeated after 429 if all documents have ids', async (t) => {
    const service = await startTestService(t);
    const engine = await service.engine();
    const { json } = await service.call('POST', '/credentials', {
      key: service.adminKey,
      body: { name: 'slow', type: 'private', rate_limit: { requests_per_second: 1, burst: 1 } },
    });
    const books = clientOf(service, { key: json.key }).engine(engine);
    assert.equal((await books.import(numbered(2500))).imported, 2500);
    await assert.rejects(books.import([{ title: 'without an id' }]), { status: 429 });
  });
});
