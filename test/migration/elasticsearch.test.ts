import assert from 'node:assert/strict';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { json as jsonOf } from 'node:stream/consumers';
import { suite, type TestContext, test } from 'node:test';
import { documentIn } from '../../src/migration/elasticsearch-documents.ts';
import { findling } from '../support/command.ts';
import { startTestService, temporaryFolder } from '../support/service.ts';
import { exportedLines, settingsOf } from './migrating.ts';

interface PageRequest {
  readonly size: number;
  readonly pit: { readonly id: string };
  readonly search_after?: readonly number[];
}

/** Answers as Elasticsearch documents it: opening a point in time, pages after a sort value, closing it. */
async function pagedIndex(t: TestContext, index: string, sources: ReadonlyArray<{ readonly id: string }>) {
  const calls: string[] = [];
  const answer = async (request: IncomingMessage): Promise<unknown> => {
    const { pathname } = new URL(request.url ?? '', 'http://a.test');
    calls.push(`${request.method} ${decodeURIComponent(pathname)} ${request.headers.authorization}`);
    if (request.method === 'POST' && decodeURIComponent(pathname) === `/${index}/_pit`)
      return { id: 'pit-1' };
    if (request.method === 'DELETE') return { succeeded: true };
    const { size, pit, search_after: after } = (await jsonOf(request)) as PageRequest;
    assert.equal(pit.id, 'pit-1');
    const from = after?.[0] ?? 0;
    const hits = sources
      .slice(from, from + size)
      .map((source, i) => ({ _id: source.id, _source: source, sort: [from + i + 1] }));
    return { pit_id: 'pit-1', hits: { hits } };
  };
  const server = createServer((request, reply) => {
    void answer(request).then((body) => reply.end(JSON.stringify(body)));
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  t.after(() => server.close());
  return { url: `http://elastic:pass%20word@127.0.0.1:${(server.address() as AddressInfo).port}`, calls };
}

suite('documents from the index of an engine', () => {
  test('are read page by page at one moment', async (t) => {
    const [from, to] = [await startTestService(t), await startTestService(t)];
    await from.call('POST', '/engines', { body: { name: 'books' } });
    await from.call('POST', '/engines/books/schema', { body: { year: 'number' } });
    const documents = Array.from({ length: 2300 }, (_, n) => ({ id: `b${n}`, title: `Book ${n}`, year: n }));
    for (let first = 0; first < documents.length; first += 100) {
      await from.call('POST', '/engines/books/documents', { body: documents.slice(first, first + 100) });
    }
    const index = await pagedIndex(t, '.ent-search-engine-documents-books', documents);
    const { FINDLING_OLD_ADMIN_KEY: _, ...settings } = settingsOf(from, to);
    const state = join(temporaryFolder(t), 'state.json');
    const args = ['migrate', '--from', from.baseUrl, '--state', state, '--requests-per-second', '500'];
    const { code, stdout, stderr } = await findling(args, {
      ...settings,
      FINDLING_OLD_ELASTICSEARCH_URL: index.url,
    });
    assert.equal(code, 0, `${stdout}${stderr}`);
    assert.deepEqual(await exportedLines(to, 'books'), await exportedLines(from, 'books'));
    const basic = `Basic ${Buffer.from('elastic:pass word').toString('base64')}`;
    assert.deepEqual(index.calls, [
      `POST /.ent-search-engine-documents-books/_pit ${basic}`,
      ...Array.from({ length: 4 }, () => `POST /_search ${basic}`),
      `DELETE /_pit ${basic}`,
    ]);
    assert.ok(!`${stdout}${stderr}`.includes('pass'));
  });

  test('have the ids and field names of the engine, in both known forms', () => {
    assert.deepEqual(
      documentIn({ _id: 'park', _source: { id: 'park', title: 'Rocky Mountain', visitors: 45 } }),
      {
        id: 'park',
        title: 'Rocky Mountain',
        visitors: 45,
      },
    );
    const source = {
      title$string: 'Rocky Mountain',
      visitors$float: 4517585.0,
      location$location: '40.4,-105.58',
      date$date: '1915-01-26T06:00:00+00:00',
      id: '5f7deec0ac7610cca50bf195',
      external_id: 'park_rocky-mountain',
      engine_id: '5f7deeaeac761042130bf192',
      __st_text_summary: 'Rocky Mountain',
      __st_expires_after: null,
    };
    assert.deepEqual(documentIn({ _id: '5f7deec0ac7610cca50bf195', _source: source }), {
      id: 'park_rocky-mountain',
      title: 'Rocky Mountain',
      visitors: 4517585,
      location: '40.4,-105.58',
      date: '1915-01-26T06:00:00+00:00',
    });
  });
});
