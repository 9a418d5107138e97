import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { connect, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { suite, type TestContext, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { type Ended, findling, PROGRAM, plainEnvironment, ROOT } from '../support/command.ts';
import { startTestService, type TestService, temporaryFolder } from '../support/service.ts';

const LIMITED = { concurrency: 2, timeout: 300_000 };

const settingsOf = (service: TestService, url = service.baseUrl) => ({
  FINDLING_URL: url,
  FINDLING_PRIVATE_KEY: service.privateKey,
});

/** Runs a command with a text as its standard input. */
function piped(args: readonly string[], settings: Record<string, string>, input: string): Promise<Ended> {
  const child = spawn(process.execPath, [PROGRAM, ...args], {
    cwd: ROOT,
    env: plainEnvironment(settings),
    stdio: ['pipe', 'pipe', 'pipe'],
    timeout: 120_000,
  });
  const texts = { stdout: '', stderr: '' };
  child.stdout.setEncoding('utf8').on('data', (text) => (texts.stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text) => (texts.stderr += text));
  child.stdin.on('error', () => {}).end(input);
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, ...texts })));
}

/** A proxy that cuts its first connections after some bytes, sent or received. */
async function cuttingProxy(
  t: TestContext,
  service: TestService,
  cuts: ReadonlyArray<{ up?: number; down?: number }>,
) {
  const { port } = new URL(service.baseUrl);
  let connections = 0;
  const server = createServer((client) => {
    const upstream = connect(Number(port), '127.0.0.1');
    const cut = cuts[connections++];
    const relay = (from: Socket, to: Socket, most = Number.POSITIVE_INFINITY) => {
      let passed = 0;
      from.on('data', (chunk: Buffer) => {
        passed += chunk.length;
        if (passed < most) {
          if (!to.write(chunk)) {
            from.pause();
            to.once('drain', () => from.resume());
          }
          return;
        }
        to.write(chunk.subarray(0, chunk.length - (passed - most)), () => {
          client.resetAndDestroy();
          upstream.resetAndDestroy();
        });
      });
      from.on('end', () => to.end()).on('error', () => to.destroy());
    };
    relay(client, upstream, cut?.up);
    relay(upstream, client, cut?.down);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => server.close());
  const { port: own } = server.address() as { port: number };
  return { url: `http://127.0.0.1:${own}`, connections: () => connections };
}

const documents = (count: number) =>
  Array.from({ length: count }, (_, i) => JSON.stringify({ id: `d${i}`, text: `${i} ${'x'.repeat(500)}` }));
const textOf = (lines: readonly string[]): string => lines.map((line) => `${line}\n`).join('');
/** The ids in a text of documents, as short as possible: a failure should not print megabytes. */
const idsIn = (text: string): string => {
  const ids = text
    .split('\n')
    .slice(0, -1)
    .map((line) => Number(JSON.parse(line).id.slice(1)));
  const runs = ids.filter((id, at) => id !== (ids[at - 1] ?? -2) + 1);
  return `${ids.length}: ${runs.join(' ')}`;
};
const same = (found: string, expected: string): void => {
  assert.equal(idsIn(found), idsIn(expected));
  assert.ok(found === expected);
};
const exported = async (service: TestService, engine: string): Promise<string> =>
  (await service.call('GET', `/engines/${engine}/documents/export`)).text;

suite('findling import and export', LIMITED, () => {
  test('copy the documents of an engine through a file', async (t) => {
    const service = await startTestService(t);
    const [source, copy] = [await service.engine(), await service.engine()];
    const settings = settingsOf(service);
    const folder = temporaryFolder(t);
    const text = textOf(documents(2500));
    const first = join(folder, 'first.ndjson');
    writeFileSync(first, text);
    const imported = await findling(['import', source, first], settings);
    assert.equal(imported.code, 0, imported.stderr);
    assert.match(imported.stdout, /^Imported 2,500 documents into engine-1 in [\d.]+ s\.\n$/);

    const file = join(folder, 'books.ndjson');
    const done = await findling(['export', source, file, '--json'], settings);
    assert.equal(done.code, 0, done.stderr);
    assert.deepEqual(
      { ...JSON.parse(done.stdout), seconds: 0 },
      { engine: source, file, documents: 2500, seconds: 0 },
    );
    same(readFileSync(file, 'utf8'), text);
    assert.ok(!existsSync(`${file}.part`));

    writeFileSync(`${file}.gz`, gzipSync(text));
    const again = await findling(['import', copy, `${file}.gz`, '--json'], settings);
    assert.deepEqual(
      { ...JSON.parse(again.stdout), seconds: 0 },
      { engine: copy, imported: 2500, refused: 0, seconds: 0 },
    );
    same(await exported(service, copy), text);
  });

  test('read from standard input, and write to standard output', async (t) => {
    const service = await startTestService(t);
    const engine = await service.engine();
    const text = textOf(documents(300));
    const imported = await piped(['import', engine, '-'], settingsOf(service), text.trimEnd());
    assert.equal(imported.code, 0, imported.stderr);
    const { code, stdout, stderr } = await findling(['export', engine], settingsOf(service));
    assert.deepEqual([code, stderr], [0, '']);
    same(stdout, text);
  });

  test('report refused documents by line, with exit code 1', async (t) => {
    const service = await startTestService(t);
    const engine = await service.engine({ schema: { n: 'number' } });
    const lines = [
      '{"id":"a","n":1}',
      '',
      ' \t',
      '{"id":"b","n":"many"}',
      '{"id":',
      '\u2028{"id":"c\u2028"}',
    ];
    const { code, stdout, stderr } = await piped(['import', engine, '-'], settingsOf(service), textOf(lines));
    assert.equal(code, 1);
    assert.match(stdout, /^Imported 2 documents into engine-1 in [\d.]+ s\. 2 documents refused\.\n$/);
    assert.equal(
      stderr,
      "Line 4 (b): Invalid field value: Value 'many' cannot be parsed as a float\nLine 5: cannot be parsed as JSON\n",
    );
  });

  test('an import goes on after its connection breaks', async (t) => {
    const service = await startTestService(t);
    const engine = await service.engine();
    const proxy = await cuttingProxy(t, service, [{ up: 100_000 }, { down: 60_000 }, { down: 10 }]);
    const text = textOf(documents(6000));
    const { code, stdout, stderr } = await piped(
      ['import', engine, '-'],
      settingsOf(service, proxy.url),
      text,
    );
    assert.equal(code, 0, stderr);
    assert.match(stdout, /^Imported 6,000 documents/);
    assert.match(stderr, /^The connection to .* failed: .*\. Resuming\.$/m);
    assert.equal(proxy.connections(), 4);
    same(await exported(service, engine), text);
  });

  test('an export goes on after its connection breaks', async (t) => {
    const service = await startTestService(t);
    const engine = await service.engine();
    const text = textOf(documents(4000));
    await piped(['import', engine, '-'], settingsOf(service), text);
    const proxy = await cuttingProxy(t, service, [{ down: 700_001 }, { down: 200 }, { down: 900_000 }]);
    const { code, stdout, stderr } = await findling(['export', engine], settingsOf(service, proxy.url));
    assert.equal(code, 0, stderr);
    same(stdout, text);
    assert.equal(proxy.connections(), 4);
  });

  test('give up with a message', async (t) => {
    const service = await startTestService(t);
    const engine = await service.engine();
    const settings = settingsOf(service);
    const wrong = { ...settings, FINDLING_PRIVATE_KEY: 'private-wrongwrongwrongwrong' };
    for (const [args, given, code, message] of [
      [['export', 'nowhere'], settings, 1, 'Could not find engine.\n'],
      [['import', 'nowhere', 'package.json'], settings, 1, 'Could not find engine.\n'],
      [['export', engine], wrong, 1, 'Invalid authentication token.\n'],
      [
        ['import', engine, 'nothing-here.ndjson'],
        settings,
        2,
        'nothing-here.ndjson cannot be read (ENOENT).\n',
      ],
      [['import', engine, 'src'], settings, 1, 'src cannot be read (EISDIR).\n'],
      [
        ['export', engine, 'nowhere/a.ndjson'],
        settings,
        1,
        'nowhere/a.ndjson.part cannot be written (ENOENT).\n',
      ],
      [['import', engine], settings, 2, 'Usage: `findling import ENGINE FILE`, with - for standard input.\n'],
      [['export'], settings, 2, 'Usage: `findling export ENGINE [FILE]`.\n'],
      [['export', engine], {}, 2, 'Name a private key with --key or in FINDLING_PRIVATE_KEY.\n'],
      [
        ['export', engine, '--url', 'ftp://host'],
        settings,
        1,
        '--url is "ftp://host", but it must be an address such as https://search.example.com.\n',
      ],
    ] as const) {
      const ended = await findling(args, given);
      assert.deepEqual([args, ended.code, ended.stderr], [args, code, message]);
    }
    assert.ok(!existsSync(join(ROOT, 'nowhere')));
  });
});
