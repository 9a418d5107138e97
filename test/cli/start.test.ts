import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { suite, type TestContext, test } from 'node:test';
import { findling, freePort, type Running, type Settings, start } from '../support/command.ts';
import { request, temporaryFolder } from '../support/service.ts';

const ONE_SENTENCE = /^[^\n]+\.\n$/;
/** Each test waits for processes of its own most of the time. */
const TWO_AT_A_TIME = { concurrency: 2 };
const KEYS = {
  FINDLING_PRIVATE_KEY: 'private-broughtalong0000',
  FINDLING_SEARCH_KEY: 'search-broughtalong0000',
  FINDLING_ADMIN_KEY: 'admin-broughtalong0000',
};

const dataIn = (t: TestContext): string => join(temporaryFolder(t), 'data');
const quiet = (data: string, more: Settings = {}): Settings => ({
  FINDLING_DATA: data,
  FINDLING_SAMPLE: 'off',
  FINDLING_LOG_LEVEL: 'silent',
  ...more,
});

const end = async ({ child, ended }: Running, signal: NodeJS.Signals = 'SIGTERM') => {
  child.kill(signal);
  return ended;
};

/** A start that is expected to be refused: its exit code, and what it said. */
const refusedStart = async (settings: Settings, args: readonly string[] = []) =>
  findling(['start', ...args], { FINDLING_PORT: '0', ...settings });

const api = ({ baseUrl }: Running, path: string, key: string, body?: unknown) =>
  request(`${baseUrl}/api/as/v1${path}`, body === undefined ? 'GET' : 'POST', { key, body });

/** Lines of the log are JSON; all else on the terminal is for people. */
const linesOf = (output: string) => {
  const lines = output.split('\n');
  const isLog = (line: string) => line.startsWith('{');
  return { log: lines.filter(isLog), people: lines.filter((line) => !isLog(line)) };
};

suite('the first start', TWO_AT_A_TIME, () => {
  test('greets with address, host identifier, keys, a line to try and the way to an admin key, and keeps its files to itself', async (t) => {
    const data = dataIn(t);
    const running = await start(t, { settings: { FINDLING_DATA: data } });
    const { log, people } = linesOf(running.output());
    const banner = people.join('\n');
    assert.match(running.baseUrl, /^http:\/\/localhost:\d+$/);
    assert.equal((await request(`${running.baseUrl}/health`, 'GET')).status, 200);
    assert.match(banner, /Host identifier\s+host-[a-z0-9]{6}\b/);
    const privateKey = /private-key\s+(private-[a-z0-9]{24})\n/.exec(banner)?.[1] ?? '';
    const searchKey = /search-key\s+(search-[a-z0-9]{24})\n/.exec(banner)?.[1] ?? '';
    assert.doesNotMatch(banner, /admin-[a-z0-9]{16}/);
    const [, command = ''] = /npx findling (keys create --name my-admin --type admin.*)\n/.exec(banner) ?? [];
    const made = await findling([...command.split(' '), '--json']);
    assert.equal((await api(running, '/credentials', JSON.parse(made.stdout).key)).status, 200);
    assert.equal((await api(running, '/engines', privateKey)).status, 200);

    const [, address = '', name = '', value = ''] = /curl '(\S+)' -H '([^:]+): ([^']+)'/.exec(banner) ?? [];
    assert.ok(address.startsWith(running.baseUrl));
    const tried = await request(address, 'GET', { headers: { [name]: value } });
    assert.equal(tried.status, 200);
    assert.ok(tried.json.results.length > 0);
    assert.ok(value.endsWith(searchKey));

    assert.equal(statSync(data).mode & 0o777, 0o700);
    assert.equal(statSync(join(data, 'secret')).mode & 0o777, 0o600);
    assert.equal(statSync(join(data, 'findling.sqlite')).mode & 0o077, 0);

    assert.ok(log.length > 0, 'there is a log beside the banner');
    await end(running);
    const { stdout, stderr } = await running.ended;
    for (const key of [privateKey, searchKey]) {
      assert.ok(!linesOf(stdout).log.join('\n').includes(key), 'no key in the log');
    }
    assert.equal(stderr, '');
  });

  test('through npm, too, makes the sample engine: 63 parks, their types, and a search that finds one', async (t) => {
    const settings = { FINDLING_DATA: dataIn(t), FINDLING_LOG_LEVEL: 'silent', ...KEYS };
    const running = await start(t, { settings, command: ['npm', 'start'] });
    const key = KEYS.FINDLING_PRIVATE_KEY;
    const engine = '/engines/national-parks-demo';
    assert.deepEqual((await api(running, engine, key)).json, {
      name: 'national-parks-demo',
      type: 'default',
      language: 'en',
      index_create_settings_override: {},
      document_count: 63,
    });
    const schema = (await api(running, `${engine}/schema`, key)).json;
    assert.deepEqual(schema, {
      title: 'text',
      description: 'text',
      states: 'text',
      date_established: 'date',
      visitors: 'number',
      acres: 'number',
      square_km: 'number',
      location: 'geolocation',
      world_heritage_site: 'text',
      nps_link: 'text',
    });
    const { results } = (await api(running, `${engine}/documents/list`, key)).json;
    assert.equal(results.length, 63);
    assert.equal(new Set(results.map(({ title }: { title: string }) => title)).size, 63);
    for (const park of results) {
      assert.deepEqual(Object.keys(park), ['id', ...Object.keys(schema)]);
      // A park may have no visitors counted; nothing else is unknown, and every value fits its type.
      for (const [field, value] of Object.entries(park)) assert.notEqual(value, null, `${park.id} ${field}`);
      assert.ok(Array.isArray(park.states) && park.states.length > 0, park.id);
      assert.match(park.world_heritage_site, /^(true|false)$/);
    }
    const found = await api(running, `${engine}/search`, KEYS.FINDLING_SEARCH_KEY, {
      query: 'wind cave',
      filters: { states: 'South Dakota' },
      facets: { states: { type: 'value' } },
    });
    assert.equal(found.json.results[0].title.raw, 'Wind Cave');
    assert.equal(found.json.facets.states[0].data[0].value, 'South Dakota');
    await end(running);
  });
});

suite('later starts', TWO_AT_A_TIME, () => {
  test('show no key again and keep everything', async (t) => {
    const data = dataIn(t);
    const first = await start(t, { settings: { FINDLING_DATA: data } });
    const key = /private-[a-z0-9]{24}/.exec(first.output())?.[0] ?? '';
    const host = /host-[a-z0-9]{6}/.exec(first.output())?.[0] ?? '';
    await request(`${first.baseUrl}/api/as/v1/engines/national-parks-demo`, 'DELETE', { key });
    await api(first, '/engines', key, { name: 'books' });
    await api(first, '/engines/books/documents', key, [{ id: 'a', title: 'Dune' }]);
    await end(first);

    const second = await start(t, { settings: { FINDLING_DATA: data } });
    const banner = linesOf(second.output()).people.join('\n');
    assert.match(banner, /Base address/);
    assert.ok(banner.includes(host));
    assert.doesNotMatch(banner, /private-|search-[a-z0-9]{24}|curl|admin/);
    const engines = (await api(second, '/engines', key)).json.results;
    assert.deepEqual(
      engines.map(({ name }: { name: string }) => name),
      ['books'],
    );
    const found = await api(second, '/engines/books/search', key, { query: 'dune' });
    assert.equal(found.json.results[0].id.raw, 'a');
    await end(second);
    assert.doesNotMatch((await second.ended).stdout, new RegExp(key));
  });

  test('look at provisioned keys no more', async (t) => {
    const data = dataIn(t);
    const first = await start(t, { settings: quiet(data, KEYS) });
    for (const [name, value] of [
      ['private-key', KEYS.FINDLING_PRIVATE_KEY],
      ['search-key', KEYS.FINDLING_SEARCH_KEY],
      ['admin-key', KEYS.FINDLING_ADMIN_KEY],
    ] as const) {
      assert.match(first.output(), new RegExp(`${name}\\s+${value}\n`));
    }
    const listed = (await api(first, '/credentials', KEYS.FINDLING_ADMIN_KEY)).json.results;
    assert.deepEqual(
      listed.map(({ name, type, key }: Record<string, string>) => [name, type, key]),
      [
        ['admin-key', 'admin', KEYS.FINDLING_ADMIN_KEY],
        ['private-key', 'private', KEYS.FINDLING_PRIVATE_KEY],
        ['search-key', 'search', KEYS.FINDLING_SEARCH_KEY],
      ],
    );
    await end(first);
    const others = {
      FINDLING_PRIVATE_KEY: 'private-anothervalue0000',
      FINDLING_SEARCH_KEY: 'search-anothervalue0000',
      FINDLING_ADMIN_KEY: 'admin-anothervalue0000',
    };
    const second = await start(t, { settings: quiet(data, others) });
    assert.equal((await api(second, '/engines', others.FINDLING_PRIVATE_KEY)).status, 401);
    assert.equal((await api(second, '/credentials', others.FINDLING_ADMIN_KEY)).status, 401);
    assert.equal((await api(second, '/engines', KEYS.FINDLING_PRIVATE_KEY)).status, 200);
    assert.equal((await api(second, '/credentials', KEYS.FINDLING_ADMIN_KEY)).status, 200);
    await end(second);
  });
});

suite('settings', TWO_AT_A_TIME, () => {
  test('come from flags before the environment', async (t) => {
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
    // Without a sample there is nothing to search yet; what is suggested works all the same.
    assert.ok(
      running
        .output()
        .includes(
          `curl '${running.baseUrl}/api/as/v1/engines' -H 'Authorization: Bearer ${KEYS.FINDLING_PRIVATE_KEY}'`,
        ),
    );
    assert.deepEqual((await api(running, '/engines', KEYS.FINDLING_PRIVATE_KEY)).json.results, []);
    assert.equal(existsSync(join(folder, 'right/findling.sqlite')), true);
    assert.equal(existsSync(join(folder, 'wrong')), false);
    await end(running);
  });

  // Every setting has its rows in config.test.ts; these go all the way through a process.
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
    ['a name that is none', { FINDLING_PROT: '80' }, [], 1, /^FINDLING_PROT is not a setting.+FINDLING_PORT/],
    ['a flag that is none', {}, ['--colour', 'red'], 2, /'--colour'/],
    ['a flag without its value', {}, ['--port'], 2, /'--port <value>'/],
    ['a flag whose value looks like another flag', {}, ['--port', '-1'], 2, /'--port'/],
    ['a word too many', {}, ['now'], 2, /"now"/],
  ];
  test('that are wrong are refused with one sentence, and nothing is made', TWO_AT_A_TIME, async (t) => {
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

  test('from the environment needs no file, and has to be there again', async (t) => {
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

  test('in the file has to stay', async (t) => {
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

test('with --json the banner is an object for programs, keys at the first start only', async (t) => {
  const data = dataIn(t);
  const settings = quiet(data, { FINDLING_LOG_LEVEL: 'silent' });
  const first = await start(t, { settings, args: ['--json'] });
  await end(first);
  const { base_address, host_identifier, keys, dashboard_setup } = JSON.parse(first.output());
  assert.equal(base_address, first.baseUrl);
  assert.match(host_identifier, /^host-[a-z0-9]{6}$/);
  assert.deepEqual(
    keys.map(({ name, type }: { name: string; type: string }) => [name, type]),
    [
      ['private-key', 'private'],
      ['search-key', 'search'],
    ],
  );
  const second = await start(t, { settings, args: ['--json'] });
  await end(second);
  const later = JSON.parse(second.output());
  assert.deepEqual(Object.keys(later), ['base_address', 'host_identifier', 'dashboard_setup']);
  assert.notEqual(later.dashboard_setup, dashboard_setup);
});

suite('a start is refused with one sentence', TWO_AT_A_TIME, () => {
  test('on a folder that another one serves', async (t) => {
    const data = dataIn(t);
    const first = await start(t, { settings: quiet(data, KEYS) });
    const { code, stdout, stderr } = await refusedStart(quiet(data));
    assert.deepEqual({ code, stdout }, { code: 1, stdout: '' });
    assert.match(stderr, /^Another Findling is running on the data folder/);
    assert.match(stderr, ONE_SENTENCE);
    assert.equal((await api(first, '/engines', KEYS.FINDLING_PRIVATE_KEY)).status, 200);
    await end(first);
    await end(await start(t, { settings: quiet(data) }));
  });

  test('on a port in use, and the keys are still shown at the start that succeeds', async (t) => {
    const other = createServer();
    t.after(() => other.close());
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const { port } = other.address() as AddressInfo;
    const data = dataIn(t);
    const { code, stdout, stderr } = await refusedStart({ FINDLING_DATA: data, FINDLING_PORT: String(port) });
    assert.equal(code, 1);
    assert.match(stderr, new RegExp(`^Port ${port} is already in use\\.`));
    assert.match(stderr, ONE_SENTENCE);
    assert.doesNotMatch(stdout, /private-/);

    const elsewhere = await start(t, { settings: { FINDLING_DATA: data } });
    assert.match(elsewhere.output(), /private-key\s+private-[a-z0-9]{24}/);
    assert.match(elsewhere.output(), /national-parks-demo/);
    await end(elsewhere);
  });

  test('at an address that is not of this machine', async (t) => {
    const { code, stderr } = await refusedStart(quiet(dataIn(t), { FINDLING_HOST: '192.0.2.1' }));
    assert.equal(code, 1);
    assert.match(stderr, /^The service cannot listen there .+FINDLING_HOST/);
    assert.match(stderr, ONE_SENTENCE);
  });

  test('on a folder that cannot be used', async (t) => {
    const folder = temporaryFolder(t);
    const file = join(folder, 'file');
    writeFileSync(file, 'not a folder');
    const withFolderAsStore = join(folder, 'odd');
    mkdirSync(join(withFolderAsStore, 'findling.sqlite'), { recursive: true });
    const withFolderAsLock = join(folder, 'locked');
    mkdirSync(join(withFolderAsLock, 'lock.sqlite'), { recursive: true });
    const withFolderAsSecret = join(folder, 'secretive');
    mkdirSync(join(withFolderAsSecret, 'secret'), { recursive: true });
    const withJunk = join(folder, 'junk');
    mkdirSync(withJunk);
    writeFileSync(join(withJunk, 'findling.sqlite'), 'this is not a database, not at all. '.repeat(100));
    for (const data of [
      file,
      join(file, 'below'),
      withFolderAsStore,
      withFolderAsLock,
      withFolderAsSecret,
      withJunk,
    ]) {
      const { code, stdout, stderr } = await refusedStart(quiet(data));
      assert.deepEqual({ code, stdout }, { code: 1, stdout: '' }, data);
      assert.ok(stderr.startsWith(`The data folder ${data} cannot be used (`), stderr);
      assert.match(stderr, /FINDLING_DATA/);
      assert.match(stderr, ONE_SENTENCE);
    }
    assert.equal(readFileSync(file, 'utf8'), 'not a folder');
  });

  test('on data of a newer version, which stays as it is', async (t) => {
    const data = dataIn(t);
    await end(await start(t, { settings: quiet(data) }));
    const setVersion = (version: string) => {
      const db = new DatabaseSync(join(data, 'findling.sqlite'));
      const { value } = db.prepare("select value from instance where name = 'data_version'").get() as {
        value: string;
      };
      db.prepare("update instance set value = ? where name = 'data_version'").run(version);
      db.close();
      return value;
    };
    const version = setVersion('999');
    for (const refused of [await refusedStart(quiet(data)), await findling(['keys', 'list'], quiet(data))]) {
      assert.equal(refused.code, 1);
      assert.match(refused.stderr, /^The data was written by a newer Findling \(data version 999;/);
      assert.match(refused.stderr, ONE_SENTENCE);
    }
    assert.equal(setVersion(version), '999');
    await end(await start(t, { settings: quiet(data) }));
  });
});

suite('a stop', TWO_AT_A_TIME, () => {
  /** An upload whose second half is sent when `finish` is called. */
  const slowUpload = async ({ baseUrl }: Running, id: string) => {
    const { request: send } = await import('node:http');
    const body = JSON.stringify([{ id, title: 'just in time' }]);
    const outgoing = send(`${baseUrl}/api/as/v1/engines/books/documents`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${KEYS.FINDLING_PRIVATE_KEY}`,
        'content-length': Buffer.byteLength(body),
        // Answered in the same breath in which the request is let in: it is running from then on.
        expect: '100-continue',
      },
    });
    const answer = new Promise<{ status: number; json: unknown }>((resolve, reject) => {
      outgoing.on('error', reject).on('response', async (incoming) => {
        const chunks: Buffer[] = [];
        for await (const chunk of incoming) chunks.push(chunk);
        resolve({ status: incoming.statusCode ?? 0, json: JSON.parse(Buffer.concat(chunks).toString()) });
      });
    });
    outgoing.flushHeaders();
    await new Promise((resolve) => outgoing.once('continue', resolve));
    outgoing.write(body.slice(0, 10));
    return { answer, finish: () => outgoing.end(body.slice(10)) };
  };

  /** New requests are refused from the moment the stop has begun. */
  const stopHasBegun = async ({ baseUrl }: Running) => {
    for (;;) {
      const status = await request(`${baseUrl}/health`, 'GET').then(
        (answer) => answer.status,
        () => 0,
      );
      if (status !== 200) return;
    }
  };

  const toProcess = ({ child }: Running) => child.kill('SIGTERM');
  const toGroup = ({ child }: Running) => process.kill(-(child.pid ?? 0), 'SIGTERM');
  const npm = ['npm', 'start'] as const;
  const ways: Array<
    [string, readonly [string, ...string[]] | undefined, (running: Running) => void, number]
  > = [
    ['SIGTERM to the process', undefined, toProcess, 1],
    ['SIGTERM to the process, twice', undefined, toProcess, 2],
    ['SIGINT to the process, twice', undefined, ({ child }) => child.kill('SIGINT'), 2],
    ['SIGTERM to npm', npm, toProcess, 1],
    ['SIGTERM to npm, twice', npm, toProcess, 2],
    ['SIGTERM to the process group of npm', npm, toGroup, 1],
    ['SIGTERM to the process group of npm, twice', npm, toGroup, 2],
  ];
  test('finishes what runs, exits 0, and leaves port and folder free', async (t) => {
    const data = dataIn(t);
    const settings = quiet(data, { ...KEYS, FINDLING_PORT: String(await freePort()) });
    const key = KEYS.FINDLING_PRIVATE_KEY;
    for (const [round, [what, command, signal, times]] of ways.entries()) {
      await t.test(what, async (t) => {
        // On the folder and the port of the round before, which have to be free.
        const running = await start(t, { settings, ...(command && { command }) });
        if (round === 0) await api(running, '/engines', key, { name: 'books' });
        const upload = await slowUpload(running, `late-${round}`);
        signal(running);
        await stopHasBegun(running);
        if (times === 2) signal(running);
        upload.finish();
        assert.deepEqual(await upload.answer, { status: 200, json: [{ id: `late-${round}`, errors: [] }] });
        const { code, stderr } = await running.ended;
        assert.equal(code, 0);
        // npm has its own things to say.
        assert.equal(stderr.replace(/^npm .*\n/gm, ''), '');
      });
    }
    const last = await start(t, { settings });
    const list = await api(last, '/engines/books/documents/list', key);
    assert.deepEqual(
      list.json.results,
      ways.map((_, round) => ({ id: `late-${round}`, title: 'just in time' })),
    );
    // Without a request that runs, two signals at once are a stop like any other.
    last.child.kill('SIGTERM');
    last.child.kill('SIGTERM');
    assert.equal((await last.ended).code, 0);
  });

  test('by kill -9 leaves the folder free, too', async (t) => {
    const data = dataIn(t);
    const running = await start(t, { settings: quiet(data, KEYS) });
    await end(running, 'SIGKILL');
    const next = await start(t, { settings: quiet(data) });
    assert.equal((await api(next, '/engines', KEYS.FINDLING_PRIVATE_KEY)).status, 200);
    await end(next);
  });
});
