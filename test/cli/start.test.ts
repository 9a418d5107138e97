import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { suite, type TestContext, test } from 'node:test';
import { findling, freePort, type Running, type Settings, start } from '../support/command.ts';
import { request, temporaryFolder } from '../support/service.ts';

const ONE_SENTENCE = /^[A-Z`][^\n]+\.\n$/;
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

suite('the first start', () => {
  test('greets with address, host identifier, keys, a line to try and the way to an admin key', async (t) => {
    const data = dataIn(t);
    const running = await start(t, { settings: { FINDLING_DATA: data } });
    const { log, people } = linesOf(running.output());
    const banner = people.join('\n');
    assert.match(running.baseUrl, /^http:\/\/localhost:\d+$/);
    assert.match(banner, /Host identifier\s+host-[a-z0-9]{6}\b/);
    const privateKey = /private-key\s+(private-[a-z0-9]{24})\n/.exec(banner)?.[1] ?? '';
    const searchKey = /search-key\s+(search-[a-z0-9]{24})\n/.exec(banner)?.[1] ?? '';
    assert.doesNotMatch(banner, /admin-[a-z0-9]{16}/);
    assert.match(banner, /npx findling keys create --name my-admin --type admin/);
    assert.equal((await api(running, '/engines', privateKey)).status, 200);

    const [, address, name, value] = /curl '(\S+)' -H '([^:]+): ([^']+)'/.exec(banner) ?? [];
    assert.ok(address?.startsWith(running.baseUrl) && name !== undefined && value !== undefined);
    const tried = await request(address, 'GET', { headers: { [name]: value } });
    assert.equal(tried.status, 200);
    assert.ok(tried.json.results.length > 0);
    assert.ok(value.endsWith(searchKey));

    assert.ok(log.length > 0, 'there is a log beside the banner');
    await end(running);
    const { stdout, stderr } = await running.ended;
    for (const key of [privateKey, searchKey]) {
      assert.ok(!linesOf(stdout).log.join('\n').includes(key), 'no key in the log');
    }
    assert.equal(stderr, '');
  });

  test('makes the sample engine: 63 parks, their types, and a search that finds one', async (t) => {
    const settings = { FINDLING_DATA: dataIn(t), FINDLING_LOG_LEVEL: 'silent', ...KEYS };
    const running = await start(t, { settings });
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

  test('makes a folder and a secret that only their owner can read', async (t) => {
    const data = dataIn(t);
    await end(await start(t, { settings: quiet(data) }));
    assert.equal(statSync(data).mode & 0o777, 0o700);
    assert.equal(statSync(join(data, 'secret')).mode & 0o777, 0o600);
    assert.equal(statSync(join(data, 'findling.sqlite')).mode & 0o077, 0);
    assert.match(readFileSync(join(data, 'secret'), 'utf8'), /^[0-9a-f]{64}\n$/);
  });

  test('through npm, as the README says', async (t) => {
    const settings = { FINDLING_DATA: dataIn(t), FINDLING_LOG_LEVEL: 'silent', ...KEYS };
    const running = await start(t, { settings, command: ['npm', 'start'] });
    assert.equal((await request(`${running.baseUrl}/health`, 'GET')).status, 200);
    const found = await api(running, '/engines/national-parks-demo/search', KEYS.FINDLING_SEARCH_KEY, {
      query: 'volcano',
    });
    assert.ok(found.json.meta.page.total_results > 0);
    assert.equal((await end(running)).code, 0);
  });
});

suite('later starts', () => {
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

suite('settings', () => {
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
    assert.deepEqual((await api(running, '/engines', KEYS.FINDLING_PRIVATE_KEY)).json.results, []);
    assert.equal(existsSync(join(folder, 'right/findling.sqlite')), true);
    assert.equal(existsSync(join(folder, 'wrong')), false);
    await end(running);
  });

  const wrong: Array<[string, Settings, readonly string[], RegExp]> = [
    [
      'a port in words',
      { FINDLING_PORT: 'eighty' },
      [],
      /^FINDLING_PORT is "eighty", but it must be a whole/,
    ],
    ['a port beyond', { FINDLING_PORT: '65536' }, [], /^FINDLING_PORT is "65536"/],
    ['a port by flag', {}, ['--port', '-1x'], /--port/],
    ['a host with a scheme', { FINDLING_HOST: 'http://x' }, [], /^FINDLING_HOST is "http:\/\/x"/],
    ['a domain with a port', { FINDLING_DOMAIN: 'x:80' }, [], /^FINDLING_DOMAIN is "x:80"/],
    [
      'a switch that is neither',
      { FINDLING_SAMPLE: 'yes' },
      [],
      /^FINDLING_SAMPLE is "yes", but it must be on or off/,
    ],
    ['a proxy switch', { FINDLING_TRUST_PROXY: '1' }, [], /^FINDLING_TRUST_PROXY is "1"/],
    ['a mode', { FINDLING_SIGNED_KEYS: 'lax' }, [], /^FINDLING_SIGNED_KEYS is "lax".+compatible or strict/],
    ['a log level', { FINDLING_LOG_LEVEL: 'loud' }, [], /^FINDLING_LOG_LEVEL is "loud"/],
    ['a short secret', { FINDLING_SECRET: 'sesame' }, [], /^The value of FINDLING_SECRET .+at least 32/],
    [
      'a key of another kind',
      { FINDLING_PRIVATE_KEY: 'search-0000000000000000' },
      [],
      /^The value of FINDLING_PRIVATE_KEY/,
    ],
    ['a short key', { FINDLING_ADMIN_KEY: 'admin-short' }, [], /^The value of FINDLING_ADMIN_KEY/],
    [
      'a name that is none',
      { FINDLING_PROT: '80' },
      [],
      /^FINDLING_PROT is not a setting.+nearest one is FINDLING_PORT/,
    ],
  ];
  test('that are wrong are refused with one sentence, and nothing is made', async (t) => {
    for (const [what, settings, args, sentence] of wrong) {
      await t.test(what, async () => {
        const data = dataIn(t);
        const { code, stdout, stderr } = await refusedStart({ FINDLING_DATA: data, ...settings }, args);
        assert.match(stderr, sentence);
        assert.match(stderr, ONE_SENTENCE);
        assert.ok(code === 1 || code === 2, `exit code ${code}`);
        assert.equal(stdout, '');
        assert.equal(existsSync(data), false);
        for (const secret of ['sesame', 'search-0000000000000000', 'admin-short']) {
          assert.ok(!stderr.includes(secret), 'a secret is shown to nobody');
        }
      });
    }
  });

  test('that nobody knows, and words too many, are usage errors', async (t) => {
    for (const args of [['--colour', 'red'], ['now'], ['--port']]) {
      const { code, stderr } = await refusedStart({ FINDLING_DATA: dataIn(t) }, args);
      assert.equal(code, 2, stderr);
      assert.match(stderr, ONE_SENTENCE);
    }
  });
});

suite('the instance secret', () => {
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
    writeFileSync(file, 'another\n');
    const another = await refusedStart(quiet(data));
    assert.match(
      another.stderr,
      /^The file `secret` in .+ is not the secret that this data was made with\.\n$/,
    );
    assert.deepEqual([fromOutside.code, missing.code, another.code], [1, 1, 1]);
    writeFileSync(file, secret);
    await end(await start(t, { settings: quiet(data) }));
  });
});

suite('a start is refused with one sentence', () => {
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

suite('a stop', () => {
  /** An upload whose second half is sent when `finish` is called. */
  const slowUpload = async ({ baseUrl }: Running) => {
    const { request: send } = await import('node:http');
    const body = JSON.stringify([{ id: 'late', title: 'just in time' }]);
    const outgoing = send(`${baseUrl}/api/as/v1/engines/books/documents`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${KEYS.FINDLING_PRIVATE_KEY}`,
        'content-length': Buffer.byteLength(body),
        // The server answers this once it has let the request in: it is running from then on.
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

  const ways: Array<[string, readonly [string, ...string[]] | undefined, (running: Running) => void]> = [
    ['SIGTERM to the process', undefined, ({ child }) => child.kill('SIGTERM')],
    ['SIGINT to the process', undefined, ({ child }) => child.kill('SIGINT')],
    ['SIGTERM to npm start', ['npm', 'start'], ({ child }) => child.kill('SIGTERM')],
    [
      'SIGTERM to the group of npm start',
      ['npm', 'start'],
      ({ child }) => process.kill(-(child.pid ?? 0), 'SIGTERM'),
    ],
    [
      'SIGTERM to the group of the process',
      undefined,
      ({ child }) => process.kill(-(child.pid ?? 0), 'SIGTERM'),
    ],
  ];
  for (const [what, command, signal] of ways) {
    for (const times of [1, 2]) {
      test(`by ${what}, ${times === 1 ? 'once' : 'twice'}, finishes what runs, exits 0 and lets go of all`, async (t) => {
        const data = dataIn(t);
        const port = String(await freePort());
        const options = {
          settings: quiet(data, { ...KEYS, FINDLING_PORT: port }),
          ...(command && { command }),
        };
        const running = await start(t, options);
        await api(running, '/engines', KEYS.FINDLING_PRIVATE_KEY, { name: 'books' });
        const upload = await slowUpload(running);
        signal(running);
        await stopHasBegun(running);
        if (times === 2) signal(running);
        upload.finish();
        assert.deepEqual(await upload.answer, { status: 200, json: [{ id: 'late', errors: [] }] });
        const { code, stderr } = await running.ended;
        assert.deepEqual({ code, stderr }, { code: 0, stderr: '' });

        // Port and folder are free at once, and what was acknowledged is there.
        const next = await start(t, { settings: quiet(data, { FINDLING_PORT: port }) });
        const read = await api(next, '/engines/books/documents?ids[]=late', KEYS.FINDLING_PRIVATE_KEY);
        assert.deepEqual(read.json, [{ id: 'late', title: 'just in time' }]);
        assert.equal((await end(next)).code, 0);
      });
    }
  }

  test('leaves the folder free even after kill -9', async (t) => {
    const data = dataIn(t);
    const running = await start(t, { settings: quiet(data, KEYS) });
    await end(running, 'SIGKILL');
    const next = await start(t, { settings: quiet(data) });
    assert.equal((await api(next, '/engines', KEYS.FINDLING_PRIVATE_KEY)).status, 200);
    await end(next);
  });

  test('right after the banner is a stop like any other', async (t) => {
    const running = await start(t, { settings: quiet(dataIn(t)) });
    running.child.kill('SIGTERM');
    running.child.kill('SIGTERM');
    assert.equal((await running.ended).code, 0);
  });
});

test('the service is ready when the banner says so', async (t) => {
  const running = await start(t, { settings: quiet(dataIn(t)) });
  const { status, json } = await request(`${running.baseUrl}/health`, 'GET');
  assert.equal(status, 200);
  assert.equal(json.status, 'ok');
  await end(running);
});
