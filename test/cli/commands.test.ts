import assert from 'node:assert/strict';
import { join } from 'node:path';
import { suite, type TestContext, test } from 'node:test';
import { VERSION } from '../../src/version.ts';
import { type Ended, findling } from '../support/command.ts';
import { startTestService, type TestService, temporaryFolder } from '../support/service.ts';

/** The tests mostly wait for the processes that they start. */
const TWO_AT_A_TIME = { concurrency: 2 };
const ONE_SENTENCE = /^[^\n]+\.\n$/;

/** A running server, and the command line on the same data. */
async function serverAndCommand(t: TestContext) {
  const service = await startTestService(t);
  const run = (...args: string[]) => findling(args, { FINDLING_DATA: service.config.data });
  // biome-ignore lint/suspicious/noExplicitAny: a test asserts the shape that it expects.
  const json = async (...args: string[]): Promise<any> => succeeded(await run(...args, '--json'));
  return { service, run, json };
}

const succeeded = ({ code, stdout, stderr }: Ended) => {
  assert.deepEqual({ code, stderr }, { code: 0, stderr: '' });
  return JSON.parse(stdout);
};

const refused = ({ code, stdout, stderr }: Ended, exitCode: number, sentence: string | RegExp) => {
  assert.deepEqual({ code, stdout }, { code: exitCode, stdout: '' }, stderr);
  assert.match(stderr, ONE_SENTENCE);
  if (typeof sentence === 'string') assert.equal(stderr, `${sentence}\n`);
  else assert.match(stderr, sentence);
};

const statusWith = async (
  service: TestService,
  key: string,
  method = 'GET',
  path = '/engines',
  body?: unknown,
) => (await service.call(method, path, { key, body })).status;

suite('findling accounts', TWO_AT_A_TIME, () => {
  test('create makes an account with two keys, which work at once at its host name', async (t) => {
    const { service, json } = await serverAndCommand(t);
    const made = await json('accounts', 'create', 'Shop-2');
    assert.deepEqual(Object.keys(made), ['name', 'host_identifier', 'keys']);
    assert.equal(made.name, 'Shop-2');
    assert.match(made.host_identifier, /^host-[a-z0-9]{6}$/);
    assert.deepEqual(
      made.keys.map(({ name, type }: Record<string, string>) => [name, type]),
      [
        ['private-key', 'private'],
        ['search-key', 'search'],
      ],
    );
    for (const key of made.keys) assert.deepEqual(Object.keys(key), ['name', 'type', 'key']);
    const [{ key: privateKey }, { key: searchKey }] = made.keys;
    assert.match(privateKey, /^private-[a-z0-9]{24}$/);
    assert.match(searchKey, /^search-[a-z0-9]{24}$/);
    const headers = { host: `${made.host_identifier}.api.localhost:3002` };
    const own = await service.call('POST', '/engines', { key: privateKey, headers, body: { name: 'own' } });
    assert.equal(own.status, 200);
    assert.equal(await statusWith(service, privateKey), 401);
    assert.equal((await service.call('GET', '/engines', { headers })).status, 401);
    assert.deepEqual((await service.call('GET', '/engines')).json.results, []);
  });

  test('create prints the base URL and the keys', async (t) => {
    const { run } = await serverAndCommand(t);
    const { code, stdout } = await run('accounts', 'create', 'shop');
    assert.equal(code, 0);
    assert.match(stdout, /^Account shop created\. Its API is at host-[a-z0-9]{6}\.api\.localhost\.\n/);
    assert.match(stdout, /\nprivate-key +private +private-[a-z0-9]{24}\n/);
    assert.match(stdout, /\nsearch-key +search +search-[a-z0-9]{24}\n$/);
  });

  test('create rejects a name that is taken or invalid', async (t) => {
    const { run } = await serverAndCommand(t);
    refused(await run('accounts', 'create', 'default'), 1, 'Name is already taken.');
    refused(
      await run('accounts', 'create', 'my shop'),
      1,
      'Name can only contain letters, numbers, and hyphens.',
    );
  });

  test('list names all accounts and never a key', async (t) => {
    const { service, run, json } = await serverAndCommand(t);
    const made = await json('accounts', 'create', 'shop');
    const listed = await json('accounts', 'list');
    assert.deepEqual(listed, [
      { name: 'default', host_identifier: service.hostIdentifier, default: true },
      { name: 'shop', host_identifier: made.host_identifier, default: false },
    ]);
    const { stdout } = await run('accounts', 'list');
    assert.equal(stdout, `default  ${service.hostIdentifier}  default\nshop     ${made.host_identifier}\n`);
  });
});

suite('findling keys', TWO_AT_A_TIME, () => {
  test('list shows values only on request', async (t) => {
    const { service, run, json } = await serverAndCommand(t);
    const shown = await json('keys', 'list', '--show');
    assert.deepEqual(
      shown.map(({ name, key }: Record<string, string>) => [name, key]),
      [
        ['admin-key', service.adminKey],
        ['private-key', service.privateKey],
        ['search-key', service.searchKey],
      ],
    );
    const hidden = await json('keys', 'list');
    assert.deepEqual(
      hidden,
      shown.map(({ key: _, ...rest }: Record<string, unknown>) => rest),
    );
    assert.deepEqual(
      hidden.map(({ id: _, ...rest }: Record<string, unknown>) => rest),
      [
        { name: 'admin-key', type: 'admin' },
        { name: 'private-key', type: 'private', read: true, write: true, access_all_engines: true },
        { name: 'search-key', type: 'search', access_all_engines: true },
      ],
    );
    const text = (await run('keys', 'list')).stdout;
    const textWithValues = (await run('keys', 'list', '--show')).stdout;
    for (const value of [service.adminKey, service.privateKey, service.searchKey]) {
      assert.ok(!text.includes(value) && !JSON.stringify(hidden).includes(value));
      assert.ok(textWithValues.includes(value));
    }
    assert.match(text, /^admin-key +admin +credentials\nprivate-key +private +read, write; all engines\n/);
  });

  test('create makes keys of every kind, valid from the next request', async (t) => {
    const { service, json } = await serverAndCommand(t);
    const engine = await service.engine();
    const other = await service.engine();
    const made = async (...args: string[]) => {
      const { id, key, ...rest } = await json('keys', 'create', ...args);
      assert.equal(typeof id, 'string');
      assert.match(key, /^(search|private|admin)-[a-z0-9]{24}$/);
      return { key, rest };
    };
    const admin = await made('--name', 'root', '--type', 'admin');
    assert.deepEqual(admin.rest, { name: 'root', type: 'admin' });
    assert.equal(await statusWith(service, admin.key, 'GET', '/credentials'), 200);

    const reader = await made('--name', 'reader', '--type', 'private', '--read', '--engines', `${engine}, x`);
    assert.deepEqual(reader.rest, {
      name: 'reader',
      type: 'private',
      read: true,
      write: false,
      engines: [engine, 'x'],
    });
    assert.equal(await statusWith(service, reader.key, 'GET', `/engines/${engine}`), 200);
    assert.equal(await statusWith(service, reader.key, 'DELETE', `/engines/${engine}`), 401);
    assert.equal(await statusWith(service, reader.key, 'GET', `/engines/${other}`), 401);

    const both = await made('--name', 'both', '--type', 'private');
    assert.deepEqual(both.rest, {
      name: 'both',
      type: 'private',
      read: true,
      write: true,
      access_all_engines: true,
    });
    assert.equal(await statusWith(service, both.key, 'POST', '/engines', { name: 'by-both' }), 200);

    const web = await made('--name', 'web', '--type', 'search');
    assert.deepEqual(web.rest, { name: 'web', type: 'search', access_all_engines: true });
    const search = `/engines/${engine}/search`;
    assert.equal(await statusWith(service, web.key, 'POST', search, { query: '' }), 200);
  });

  test('create accepts an existing value', async (t) => {
    const { service, run, json } = await serverAndCommand(t);
    const value = 'search-Old_Value-0123456789';
    const made = await json('keys', 'create', '--name', 'old', '--type', 'search', '--key', value);
    assert.equal(made.key, value);
    const engine = await service.engine();
    assert.equal(await statusWith(service, value, 'POST', `/engines/${engine}/search`, { query: '' }), 200);
    refused(
      await run('keys', 'create', '--name', 'again', '--type', 'search', '--key', value),
      1,
      'Key is already in use.',
    );
    for (const bad of ['private-Old_Value-0123456789', 'search-short']) {
      const answer = await run('keys', 'create', '--name', 'bad', '--type', 'search', '--key', bad);
      refused(answer, 2, /^The value of --key \(not shown\) is invalid: it must be search- followed by/);
      assert.ok(!answer.stderr.includes(bad), 'a secret is never shown');
    }
  });

  test('create rejects what the credentials endpoint rejects', async (t) => {
    const { run } = await serverAndCommand(t);
    for (const [args, sentence] of [
      [['--name', 'private-key', '--type', 'private'], 'Name is already taken.'],
      [['--name', 'key', '--type', 'public'], 'Type is not included in the list.'],
      [[], 'Missing required parameter: name. Missing required parameter: type.'],
      [['--name', 'key', '--type', 'admin', '--engines', 'a'], 'Admin keys cannot be limited to engines.'],
      [
        ['--name', 'key', '--type', 'search', '--engines', 'a,,b'],
        'Engines must be an array of engine names.',
      ],
    ] as const) {
      refused(await run('keys', 'create', ...args), 1, sentence);
    }
  });

  test('rotate gives a key a new value, and the old one works until the overlap ends', async (t) => {
    const { service, run, json } = await serverAndCommand(t);
    const made = await json('keys', 'create', '--name', 'k', '--type', 'private', '--description', 'a note');
    assert.equal(made.description, 'a note');
    assert.equal(await statusWith(service, made.key), 200);
    const rotated = await json('keys', 'rotate', 'k');
    assert.match(rotated.previous_key_expires_at, /^\d{4}-/);
    for (const key of [made.key, rotated.key]) assert.equal(await statusWith(service, key), 200);
    const { code, stdout } = await run('keys', 'rotate', 'k', '--overlap', '0');
    assert.equal(code, 0);
    const [, last = ''] =
      /^k +private +read, write; all engines +(private-[a-z0-9]{24})\n$/.exec(stdout) ?? [];
    for (const key of [made.key, rotated.key]) assert.equal(await statusWith(service, key), 401);
    assert.equal(await statusWith(service, last), 200);
    refused(
      await run('keys', 'rotate', 'k', '--overlap', '2592001'),
      1,
      'Overlap seconds must be an integer between 0 and 2,592,000.',
    );
    refused(await run('keys', 'rotate', 'unknown'), 1, 'Could not find credential.');
    refused(
      await run('keys', 'create', '--name', 'past', '--type', 'search', '--expires-at', '2020-01-01'),
      1,
      'Expires at must be in the future.',
    );
  });

  test('delete takes effect with the next request', async (t) => {
    const { service, run, json } = await serverAndCommand(t);
    assert.equal(await statusWith(service, service.privateKey), 200);
    assert.deepEqual(await json('keys', 'delete', 'private-key'), { deleted: true });
    assert.equal(await statusWith(service, service.privateKey), 401);
    const { code, stdout } = await run('keys', 'delete', 'search-key');
    assert.deepEqual({ code, stdout }, { code: 0, stdout: 'Key search-key deleted.\n' });
    refused(await run('keys', 'delete', 'search-key'), 1, 'Could not find credential.');
    const left = await json('keys', 'list');
    assert.deepEqual(
      left.map(({ name }: { name: string }) => name),
      ['admin-key'],
    );
  });

  test('--account selects another account than the default one', async (t) => {
    const { service, run, json } = await serverAndCommand(t);
    const { host_identifier: host } = await json('accounts', 'create', 'shop');
    const made = await json('keys', 'create', '--account', 'shop', '--name', 'extra', '--type', 'private');
    const headers = { host: `${host}.api.localhost` };
    assert.equal((await service.call('GET', '/engines', { key: made.key, headers })).status, 200);
    assert.equal(await statusWith(service, made.key), 401);
    const names = async (...args: string[]) =>
      (await json('keys', 'list', ...args)).map(({ name }: { name: string }) => name);
    assert.deepEqual(await names('--account', 'shop'), ['extra', 'private-key', 'search-key']);
    assert.deepEqual(await names(), ['admin-key', 'private-key', 'search-key']);
    assert.deepEqual(await json('keys', 'delete', 'extra', '--account=shop'), { deleted: true });
    assert.equal((await service.call('GET', '/engines', { key: made.key, headers })).status, 401);
    refused(await run('keys', 'list', '--account', 'nobody'), 1, 'There is no account "nobody".');
  });

  test('work while no server is running, and with the folder as a flag', async (t) => {
    const { service } = await serverAndCommand(t);
    await service.close();
    const listed = succeeded(await findling(['keys', 'list', '--json', '--data', service.config.data]));
    assert.equal(listed.length, 3);
  });
});

suite('findling', TWO_AT_A_TIME, () => {
  test('prints its usage and its version', async () => {
    const help = await findling(['help']);
    assert.equal(help.code, 0);
    for (const command of [
      'start',
      'accounts create',
      'accounts list',
      'keys list',
      'keys create',
      'keys delete',
    ]) {
      assert.match(help.stdout, new RegExp(`findling ${command}`));
    }
    assert.deepEqual(await findling(['keys', '--help']), help);
    assert.deepEqual(await findling([]), { ...help, code: 2 });
    assert.deepEqual(await findling(['--version']), { code: 0, stdout: `${VERSION}\n`, stderr: '' });
  });

  test('rejects an invalid command line', async (t) => {
    const settings = { FINDLING_DATA: join(temporaryFolder(t), 'nothing-here') };
    for (const [args, sentence] of [
      [['dance'], /^There is no command "dance"\. Run `findling help` for a list\./],
      [['accounts'], /^Usage: `findling accounts create NAME` or `findling accounts list`\.\n$/],
      [['accounts', 'create'], /^Usage: `findling accounts create NAME`/],
      [['keys', 'delete', 'a', 'b'], /^Usage: `findling keys list`/],
      [['keys', 'list', '--name=x', '--colour'], /'--colour'/],
      [['keys', 'create', 'web', '--type', 'search'], /^Usage: `findling keys list`/],
    ] as const) {
      refused(await findling(args, settings), 2, sentence);
    }
  });

  test('reports missing data and a wrong secret', async (t) => {
    const { service } = await serverAndCommand(t);
    const nowhere = { FINDLING_DATA: join(temporaryFolder(t), 'nothing-here') };
    const listed = await findling(['keys', 'list'], nowhere);
    refused(listed, 1, /^There is no data in .+nothing-here yet: run `findling start` first\.\n$/);
    const wrong = {
      FINDLING_DATA: service.config.data,
      FINDLING_SECRET: 'not the secret of this data, surely',
    };
    refused(await findling(['keys', 'list'], wrong), 1, /^FINDLING_SECRET is not the secret/);
  });
});
