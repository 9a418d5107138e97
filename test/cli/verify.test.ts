import assert from 'node:assert/strict';
import { cpSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite, type TestContext, test } from 'node:test';
import { type Ended, findling } from '../support/command.ts';
import { startTestService, type TestService, temporaryFolder } from '../support/service.ts';
import { until } from '../support/until.ts';

/** The tests mostly wait for the processes that they start. */
const TWO_AT_A_TIME = { concurrency: 2 };

const documents = (count: number, stamp: string) =>
  Array.from({ length: count }, (_, i) => ({ id: `d${i}`, stamp, text: `the ${stamp} book ${i}` }));

/** A server with an engine `books`, and the command line on the same data. */
async function shop(t: TestContext, count = 250) {
  const service = await startTestService(t, { FINDLING_PRIVATE_KEY: 'private-verifyverifyverify' });
  const { data } = service.config;
  await service.call('POST', '/engines', { body: { name: 'books' } });
  await write(service, documents(count, 'first'));
  return {
    data,
    service,
    verify: (...args: string[]) => findling(['verify', ...args], { FINDLING_DATA: data }),
  };
}

async function write(service: TestService, all: readonly object[], engine = 'books'): Promise<void> {
  for (let from = 0; from < all.length; from += 100) {
    const body = all.slice(from, from + 100);
    const { status, text } = await service.call('POST', `/engines/${engine}/documents`, { body });
    assert.equal(status, 200, text);
  }
}

/** The index folder of the only engine. */
const engineFolder = (data: string): string => join(data, 'index', readdirSync(join(data, 'index'))[0] ?? '');

const segmentIn = (folder: string): string =>
  join(folder, readdirSync(folder).find((name) => name.startsWith('segment-')) ?? '');

function flipBit(path: string): void {
  const bytes = readFileSync(path);
  bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] as number) ^ 4;
  writeFileSync(path, bytes);
}

const good = ({ code, stdout, stderr }: Ended, facts: string): void =>
  assert.deepEqual(
    { code, stdout, stderr },
    {
      code: 0,
      stdout: `books: ok (${facts})\nStore and index agree: 1 engine, all checksums correct.\n`,
      stderr: '',
    },
  );

/** The reported problems. */
function problemsIn({ code, stdout, stderr }: Ended): string[] {
  assert.deepEqual({ code, stderr }, { code: 1, stderr: '' }, stdout);
  const [first, ...rest] = stdout.trimEnd().split('\n');
  assert.match(first ?? '', /^books: NOT ok \(/);
  assert.equal(
    rest.pop(),
    '1 of 1 engine needs attention. Run `findling reindex ENGINE` to rebuild an index.',
  );
  return rest.map((line) => line.trim());
}

suite('findling verify', TWO_AT_A_TIME, () => {
  test('reports no problems after a shutdown of the service', async (t) => {
    const { data, service, verify } = await shop(t);
    await service.call('DELETE', '/engines/books/documents', { body: ['d3', 'd7'] });
    await service.close();
    good(await verify(), '248 documents, 496 compared');
    good(await verify('books'), '248 documents, 496 compared');
    assert.deepEqual(JSON.parse((await verify('books', '--json', '--data', data)).stdout), {
      ok: true,
      engines: [{ engine: 'books', documents: 248, behind: 0, compared: 496, problems: [] }],
      events: [],
    });
  });

  test('finds a document of which a byte was changed in the store, and no request returns it', async (t) => {
    const { data, service, verify } = await shop(t);
    const path = join(data, 'findling.sqlite');
    await service.close();
    const bytes = readFileSync(path);
    const at = bytes.indexOf('the first book 123');
    assert.ok(at > 0);
    bytes[at] = 'T'.charCodeAt(0);
    writeFileSync(path, bytes);
    const sentence = 'Document "d123" in the store is damaged. Index it again, or restore it from a backup.';
    assert.deepEqual(problemsIn(await verify()), [sentence]);

    await service.restart();
    const damaged = 'The stored document "d123" is damaged: index it again, or restore it from a backup.';
    for (const refused of [
      await service.call('GET', '/engines/books/documents?ids[]=d123'),
      await service.call('PATCH', '/engines/books/documents', { body: [{ id: 'd123', stamp: 'x' }] }),
      await service.call('GET', '/engines/books/documents/list?page[current]=2'),
    ]) {
      assert.deepEqual([refused.status, refused.json], [500, { errors: [damaged] }]);
    }
    const body = { query: '', filters: { id: ['d123', 'd124'] } };
    const found = await service.call('POST', '/engines/books/search', { body });
    assert.deepEqual(
      found.json.results.map((hit: { id: { raw: string } }) => hit.id.raw),
      ['d124'],
    );
    assert.match(service.logLines.join(''), /"document":"d123","msg":"a damaged document was left out/);

    await write(service, [{ id: 'd123', stamp: 'again' }]);
    assert.equal((await service.call('GET', '/engines/books/documents?ids[]=d123')).json[0].stamp, 'again');
    assert.equal((await verify()).code, 0);
  });

  test('works while a server is running, whose files may be behind its documents', async (t) => {
    const { service, verify } = await shop(t);
    await service.restart();
    await write(service, documents(40, 'second'));
    await service.call('DELETE', '/engines/books/documents', { body: ['d200'] });
    const { code, stdout } = await verify();
    assert.equal(code, 0, stdout);
    assert.match(
      stdout,
      /^books: ok \(249 documents, \d+ compared(, 41 changed since the files were written)?\)\n/,
    );
  });

  test('accepts an engine whose files have not been written yet', async (t) => {
    const { service, verify } = await shop(t);
    await service.call('POST', '/engines', { body: { name: 'empty' } });
    await service.call('POST', '/engines', { body: { name: 'young' } });
    await write(service, documents(10, 'young'), 'young');
    const { code, stdout } = await verify();
    assert.equal(code, 0, stdout);
    assert.match(stdout, /^books: ok .*\nempty: ok \(0 documents, 0 compared\)\nyoung: ok /);
  });

  test('reports no false problems while a server keeps writing', async (t) => {
    const { service, verify } = await shop(t);
    let isOver = false;
    let writes = 0;
    const writer = (async () => {
      for (; !isOver; writes++) {
        await write(service, documents(60, `stamp${writes}`));
        const body = documents(30, '').map(({ id }) => id);
        assert.equal((await service.call('DELETE', '/engines/books/documents', { body })).status, 200);
      }
    })();
    try {
      // The first write waits for the segment of the documents before it, which a new thread builds.
      await until('the first write has ended', async () => writes > 0);
      for (let round = 0; round < 4; round++) {
        const before = writes;
        const { code, stdout } = await verify();
        assert.equal(code, 0, stdout);
        assert.ok(writes > before, 'there were writes meanwhile');
      }
    } finally {
      isOver = true;
      await writer;
    }
  });

  test('finds every damaged file', async (t) => {
    const { data, service, verify } = await shop(t);
    await service.close();
    const folder = engineFolder(data);
    const kept = join(temporaryFolder(t), 'kept');
    cpSync(folder, kept, { recursive: true });
    const rebuilds = /The next start rebuilds the index from the store\.$/;
    for (const [damage, sentence] of [
      [() => flipBit(segmentIn(folder)), /^segment-\w+\.findling is damaged: the checksum of .+ is wrong\. /],
      [() => rmSync(segmentIn(folder)), /^segment-\w+\.findling is missing\. /],
      [() => flipBit(join(folder, 'MANIFEST')), /^MANIFEST is damaged: /],
      [() => rmSync(folder, { recursive: true }), /^MANIFEST is missing\. /],
    ] as const) {
      damage();
      const [problem, ...others] = problemsIn(await verify());
      assert.deepEqual(others, []);
      assert.match(problem ?? '', sentence);
      assert.match(problem ?? '', rebuilds);
      cpSync(kept, folder, { recursive: true });
    }
    const { stdout } = await verify('--json');
    assert.equal(JSON.parse(stdout).ok, true, 'the files are back');
    flipBit(segmentIn(folder));
    const { ok, engines } = JSON.parse((await verify('--json')).stdout);
    assert.deepEqual(
      [ok, engines.length, engines[0].engine, engines[0].problems.length],
      [false, 1, 'books', 1],
    );
  });

  test('finds an index that is too old or newer than the store', async (t) => {
    const { data, service, verify } = await shop(t);
    await service.close();
    const older = join(temporaryFolder(t), 'older');
    cpSync(data, older, { recursive: true });
    await service.restart();
    await write(service, documents(20, 'second'));
    await service.call('DELETE', '/engines/books/documents', { body: ['d100', 'd101'] });
    await service.close();
    renameSync(join(data, 'index'), join(data, 'index-newer'));
    cpSync(join(older, 'index'), join(data, 'index'), { recursive: true });
    assert.equal(
      problemsIn(await verify())[0],
      'The index is too far behind: the store no longer has all deletions since then.',
    );
    rmSync(join(data, 'index'), { recursive: true });
    renameSync(join(data, 'index-newer'), join(data, 'index'));
    rmSync(join(data, 'findling.sqlite'));
    cpSync(join(older, 'findling.sqlite'), join(data, 'findling.sqlite'));
    assert.equal(problemsIn(await verify())[0], 'The index is ahead of the store.');
  });

  test('names documents that only one side has, if counts and checksums are correct', async (t) => {
    const { data, service, verify } = await shop(t, 20);
    await service.close();
    const twin = join(temporaryFolder(t), 'twin');
    cpSync(data, twin, { recursive: true });
    await service.restart();
    await write(service, [{ id: 'only here', stamp: 'a' }]);
    await service.close();
    const other = await startTestService(t, { FINDLING_DATA: twin });
    const key = 'private-verifyverifyverify';
    const body = [{ id: 'only there', stamp: 'b' }];
    assert.equal((await other.call('POST', '/engines/books/documents', { body, key })).status, 200);
    await other.close();
    rmSync(join(data, 'index'), { recursive: true });
    cpSync(join(twin, 'index'), join(data, 'index'), { recursive: true });
    assert.deepEqual(problemsIn(await verify()), [
      'Document "only here" in the store differs from the index.',
      'Document "only there" in the index differs from the store.',
    ]);
  });

  test('leaves meta engines out, which have no index', async (t) => {
    const { service, verify } = await shop(t, 1);
    await service.call('POST', '/engines', {
      body: { name: 'all', type: 'meta', source_engines: ['books'] },
    });
    await service.close();
    const ended = await verify();
    assert.deepEqual([ended.code, ended.stderr], [0, '']);
    assert.match(ended.stdout, /Store and index agree: 1 engine,/);
    const named = await verify('all');
    assert.deepEqual(
      [named.code, named.stderr],
      [1, 'The meta engine "all" has no search index of its own. Name one of its source engines.\n'],
    );
  });

  test('rejects unknown names', async (t) => {
    const { verify } = await shop(t, 1);
    const nothing = join(temporaryFolder(t), 'nothing-here');
    for (const [args, code, stderr] of [
      [['films'], 1, /^There is no engine "films" in this account\.\n$/],
      [
        ['books', 'films'],
        2,
        /^Usage: `findling verify`, `findling verify ENGINE` or `findling verify --backup FILE`\.\n$/,
      ],
      [['books', '--account', 'nobody'], 1, /^There is no account "nobody"\.\n$/],
      [['--deep'], 2, /'--deep'.*\n$/],
      [['--data', nothing], 1, /^There is no data in .+ yet: run `findling start` first\.\n$/],
    ] as const) {
      const ended = await verify(...args);
      assert.deepEqual([ended.code, ended.stdout], [code, '']);
      assert.match(ended.stderr, stderr);
    }
  });
});
