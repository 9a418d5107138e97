import assert from 'node:assert/strict';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { freePort, type Settings, start } from '../support/command.ts';
import { temporaryFolder } from '../support/service.ts';
import {
  api,
  dataIn,
  end,
  KEYS,
  linesOf,
  ONE_SENTENCE,
  quiet,
  refusedStart,
  TWO_AT_A_TIME,
} from './started.ts';

suite('settings', TWO_AT_A_TIME, () => {
  test('are read from flags first, then from the environment', async (t) => {
    const folder = temporaryFolder(t);
    const port = await freePort();
    const running = await start(t, {
      settings: {
        FINDLING_PORT: '1',
        FINDLING_HOST: 'example.invalid',
        FINDLING_DATA: join(folder, 'wrong'),
        FINDLING_LOG_LEVEL: 'trace',
        FINDLING_SAMPLE: 'on',
        FINDLING_DOMAIN: 'wrong.example',
        ...KEYS,
      },
      args: [
        ...['--port', String(port), '--host', '127.0.0.1', '--data', join(folder, 'right')],
        ...['--log-level', 'silent', '--sample', 'off', '--domain=search.example'],
      ],
    });
    assert.equal(running.baseUrl, `http://127.0.0.1:${port}`);
    assert.match(running.output(), /host-[a-z0-9]{6}\.api\.search\.example/);
    assert.deepEqual(linesOf(running.output()).log, []);
    // Without a sample there is nothing to search yet; the suggested command works anyway.
    // A provisioned key is not printed.
    const header = '-H "Authorization: Bearer $FINDLING_PRIVATE_KEY"';
    assert.ok(running.output().includes(`curl '${running.baseUrl}/api/as/v1/engines' ${header}`));
    assert.deepEqual((await api(running, '/engines', KEYS.FINDLING_PRIVATE_KEY)).json.results, []);
    assert.equal(existsSync(join(folder, 'right/findling.sqlite')), true);
    assert.equal(existsSync(join(folder, 'wrong')), false);
    await end(running);
  });

  // config.test.ts has rows for every setting; these run through a whole process.
  const wrong: Array<[string, Settings, readonly string[], number, RegExp]> = [
    [
      'an environment variable',
      { FINDLING_PORT: '65536' },
      [],
      1,
      /^FINDLING_PORT is "65536", but it must be/,
    ],
    ['a flag', {}, ['--sample', 'yes'], 1, /^--sample is "yes", but it must be on or off\.\n$/],
    [
      'a secret, which is not shown',
      { FINDLING_SECRET: 'sesame' },
      [],
      1,
      /^The value of FINDLING_SECRET (?!.*sesame)/,
    ],
    [
      'an unknown name',
      { FINDLING_PROT: '80' },
      [],
      1,
      /^FINDLING_PROT is not a Findling setting\. The closest name is FINDLING_PORT\./,
    ],
    ['an unknown flag', {}, ['--colour', 'red'], 2, /'--colour'/],
    ['a flag without its value', {}, ['--port'], 2, /'--port <value>'/],
    ['a flag whose value looks like another flag', {}, ['--port', '-1'], 2, /'--port'/],
    ['a word too many', {}, ['now'], 2, /"now"/],
  ];
  test('that are invalid cause one sentence, and nothing is created', TWO_AT_A_TIME, async (t) => {
    const refusals = wrong.map(([what, settings, args, exitCode, sentence]) =>
      t.test(what, async (t) => {
        const data = dataIn(t);
        const { code, stdout, stderr } = await refusedStart({ FINDLING_DATA: data, ...settings }, args);
        assert.match(stderr, sentence);
        assert.match(stderr, ONE_SENTENCE);
        assert.deepEqual({ code, stdout }, { code: exitCode, stdout: '' });
        assert.equal(existsSync(data), false);
      }),
    );
    await Promise.all(refusals);
  });
});

suite('the instance secret', TWO_AT_A_TIME, () => {
  const SECRET = 'a-secret-of-at-least-32-characters';

  test('from the environment needs no file, and is required at every start', async (t) => {
    const data = dataIn(t);
    await end(await start(t, { settings: quiet(data, { FINDLING_SECRET: SECRET, ...KEYS }) }));
    assert.equal(existsSync(join(data, 'secret')), false);

    const again = await start(t, { settings: quiet(data, { FINDLING_SECRET: SECRET }) });
    assert.equal((await api(again, '/engines', KEYS.FINDLING_PRIVATE_KEY)).status, 200);
    await end(again);

    const other = await refusedStart(quiet(data, { FINDLING_SECRET: `${SECRET}!` }));
    assert.deepEqual(
      { code: other.code, stderr: other.stderr },
      { code: 1, stderr: 'FINDLING_SECRET is not the secret that this data was made with.\n' },
    );
    const none = await refusedStart(quiet(data));
    assert.equal(none.code, 1);
    assert.match(none.stderr, /^The instance secret is missing from .+FINDLING_SECRET/);
    assert.match(none.stderr, ONE_SENTENCE);
    assert.equal(existsSync(join(data, 'secret')), false, 'no new secret is made over old data');
  });

  test('must stay in its file', async (t) => {
    const data = dataIn(t);
    await end(await start(t, { settings: quiet(data) }));
    const file = join(data, 'secret');
    const secret = readFileSync(file, 'utf8');

    const fromOutside = await refusedStart(quiet(data, { FINDLING_SECRET: SECRET }));
    assert.match(fromOutside.stderr, /^FINDLING_SECRET is not the secret/);
    rmSync(file);
    const missing = await refusedStart(quiet(data));
    assert.match(missing.stderr, /^The instance secret is missing/);
    writeFileSync(file, 'short\n');
    const short = await refusedStart(quiet(data));
    assert.match(short.stderr, /^The file `secret` in .+ is too short to be a secret/);
    writeFileSync(file, `${'another'.repeat(6)}\n`);
    const another = await refusedStart(quiet(data));
    assert.match(
      another.stderr,
      /^The file `secret` in .+ is not the secret that this data was made with\.\n$/,
    );
    assert.deepEqual([fromOutside.code, missing.code, short.code, another.code], [1, 1, 1, 1]);
    writeFileSync(file, secret);
    await end(await start(t, { settings: quiet(data) }));
  });
});
