import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type ClientRequest, type IncomingMessage, request as open } from 'node:http';
import { suite, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { limits } from '../../src/limits.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { until } from '../support/until.ts';

const NDJSON = { 'content-type': 'application/x-ndjson' };
const pathOf = (engine: string): string => `/engines/${engine}/documents`;
const linesOf = (text: string) =>
  text
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line));

/** An import that is sent piece by piece. */
class SlowImport {
  readonly request: ClientRequest;
  readonly response: Promise<IncomingMessage>;

  constructor(service: TestService, engine: string, headers: Record<string, string> = {}) {
    this.request = open(`${service.baseUrl}/api/as/v1${pathOf(engine)}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${service.privateKey}`, ...NDJSON, ...headers },
    });
    this.request.on('error', () => {});
    this.response = once(this.request, 'response').then(([response]) => response as IncomingMessage);
    this.response.catch(() => {});
  }

  async text(): Promise<string> {
    let text = '';
    for await (const chunk of await this.response) text += chunk;
    return text;
  }
}

async function send(service: TestService, engine: string, body: string | Buffer, headers = {}) {
  const sending = new SlowImport(service, engine, headers);
  sending.request.end(body);
  const { statusCode: status, headers: received } = await sending.response;
  return { status, headers: received, text: await sending.text() };
}

const countOf = async (service: TestService, engine: string): Promise<number> =>
  (await service.call('GET', `/engines/${engine}`)).json.document_count;

suite('POST /documents with NDJSON', () => {
  test('has one result per line, in order, as for a list', async (t) => {
    const service = await startTestService(t);
    const engine = await service.engine({ schema: { n: 'number' } });
    const documents = [
      { id: 1, title: 'Dune' },
      { id: 'bad', n: 'many' },
      { id: 'a', none: 'x' },
      { id: '' },
      [1],
      'text',
      { id: '1', title: 'Emma' },
    ];
    const { json: expected } = await service.call('POST', pathOf(engine), { body: documents });
    const other = await service.engine({ schema: { n: 'number' } });
    const lines = documents.map((document) => JSON.stringify(document)).join('\n');
    const { status, headers, text } = await send(service, other, lines);
    assert.equal(status, 200);
    assert.equal(headers['content-type'], 'application/x-ndjson');
    assert.deepEqual(linesOf(text), expected);
    const found = await service.call('POST', `/engines/${other}/search`, { body: { query: 'emma' } });
    assert.equal(found.json.meta.page.total_results, 1);
  });

  test('reports lines that cannot be read by their number, and goes on', async (t) => {
    const service = await startTestService(t);
    const engine = await service.engine();
    const body = Buffer.concat([
      Buffer.from('\ufeff{"id":"bom"}\r\n\n  \t\n{"id":"broken\n{"id":"c"} {"id":"d"}\n'),
      Buffer.from('{"id":"latin","t":"\xfc"}\n', 'latin1'),
      Buffer.from(`{"id":"deep","t":${'['.repeat(200)}${']'.repeat(200)}}\n`),
      Buffer.from(`{"id":"long","t":"${'x'.repeat(limits.documentBytes)}"}\n`),
      Buffer.from(`{"id":"endless","t":"${'x'.repeat(3 * limits.imports.lineBytes)}"}\n`),
      Buffer.from(`{"id":"escaped","t":"${'\\u0041'.repeat(100_000)}"}\n`),
      Buffer.from('{"id":"last"}'),
    ]);
    const { status, text } = await send(service, engine, body);
    assert.equal(status, 200);
    assert.deepEqual(linesOf(text), [
      { id: 'bom', errors: [] },
      { id: '', errors: ['Line 4 cannot be parsed as JSON'] },
      { id: '', errors: ['Line 5 cannot be parsed as JSON'] },
      { id: '', errors: ['Line 6 is not valid UTF-8'] },
      { id: '', errors: ['Line 7 cannot be parsed as JSON'] },
      { id: 'long', errors: ['Exceeds maximum allowed document size of 102400 bytes'] },
      { id: '', errors: ['Line 9 exceeds the maximum of 1,048,576 bytes'] },
      { id: 'escaped', errors: [] },
      { id: 'last', errors: [] },
    ]);
    assert.equal(await countOf(service, engine), 3);
  });

  test('takes any number of lines, more than a list, in batches of any cut', {
    timeout: 300_000,
  }, async (t) => {
    const service = await startTestService(t);
    const engine = await service.engine();
    const count = 12_345;
    const line = (i: number) => JSON.stringify({ id: `d${i % 10_000}`, n: i, text: 'x'.repeat(i % 300) });
    const body = Array.from({ length: count }, (_, i) => line(i)).join('\n');
    const importing = new SlowImport(service, engine);
    for (let at = 0, size = 1; at < body.length; at += size, size = (size * 7) % 100_003) {
      if (!importing.request.write(body.slice(at, at + size))) await once(importing.request, 'drain');
    }
    importing.request.end();
    const results = linesOf(await importing.text());
    assert.deepEqual(
      results,
      Array.from({ length: count }, (_, i) => ({ id: `d${i % 10_000}`, errors: [] })),
    );
    assert.equal(await countOf(service, engine), 10_000);
    const { text } = await service.call('GET', `${pathOf(engine)}/export`);
    assert.ok(
      text
        .split('\n')
        .slice(0, -1)
        .every((one, i) => one === line(i < 2345 ? i + 10_000 : i)),
      'later lines replace earlier ones, and the order is kept',
    );
    const { json } = await service.call('GET', pathOf(engine), { body: ['d1', 'd9999'] });
    assert.deepEqual([json[0].n, json[1].n], ['10001', '9999']);
  });

  test('commits batches in order, whatever their size', { timeout: 300_000 }, async (t) => {
    const service = await startTestService(t);
    for (let round = 0; round < 10; round++) {
      const engine = await service.engine();
      const sizes = Array.from({ length: 6 }, (_, i) => ((round + i) % 3 === 0 ? 4000 : 1));
      const lines = sizes.flatMap((size, batch) =>
        Array.from(
          { length: 1000 },
          (_, i) => `{"id":"d${i % 10}","n":"${batch} ${i}","t":"${'x'.repeat(size / 4)}"}`,
        ),
      );
      lines.push('{"id":"d0","n":"last"}');
      assert.equal((await send(service, engine, lines.join('\n'))).status, 200);
      const { json } = await service.call('GET', pathOf(engine), { body: ['d0', 'd9'] });
      assert.deepEqual([json[0].n, json[1].n], ['last', '5 999']);
    }
  });

  test('inflates gzip, and refuses what it cannot inflate', async (t) => {
    const service = await startTestService(t);
    const engine = await service.engine();
    const lines = Array.from({ length: 3000 }, (_, i) => `{"id":"d${i}"}\n`).join('');
    const bytes = gzipSync(lines);
    const gzip = { 'content-encoding': 'gzip' };
    assert.equal(linesOf((await send(service, engine, bytes, gzip)).text).length, 3000);
    // Many at once: some have failed to inflate before the import reads the first line.
    for (let round = 0; round < 5; round++) {
      const all = Array.from({ length: 20 }, () => send(service, engine, 'no gzip', gzip));
      for (const broken of await Promise.all(all)) {
        if (broken.status === 503) continue;
        assert.deepEqual(
          [broken.status, JSON.parse(broken.text)],
          [400, { errors: ['There was a decoding error. Please ensure your request is valid.'] }],
        );
      }
    }
    const cut = await send(service, engine, bytes.subarray(0, bytes.length - 9), gzip);
    assert.ok(cut.status === 400 || linesOf(cut.text).at(-1).id === undefined);
    const brotli = await send(service, engine, 'x', { 'content-encoding': 'br' });
    assert.deepEqual(
      [brotli.status, JSON.parse(brotli.text)],
      [415, { errors: ['Content encoding of an import must be gzip or identity'] }],
    );
  });

  test('a line without end stops the import after the lines before it', { timeout: 300_000 }, async (t) => {
    const service = await startTestService(t);
    const engine = await service.engine();
    const bomb = gzipSync(Buffer.concat([Buffer.from('{"id":"a"}\n'), Buffer.alloc(64 * 2 ** 20, 'x')]));
    const { text, status } = await send(service, engine, bomb, { 'content-encoding': 'gzip' });
    const message = { errors: ['Line 2 does not end. The lines before it were imported.'] };
    if (status === 200) assert.deepEqual(linesOf(text), [{ id: 'a', errors: [] }, message]);
    else assert.deepEqual([status, JSON.parse(text)], [400, message]);
  });

  test('results come while lines are still sent', async (t) => {
    const service = await startTestService(t);
    const engine = await service.engine();
    const importing = new SlowImport(service, engine);
    importing.request.write('{"id":"a"}\n{"id":"b"}\n{"id":');
    const response = await importing.response;
    const [chunk] = await once(response, 'data');
    assert.equal(String(chunk), '{"id":"a","errors":[]}\n{"id":"b","errors":[]}\n');
    assert.equal(await countOf(service, engine), 2);
    const next = once(response, 'data');
    importing.request.end('"c"}');
    assert.equal(String(await next), '{"id":"c","errors":[]}\n');
  });

  test('what was committed stays after a disconnect', async (t) => {
    const service = await startTestService(t);
    const engine = await service.engine();
    const importing = new SlowImport(service, engine);
    importing.request.write('{"id":"a"}\n{"id":"b"}\n{"id":"c"');
    await once(await importing.response, 'data');
    importing.request.destroy();
    await sleep(50);
    assert.equal(await countOf(service, engine), 2);
    assert.ok(!service.logLines.some((line) => line.includes('"level":50')), service.logLines.join(''));
  });

  test('stops when the engine is deleted meanwhile', async (t) => {
    const service = await startTestService(t);
    const engine = await service.engine();
    const importing = new SlowImport(service, engine);
    importing.request.write('{"id":"a"}\n');
    const response = await importing.response;
    await once(response, 'data');
    await service.call('DELETE', `/engines/${engine}`);
    const ended = once(response, 'end');
    const next = once(response, 'data');
    importing.request.write('{"id":"b"}\n');
    assert.deepEqual(JSON.parse(String(await next)), { errors: ['Could not find engine.'] });
    await ended;
  });

  test('is validated against the new types while the engine is reindexed', async (t) => {
    const service = await startTestService(t);
    const lines = Array.from({ length: 5000 }, (_, i) => `{"id":"d${i}","n":"${i}"}\n`);
    const engine = await service.engine();
    await send(service, engine, lines.join(''));
    const importing = new SlowImport(service, engine);
    importing.request.write('{"id":"a","n":"many"}\n');
    await once(await importing.response, 'data');
    await service.call('POST', `/engines/${engine}/schema`, { body: { n: 'number' } });
    const next = once(await importing.response, 'data');
    importing.request.end('{"id":"b","n":"many"}\n{"id":"c","n":"7"}\n');
    assert.deepEqual(linesOf(String(await next)), [
      { id: 'b', errors: ["Invalid field value: Value 'many' cannot be parsed as a float"] },
      { id: 'c', errors: [] },
    ]);
    await service.settled(engine);
    const { json } = await service.call('POST', `/engines/${engine}/search`, {
      body: { query: '', filters: { n: { from: 7, to: 8 } } },
    });
    assert.equal(json.meta.page.total_results, 2);
  });

  test('is limited in number', async (t) => {
    const service = await startTestService(t);
    const engine = await service.engine();
    const running = [];
    for (let i = 0; i < (limits.imports.running[3] as number); i++) {
      const importing = new SlowImport(service, engine);
      importing.request.write('{"id":"a"}\n');
      running.push(await importing.response);
    }
    const refused = await send(service, engine, '{"id":"b"}');
    assert.deepEqual(
      [refused.status, JSON.parse(refused.text), refused.headers['retry-after']],
      [503, { errors: ['Too many imports are running. Please try again.'] }, '1'],
    );
    running[0]?.destroy();
    await until(
      'an import can begin',
      async () => (await send(service, engine, '{"id":"b"}')).status === 200,
    );
    for (const response of running) response.destroy();
  });

  test('needs the right to write, and an engine with documents of its own', async (t) => {
    const service = await startTestService(t);
    const source = await service.engine();
    await service.call('POST', '/engines', { body: { name: 'all', type: 'meta', source_engines: [source] } });
    const search = { authorization: `Bearer ${service.searchKey}` };
    assert.equal((await send(service, source, '{"id":"a"}', search)).status, 401);
    assert.equal((await send(service, 'nowhere', '{"id":"a"}')).status, 404);
    const meta = await send(service, 'all', '{"id":"a"}');
    assert.deepEqual(
      [meta.status, JSON.parse(meta.text)],
      [400, { errors: ['Documents of a meta engine cannot be changed. Change them in its source engines.'] }],
    );
    const empty = await send(service, source, '\n\n');
    assert.deepEqual([empty.status, empty.text], [200, '']);
  });

  test('shutting down ends it with a message', async (t) => {
    const service = await startTestService(t);
    const engine = await service.engine();
    const importing = new SlowImport(service, engine);
    importing.request.write('{"id":"a"}\n');
    const response = await importing.response;
    await once(response, 'data');
    const next = once(response, 'data');
    const closing = service.close();
    assert.deepEqual(JSON.parse(String((await next)[0])), {
      errors: ['The service is shutting down. Please try again.'],
    });
    await closing;
  });
});
