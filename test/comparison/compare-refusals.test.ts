import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { temporaryFolder } from '../support/folder.ts';
import { call, compare, file, KEY, left, right, SAMPLE, sides, TWO_AT_A_TIME } from './two-services.ts';

suite('findling compare', TWO_AT_A_TIME, () => {
  test('refuses bad input with a sentence, and sends nothing', async (t) => {
    const good = file(t, 'good.txt', 'cave\n');
    const usage = /^Usage: `findling compare --left URL --right URL .*\.\n$/;
    const folder = temporaryFolder(t);
    const on = ['--engine', SAMPLE];
    const bad = (name: string, text: string) => [...sides(), '--queries', file(t, name, text), ...on];
    for (const [args, message] of [
      [[], usage],
      [['--left', left.baseUrl, '--queries', good], usage],
      [[...sides()], usage],
      [[...sides(), '--queries', good, 'more'], usage],
      [['--shadow', '--left', left.baseUrl], usage],
      [
        ['--left', 'nowhere', '--right', right.baseUrl, '--queries', good],
        /^--left is "nowhere", but it must be an address such as https:/,
      ],
      [
        ['--left', 'http://me:secret@host', '--right', right.baseUrl, '--queries', good],
        /^--left is "http:\/\/\*\*\*@host", but/,
      ],
      [
        [...sides(), '--queries', good],
        /^Line 1 of \S+good\.txt names no engine\. Name one with --engine\.\n$/,
      ],
      [[...sides(), '--queries', 'analytics'], /^Name the engine of --queries analytics with --engine\.\n$/],
      [[...sides(), '--queries', 'nothing.txt', ...on], /^nothing\.txt cannot be read \(ENOENT\)\.\n$/],
      [[...sides(), '--queries', folder, ...on], /cannot be read \(EISDIR\)\.\n$/],
      [bad('empty.txt', '\n \n'), /^\S+empty\.txt has no queries\.\n$/],
      [bad('empty.json', '[]'), /^\S+empty\.json has no queries\.\n$/],
      [bad('object.json', '{}'), /^\S+object\.json must be a list of queries: \[ … \]\.\n$/],
      [
        bad('broken.json', '[\n"a",\n"b" "c"]'),
        /^\S+broken\.json cannot be parsed as JSON: the problem is at line 3\.\n$/,
      ],
      [
        bad('cut.json', '[\n"a",\n'),
        /^\S+cut\.json cannot be parsed as JSON: the problem is at line \d\.\n$/,
      ],
      [
        bad('broken.ndjson', '"a"\n\n{"query":\n'),
        /^Line 3 of \S+broken\.ndjson cannot be parsed as JSON\.\n$/,
      ],
      [
        bad('odd.ndjson', '"a"\n7\n'),
        /^Line 2 of \S+odd\.ndjson must be a query or an object with search options\.\n$/,
      ],
      [bad('blank.ndjson', '{"filters":{}}\n'), /^Line 1 of \S+blank\.ndjson has no query\.\n$/],
      [
        bad('engine.json', '[{"query":"a","engine":7}]'),
        /^Entry 1 of \S+engine\.json has an engine that is not a name\.\n$/,
      ],
      [
        [...sides(), '--queries', good, ...on, '--limit', '0'],
        /^--limit is "0", but it must be a whole number from 1 to 10000\.\n$/,
      ],
      [
        [...sides(), '--queries', good, ...on, '--min-overlap', '2'],
        /^--min-overlap is "2", but it must be a number from 0 to 1\.\n$/,
      ],
      [
        [...sides(), '--queries', good, ...on, '--report', join(folder, 'no', 'r.html')],
        /r\.html cannot be written \(ENOENT\)\.\n$/,
      ],
      [
        [...sides(), '--queries', good, ...on, '--left-key', 'a b'],
        /^The value of --left-key \(not shown\) is not a key\.\n$/,
      ],
      [
        ['--shadow', '--data', folder],
        /^Shadow mode has not recorded any searches in the data folder .* yet\.\n$/,
      ],
      [['--shadow', good], /^\S+good\.txt has no searches that shadow mode has recorded\.\n$/],
    ] as const) {
      const ended = await compare(args);
      assert.deepEqual([args, ended.code, ended.stdout], [args, 2, '']);
      assert.match(ended.stderr, message);
    }
    const unnamed = await compare([...sides(), '--queries', good, ...on], { FINDLING_PRIVATE_KEY: '' });
    assert.deepEqual(
      [unnamed.code, unnamed.stderr],
      [2, 'Name a key of the left service in FINDLING_COMPARE_LEFT_KEY or with --left-key.\n'],
    );
    assert.ok(!existsSync(join(folder, 'no')));
  });

  test('says which side cannot be compared, and never shows a key', async (t) => {
    const good = file(t, 'good.txt', 'cave\n');
    await call(left, 'POST', '/engines', { name: 'only-left' });
    const web = createServer((_, response) => response.end('<html>Welcome</html>'));
    const moved = createServer((_, response) => response.writeHead(301, { location: left.baseUrl }).end());
    const silent = createServer(() => {});
    const addressOf = async (server: ReturnType<typeof createServer>): Promise<string> => {
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      t.after(() => server.close().closeAllConnections());
      return `http://127.0.0.1:${(server.address() as { port: number }).port}`;
    };
    const wrong = 'private-wrongwrongwrongwrong';
    const onSample = ['--queries', good, '--engine', SAMPLE];
    for (const [args, settings, message] of [
      [
        ['--left', left.baseUrl, '--right', 'http://127.0.0.1:1', ...onSample],
        {},
        /^The right service at http:\/\/127\.0\.0\.1:1 cannot be reached: ECONNREFUSED\.\n$/,
      ],
      [
        [...sides(), ...onSample],
        { FINDLING_COMPARE_RIGHT_KEY: wrong },
        /^The right service at \S+ refuses the key for the engine "national-parks-demo": Invalid authentication token\.\n$/,
      ],
      [[...sides(), ...onSample, '--left-key', wrong], {}, /^The left service at \S+ refuses the key /],
      [
        [...sides(), '--queries', good, '--engine', 'only-left'],
        {},
        /^The right service at \S+ has no engine "only-left"\.\n$/,
      ],
      [
        ['--left', await addressOf(web), '--right', right.baseUrl, ...onSample],
        {},
        /^The left service at \S+ does not answer as App Search does: The answer is not JSON\.\n$/,
      ],
      [
        ['--left', await addressOf(moved), '--right', right.baseUrl, ...onSample],
        {},
        /^The left service at \S+ redirects to another address\. Name that address\.\n$/,
      ],
      [
        ['--left', await addressOf(silent), '--right', right.baseUrl, ...onSample, '--timeout', '1'],
        {},
        /^The left service at \S+ cannot be reached: no answer within 1 s\.\n$/,
      ],
      [
        [...sides(), '--queries', 'logs', '--engine', 'only-left'],
        {},
        /^There are no searches of "only-left" in the API log of \S+ in the last 7 days\.\n$/,
      ],
      [
        [...sides(), '--queries', 'analytics', '--engine', 'only-left'],
        {},
        /^There are no searches of "only-left" in the analytics of \S+ in the last 7 days\.\n$/,
      ],
      [
        [...sides(), '--queries', 'logs', '--engine', SAMPLE],
        { FINDLING_COMPARE_LEFT_KEY: 'search-testtesttesttest' },
        /^The left service at \S+ does not show its API log: Unauthorized action\.\n$/,
      ],
    ] as const) {
      const ended = await compare(args, settings);
      assert.deepEqual([args, ended.code, ended.stdout], [args, 1, '']);
      assert.match(ended.stderr, message);
      assert.ok(!ended.stderr.includes(wrong) && !ended.stderr.includes(KEY));
    }
  });
});
