import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite, type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { lockFolder } from '../../src/store/sqlite/lock.ts';
import { type Ended, findling } from '../support/command.ts';
import { startTestService, type TestService } from '../support/service.ts';

/** The tests mostly wait for the processes that they start. */
const TWO_AT_A_TIME = { concurrency: 2 };
const COUNT = 200;

/** A server with an engine `books`, and the command line on the same data. */
async function shop(t: TestContext) {
  const service = await startTestService(t);
  const { data } = service.config;
  await service.call('POST', '/engines', { body: { name: 'books' } });
  for (const from of [0, 100]) {
    const body = Array.from({ length: 100 }, (_, i) => ({ id: `d${from + i}`, name: `book ${from + i}` }));
    assert.equal((await service.call('POST', '/engines/books/documents', { body })).status, 200);
  }
  const run = (...args: string[]) => findling(args, { FINDLING_DATA: data });
  return { service, data, run };
}

/** The index folder of the only engine. */
const engineFolder = (data: string): string => join(data, 'index', '1');
const segmentsIn = (data: string): string[] =>
  readdirSync(engineFolder(data)).filter((name) => /^segment-.+\.findling$/.test(name));

const found = async (service: TestService, query: string) => {
  const { status, json, text } = await service.call('POST', '/engines/books/search', {
    body: { query, page: { size: 1000 }, result_fields: { name: { raw: {} } } },
  });
  assert.equal(status, 200, text);
  return json.results.map(({ id, _meta }: { id: { raw: string }; _meta: { score: number } }) => [
    id.raw,
    _meta.score,
  ]);
};

const DONE = /^Rebuilt the search index of books from 200 documents in \d+\.\d s\.\n$/;

function succeeded({ code, stdout, stderr }: Ended): string {
  assert.deepEqual({ code, stderr }, { code: 0, stderr: '' }, stdout);
  return stdout;
}

suite('findling reindex', TWO_AT_A_TIME, () => {
  test('makes a running server rebuild the index, with the same results', async (t) => {
    const { service, data, run } = await shop(t);
    await service.restart();
    const before = {
      all: await found(service, ''),
      some: await found(service, 'book 17'),
      files: segmentsIn(data),
    };
    assert.equal(before.all.length, COUNT);
    assert.match(succeeded(await run('reindex', 'books')), DONE);
    assert.deepEqual(await found(service, ''), before.all);
    assert.deepEqual(await found(service, 'book 17'), before.some);
    const { seconds, ...rest } = JSON.parse(succeeded(await run('reindex', 'books', '--json')));
    assert.deepEqual(rest, { engine: 'books', documents: COUNT });
    assert.equal(typeof seconds, 'number');
    assert.deepEqual(readdirSync(join(data, 'index')), ['1'], 'no request is left');
    await service.close();
    const files = segmentsIn(data);
    assert.ok(files.length > 0 && !files.some((name) => before.files.includes(name)), 'the files are others');
    assert.match(succeeded(await run('verify')), /^books: ok \(200 documents, 400 compared\)\n/);
  });

  test('loses no writes of a running server', async (t) => {
    const { service, run } = await shop(t);
    let isOver = false;
    const versions = new Map<string, number>();
    const gone = new Set<string>();
    const writer = (async () => {
      for (let version = 1; !isOver; version++) {
        const ids = Array.from({ length: 10 }, (_, i) => `d${(version * 7 + i * 13) % COUNT}`);
        const body = ids.map((id) => ({ id, name: 'book', version: `${version}` }));
        assert.equal((await service.call('POST', '/engines/books/documents', { body })).status, 200);
        for (const id of ids) {
          versions.set(id, version);
          gone.delete(id);
        }
        const deleted = [`d${(version * 11) % COUNT}`];
        await service.call('DELETE', '/engines/books/documents', { body: deleted });
        versions.delete(deleted[0] as string);
        gone.add(deleted[0] as string);
      }
    })();
    try {
      for (let round = 0; round < 2; round++) {
        const { code, stderr } = await run('reindex', 'books');
        assert.deepEqual([code, stderr], [0, '']);
      }
    } finally {
      isOver = true;
      await writer;
    }
    const all = await found(service, '');
    assert.equal(all.length, COUNT - gone.size);
    assert.deepEqual(
      all.filter(([id]: [string]) => gone.has(id)),
      [],
    );
    for (const version of new Set(versions.values())) {
      const { json } = await service.call('POST', '/engines/books/search', {
        body: { query: '', filters: { version: `${version}` }, page: { size: 1000 } },
      });
      const ids = json.results.map(({ id }: { id: { raw: string } }) => id.raw);
      const expected = [...versions].filter(([, of]) => of === version).map(([id]) => id);
      assert.deepEqual(ids.sort(), expected.sort(), `documents of version ${version}`);
    }
  });

  test('rebuilds the index in its own process if no server is running, and repairs damage', async (t) => {
    const { service, data, run } = await shop(t);
    const all = await found(service, '');
    await service.close();
    const [segment] = segmentsIn(data);
    const path = join(engineFolder(data), segment as string);
    const bytes = readFileSync(path);
    bytes[bytes.length - 9] = (bytes[bytes.length - 9] as number) ^ 1;
    writeFileSync(path, bytes);
    assert.equal((await run('verify')).code, 1);
    assert.match(succeeded(await run('reindex', 'books')), DONE);
    assert.match(succeeded(await run('verify')), /^books: ok \(200 documents, 400 compared\)\n/);
    service.logLines.length = 0;
    await service.restart();
    assert.deepEqual(await found(service, ''), all);
    assert.deepEqual(
      service.logLines.filter((line) => line.includes('is rebuilt')),
      [],
    );
  });

  test('reports that the server ended before the rebuild, which the next start completes', async (t) => {
    const { service, data, run } = await shop(t);
    const files = (): string[] => readdirSync(join(data, 'index'));
    await service.close();
    const before = segmentsIn(data);
    // Like a server that is too busy to respond.
    const release = lockFolder(data);
    const ended = run('reindex', 'books');
    while (!files().includes('rebuild-1')) await sleep(10);
    release();
    assert.deepEqual(await ended, {
      code: 1,
      stdout: '',
      stderr: 'The service has stopped. Its next start rebuilds the index.\n',
    });
    await service.restart();
    while (existsSync(join(data, 'index', 'rebuild-1'))) await sleep(10);
    assert.equal((await found(service, '')).length, COUNT);
    await service.close();
    assert.ok(!segmentsIn(data).some((name) => before.includes(name)), 'the files are others');
  });

  test('rejects unknown names', async (t) => {
    const { data, run } = await shop(t);
    for (const [args, code, stderr] of [
      [[], 2, 'Usage: `findling reindex ENGINE`.\n'],
      [['books', 'films'], 2, 'Usage: `findling reindex ENGINE`.\n'],
      [['films'], 1, 'There is no engine "films" in this account.\n'],
      [['books', '--account', 'nobody'], 1, 'There is no account "nobody".\n'],
    ] as const) {
      assert.deepEqual(await run('reindex', ...args), { code, stdout: '', stderr });
    }
    const nothing = await run('reindex', 'books', '--data', join(data, 'nothing-here'));
    assert.equal(nothing.code, 1);
    assert.match(nothing.stderr, /^There is no data in .+nothing-here yet: run `findling start` first\.\n$/);
  });
});
