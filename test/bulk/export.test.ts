import assert from 'node:assert/strict';
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { suite, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { Exports } from '../../src/bulk/exports.ts';
import { limits } from '../../src/limits.ts';
import type { EngineRecord } from '../../src/store/port.ts';
import { openSqliteStore } from '../../src/store/sqlite/open.ts';
import { startTestService, type TestService, temporaryFolder } from '../support/service.ts';
import { until } from '../support/until.ts';

const EXPORT = (engine: string, query = ''): string => `/engines/${engine}/documents/export${query}`;
const linesOf = (text: string): string[] => text.split('\n').slice(0, -1);
const OUTDATED = {
  errors: [
    'The export cannot be resumed: documents that it had yet to send have changed, or documents were deleted. Start a new export.',
  ],
};

/** An export whose response is read only when the test says so. */
async function slowExport(service: TestService, engine: string): Promise<IncomingMessage> {
  const request = get(`${service.baseUrl}/api/as/v1${EXPORT(engine)}`, {
    headers: { authorization: `Bearer ${service.privateKey}` },
  });
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  return response;
}

const rest = async (response: IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
};

/** More than the buffers of the sockets hold. */
const LARGE = Array.from({ length: 400 }, (_, i) => ({ id: `d${i}`, text: `${i} ${'x'.repeat(50_000)}` }));

suite('GET /documents/export', () => {
  test('has the values as they were sent, in the order of first insertion', async (t) => {
    const service = await startTestService(t);
    const engine = await service.engine({ schema: { n: 'number' } });
    const sent = [
      '{"id":"b","title":"Dune","n":"42","list":[1,"2",null],"object":{"z":1,"a":[true]}}',
      '{"id":"a","n":7,"gone":null,"text":"\\u2028 \\"quoted\\" ü"}',
      '{"id":"empty"}',
    ];
    const write = (line: string) =>
      service.call('POST', `/engines/${engine}/documents`, { body: `[${line}]` });
    for (const line of sent) await write(line);
    const replaced = '{"id":"b","title":"Emma"}';
    await write(replaced);
    const { status, headers, text } = await service.call('GET', EXPORT(engine));
    assert.equal(status, 200);
    assert.equal(headers.get('content-type'), 'application/x-ndjson');
    assert.equal(headers.get('x-export-documents'), '3');
    assert.match(headers.get('x-export-cursor') ?? '', /^[\w-]+$/);
    const asStored = (line: string) => JSON.stringify(JSON.parse(line));
    assert.deepEqual(
      linesOf(text),
      [replaced, sent[1], sent[2]].map((line) => asStored(line as string)),
    );
  });

  test('of an engine without documents is empty', async (t) => {
    const service = await startTestService(t);
    const { status, text, headers } = await service.call('GET', EXPORT(await service.engine()));
    assert.deepEqual([status, text, headers.get('x-export-documents')], [200, '', '0']);
  });

  test('shows one moment, however much is written while it is read', { timeout: 300_000 }, async (t) => {
    const service = await startTestService(t);
    const engine = await service.engine({ documents: LARGE });
    const response = await slowExport(service, engine);
    const path = `/engines/${engine}/documents`;
    await service.call('DELETE', path, { body: ['d398', 'd1'] });
    await service.call('POST', path, { body: [{ id: 'd399', text: 'changed' }, { id: 'new' }] });
    assert.deepEqual(
      linesOf(await rest(response)),
      LARGE.map((document) => JSON.stringify(document)),
    );
  });

  test('is resumed after the last document received', { timeout: 300_000 }, async (t) => {
    const service = await startTestService(t);
    const engine = await service.engine({ documents: LARGE.slice(0, 250) });
    const path = `/engines/${engine}/documents`;
    const whole = await service.call('GET', EXPORT(engine));
    const cursor = whole.headers.get('x-export-cursor');
    const resumed = (after: string) =>
      service.call('GET', EXPORT(engine, `?cursor=${cursor}&after=${after}`));

    // Neither new documents nor changes of those already received matter.
    await service.call('POST', path, { body: [{ id: 'new' }, { id: 'd10', text: 'changed' }] });
    const later = await resumed('d99');
    assert.equal(later.status, 200);
    assert.equal(
      later.text,
      linesOf(whole.text)
        .slice(100)
        .map((line) => `${line}\n`)
        .join(''),
    );
    assert.equal(later.headers.get('x-export-cursor'), cursor);
    assert.equal(later.headers.get('x-export-documents'), '250');
    assert.equal((await resumed('d249')).text, '');

    // Documents still to come that have changed do.
    assert.deepEqual((await resumed('d9')).json, OUTDATED);
    assert.deepEqual((await service.call('GET', EXPORT(engine, `?cursor=${cursor}`))).json, OUTDATED);

    // A deletion leaves no trace of where the document was.
    await service.call('DELETE', path, { body: ['d3'] });
    assert.deepEqual((await resumed('d99')).json, OUTDATED);
    assert.deepEqual((await resumed('d3')).json, OUTDATED);
    // Nor does indexing it again make it the same document.
    await service.call('POST', path, { body: [LARGE[3]] });
    const { status, json } = await resumed('d3');
    assert.deepEqual([status, json], [400, OUTDATED]);
  });

  test('refuses cursors that are not its own', async (t) => {
    const service = await startTestService(t);
    const [engine, other] = [await service.engine({ documents: [{ id: 'a' }] }), await service.engine()];
    const { headers } = await service.call('GET', EXPORT(other));
    const bad = 'Cursor must be the X-Export-Cursor of an export of this engine';
    const forged = (text: string) => Buffer.from(text).toString('base64url');
    for (const [query, message] of [
      [`?cursor=${headers.get('x-export-cursor')}`, bad],
      ['?cursor=', bad],
      ['?cursor=nonsense', bad],
      [`?cursor=${forged('1.99.1')}`, bad],
      [`?cursor=${forged('1.-1.1')}`, bad],
      [`?cursor=${forged('1.1.1.1')}`, bad],
      ['?cursor[]=a', bad],
      [`?cursor=${'x'.repeat(5000)}`, bad],
      ['?after=a', 'After requires a cursor'],
    ]) {
      const { status, json } = await service.call('GET', EXPORT(engine, query));
      assert.deepEqual([query, status, json], [query, 400, { errors: [message] }]);
    }
    const { headers: own } = await service.call('GET', EXPORT(engine));
    const cursor = own.get('x-export-cursor');
    const unknown = await service.call('GET', EXPORT(engine, `?cursor=${cursor}&after=nobody`));
    assert.deepEqual([unknown.status, unknown.json], [400, OUTDATED]);
    const list = await service.call('GET', EXPORT(engine, `?cursor=${cursor}&after[]=a`));
    assert.deepEqual([list.status, list.json], [400, { errors: ['After must be a string'] }]);
  });

  test('is refused for a meta engine', async (t) => {
    const service = await startTestService(t);
    const source = await service.engine();
    await service.call('POST', '/engines', { body: { name: 'all', type: 'meta', source_engines: [source] } });
    const { status, json } = await service.call('GET', EXPORT('all'));
    assert.deepEqual(
      [status, json],
      [400, { errors: ['Documents of a meta engine cannot be exported. Export its source engines.'] }],
    );
  });

  test('is limited in number until clients read or disconnect', { timeout: 300_000 }, async (t) => {
    const service = await startTestService(t);
    const engine = await service.engine({ documents: LARGE });
    const most = limits.exports[3] as number;
    const running = await Promise.all(Array.from({ length: most }, () => slowExport(service, engine)));
    const refused = await service.call('GET', EXPORT(engine));
    assert.deepEqual(
      [refused.status, refused.json, refused.headers.get('retry-after')],
      [503, { errors: ['Too many exports are running. Please try again.'] }, '1'],
    );
    running[0]?.destroy();
    await until(
      'an export can begin',
      async () => (await service.call('HEAD', EXPORT(engine))).status === 200,
    );
    assert.deepEqual(linesOf(await rest(running[1] as IncomingMessage)).length, LARGE.length);
    for (const response of running) response.destroy();
  });

  test('ends when it takes too long', async (t) => {
    const store = await openSqliteStore(temporaryFolder(t), { create: true, writer: 'inline' });
    t.after(() => store.close());
    const engine = await store.transact({ account: 'a' }, (tx) =>
      tx.engines.insert({ accountId: 'a', name: 'e', language: null, createSettings: {}, createdAt: 0 }),
    );
    const documents = Array.from({ length: 100 }, (_, i) => ({ id: `d${i}`, json: '{}' }));
    await store.transact({ engine: engine.id }, (tx) => tx.documents.put(engine.id, documents));
    const exports = new Exports(store, 20);
    const { signal } = new AbortController();
    const nothing = { cursor: undefined, after: undefined };
    const { lines } = await exports.begin(engine as EngineRecord, nothing, signal);
    assert.equal((await lines.next()).done, false);
    await sleep(60);
    await assert.rejects(lines.next(), /An export cannot take longer than 30 minutes/);
    // Its place is free again, also if a client is gone before the first line is read.
    for (let i = 0; i < 20; i++) {
      const closed = new AbortController();
      await exports.begin(engine, nothing, closed.signal);
      closed.abort();
    }
  });
});
