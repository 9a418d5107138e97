import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { suite, type TestContext, test } from 'node:test';
import { findling, freePort } from '../support/command.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { migrateRunner, settingsOf } from './migrating.ts';

const LIMITED = { concurrency: 2, timeout: 300_000 };

async function served(t: TestContext, answer: RequestListener): Promise<string> {
  const server = createServer(answer).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  t.after(() => server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const enginesOf = async ({ call }: TestService): Promise<number> =>
  (await call('GET', '/engines')).json.meta.page.total_results;

suite('findling migrate refuses with a sentence, and changes nothing', LIMITED, () => {
  test('addresses and keys that are wrong', async (t) => {
    const [from, to] = [await startTestService(t), await startTestService(t)];
    await from.engine();
    const reader = (
      await to.call('POST', '/credentials', {
        key: to.adminKey,
        body: { name: 'reader', type: 'private', read: true, write: false },
      })
    ).json.key;
    const page = await served(t, (_request, reply) =>
      reply.writeHead(200, { 'content-type': 'text/html' }).end('<html>'),
    );
    const elsewhere = await served(t, (_request, reply) =>
      reply.writeHead(301, { location: 'https://new.test/a?b' }).end(),
    );
    const nowhere = `http://127.0.0.1:${await freePort()}`;
    const api = (url: string): string => `${url}/api/as/v1`;
    const settings = settingsOf(from, to);
    const { state } = migrateRunner(t, from, to);
    const cases: ReadonlyArray<
      readonly [readonly string[], Record<string, string>, number, string | RegExp]
    > = [
      [
        [],
        {},
        2,
        /^Usage: `findling migrate --from URL --key private-…`, with the key better in FINDLING_OLD_KEY\./,
      ],
      [
        ['--from', 'app-search'],
        {},
        2,
        '--from must be an address such as https://app-search.example.com.\n',
      ],
      [['--from', from.baseUrl, 'books'], {}, 2, /^Usage: /],
      [
        ['--from', from.baseUrl],
        { FINDLING_OLD_KEY: '' },
        2,
        'Name a private key of the source with --key or in FINDLING_OLD_KEY.\n',
      ],
      [
        ['--from', from.baseUrl],
        { FINDLING_PRIVATE_KEY: '' },
        2,
        'Name a private key of the target in FINDLING_PRIVATE_KEY or with --to-key.\n',
      ],
      [['--from', from.baseUrl, '--key', 'a b'], {}, 2, 'The value of --key (not shown) is not a key.\n'],
      [
        ['--from', from.baseUrl, '--requests-per-second', '0'],
        {},
        2,
        '--requests-per-second must be a number above 0, at most 1000.\n',
      ],
      [
        ['--from', from.baseUrl, '--follow', 'x'],
        {},
        2,
        '--follow must be a number above 0, at most 86400.\n',
      ],
      [
        ['--from', from.baseUrl, '--elasticsearch', 'ftp://a:secret@b'],
        {},
        2,
        /^The value of --elasticsearch \(not shown, because it may have a password\) must be an address/,
      ],
      [
        ['--from', nowhere],
        {},
        1,
        `The source at ${api(nowhere)} cannot be reached (ECONNREFUSED). Check the address, and whether the service runs.\n`,
      ],
      [
        ['--from', from.baseUrl, '--to', nowhere],
        {},
        1,
        `The target at ${api(nowhere)} cannot be reached (ECONNREFUSED). Check the address, and whether the service runs.\n`,
      ],
      [['--from', page], {}, 1, /^There is no App Search API at .*, the address of the source\./],
      [
        ['--from', elsewhere],
        {},
        1,
        `The source at ${api(elsewhere)} redirects to https://new.test. Name that address instead.\n`,
      ],
      [
        ['--from', from.baseUrl, '--key', 'private-wrong'],
        {},
        1,
        'The source does not accept the key: Invalid authentication token. Check the key, and that it belongs to this address.\n',
      ],
      [
        ['--from', from.baseUrl, '--key', from.searchKey],
        {},
        1,
        'The key of the source may not read engines. Use a private key with read access.\n',
      ],
      [
        ['--from', from.baseUrl, '--to-key', reader],
        {},
        1,
        'The key of the target may not create engines. Use a private key with read and write access to all engines.\n',
      ],
      [
        ['--from', from.baseUrl],
        { FINDLING_OLD_ADMIN_KEY: from.privateKey },
        1,
        'The source does not show its keys: Unauthorized action. Use an admin key for --admin-key or FINDLING_OLD_ADMIN_KEY.\n',
      ],
      [
        ['--from', from.baseUrl, '--engine', 'nothing'],
        {},
        1,
        'The source has no engine "nothing", or its key does not reach it. Check --engine.\n',
      ],
      [
        ['--from', to.baseUrl.replace('127.0.0.1', 'localhost'), '--key', to.privateKey],
        {},
        1,
        /^The source is the service that the engines would be copied to/,
      ],
    ];
    const check = async ([args, given, code, message]: (typeof cases)[number]): Promise<void> => {
      const ended = await findling(['migrate', ...args, '--state', state], { ...settings, ...given });
      assert.equal(ended.code, code, `${args.join(' ')}: ${ended.stderr}`);
      if (typeof message === 'string') assert.equal(ended.stderr, message);
      else assert.match(ended.stderr, message);
      for (const secret of [from.privateKey, to.privateKey, from.adminKey, 'secret']) {
        assert.ok(!ended.stderr.includes(secret));
      }
    };
    const halves = [cases.slice(0, cases.length / 2), cases.slice(cases.length / 2)];
    await Promise.all(
      halves.map(async (half) => {
        for (const one of half) await check(one);
      }),
    );
    assert.deepEqual([await enginesOf(to), existsSync(state)], [0, false]);
  });

  test('an engine whose name is taken here', async (t) => {
    const [from, to] = [await startTestService(t), await startTestService(t)];
    for (const name of ['books', 'notes']) await from.call('POST', '/engines', { body: { name } });
    await to.call('POST', '/engines', { body: { name: 'books' } });
    const { run } = migrateRunner(t, from, to);
    const taken = await run();
    assert.equal(taken.code, 1);
    assert.equal(
      taken.stderr,
      'The engine books exists here already, and this migration did not create it. Delete it, leave it out by naming the others with --engine, or bring it up to date with --into-existing.\n',
    );
    assert.equal(await enginesOf(to), 1);
  });

  test('a meta engine without its sources', async (t) => {
    const [from, to] = [await startTestService(t), await startTestService(t)];
    for (const name of ['books', 'notes']) await from.call('POST', '/engines', { body: { name } });
    await from.call('POST', '/engines', {
      body: { name: 'all', type: 'meta', source_engines: ['books', 'notes'] },
    });
    const { run } = migrateRunner(t, from, to);
    const { code, stderr } = await run(['--engine', 'all', '--engine', 'books']);
    assert.deepEqual(
      [code, stderr],
      [1, 'The meta engine all needs its source engines notes. Name them with --engine too.\n'],
    );
    assert.equal(await enginesOf(to), 0);
  });

  test('but not because of responses that ask for another attempt', async (t) => {
    const [from, to] = [await startTestService(t), await startTestService(t)];
    await from.call('POST', '/engines', { body: { name: 'books' } });
    await from.call('POST', '/engines/books/documents', { body: [{ id: 'a', title: 'Dune' }] });
    const { port } = new URL(from.baseUrl);
    let requests = 0;
    const { request } = await import('node:http');
    const flaky = await served(t, (incoming, reply) => {
      requests++;
      if (requests % 3 === 0) return void reply.writeHead(503).end();
      if (requests % 3 === 1 && requests > 1)
        return void reply.writeHead(429, { 'retry-after': '0' }).end('{"error":"Rate limit exceeded."}');
      const { method, url: path, headers } = incoming;
      const forwarded = request({ host: '127.0.0.1', port, method, path, headers }, (answer) => {
        reply.writeHead(answer.statusCode ?? 500, answer.headers);
        answer.pipe(reply);
      });
      incoming.pipe(forwarded);
    });
    const { FINDLING_OLD_ADMIN_KEY: _, ...settings } = settingsOf(from, to);
    const { state } = migrateRunner(t, from, to);
    const { code, stdout, stderr } = await findling(
      ['migrate', '--from', flaky, '--state', state, '--json'],
      settings,
    );
    assert.equal(code, 0, stderr);
    const report = JSON.parse(stdout);
    assert.ok(report.retries > 5, stdout);
    assert.equal(report.engines[0].documents.target, 1);
  });
});
