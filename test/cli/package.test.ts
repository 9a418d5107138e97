import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { suite, type TestContext, test } from 'node:test';
import { VERSION } from '../../src/version.ts';
import { plainEnvironment, ROOT, type Settings, start } from '../support/command.ts';
import { request, temporaryFolder } from '../support/service.ts';

const SOURCES = [
  'bin',
  'src',
  'dashboard',
  'release',
  'build.ts',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
  'tsconfig.build.json',
  '.npmrc',
];
const DOCUMENTS = ['README.md', 'CHANGELOG.md', 'LICENSE', 'THIRD-PARTY-LICENSES'];

/** No cache and an unreachable registry: neither packing nor running needs them. */
const offline = (folder: string): Settings => ({
  npm_config_cache: join(folder, 'npm-cache'),
  npm_config_registry: 'http://127.0.0.1:9',
  npm_config_update_notifier: 'false',
  // The Node of this test, whatever the machine has.
  PATH: `${dirname(process.execPath)}${delimiter}${process.env.PATH}`,
});

/** Packs a copy of the checkout, so that the test leaves no files in it; gives the path of the package. */
function pack(folder: string): string {
  const checkout = join(folder, 'checkout');
  for (const name of [...SOURCES, ...DOCUMENTS]) {
    // Without existing builds: packing must build them.
    const filter = (path: string) => path !== join(ROOT, 'dashboard/dist');
    cpSync(join(ROOT, name), join(checkout, name), { recursive: true, filter });
  }
  symlinkSync(join(ROOT, 'node_modules'), join(checkout, 'node_modules'));
  execFileSync('npm', ['pack', '--pack-destination', folder], {
    cwd: checkout,
    env: plainEnvironment(offline(folder)),
    stdio: 'pipe',
  });
  return join(folder, `findling-${VERSION}.tgz`);
}

/** The folders of the dependencies that `npm install findling` would install, in node_modules itself. */
function dependencies(): string[] {
  const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as {
    readonly packages: Readonly<Record<string, { readonly dev?: boolean; readonly link?: boolean }>>;
  };
  return Object.entries(packages)
    .filter(([path, { dev, link }]) => path.startsWith('node_modules/') && dev !== true && link !== true)
    .map(([path]) => path)
    .filter((path) => path.lastIndexOf('node_modules/') === 0);
}

/** A folder with the package installed, and a command to run in it. */
function install(t: TestContext) {
  const folder = temporaryFolder(t);
  const archive = pack(folder);
  const installed = join(folder, 'installed');
  const root = join(installed, 'node_modules/findling');
  mkdirSync(root, { recursive: true });
  execFileSync('tar', ['-xzf', archive, '-C', root, '--strip-components=1']);
  // Without a registry, the dependencies are those of this checkout; npm links the commands and checks the whole tree.
  for (const path of dependencies()) cpSync(join(ROOT, path), join(installed, path), { recursive: true });
  const about = { name: 'installed', private: true, dependencies: { findling: VERSION } };
  writeFileSync(join(installed, 'package.json'), JSON.stringify(about));
  const env = plainEnvironment(offline(folder));
  const run = (file: string, ...args: string[]): string =>
    execFileSync(file, args, { cwd: installed, env, encoding: 'utf8', stdio: 'pipe' });
  run('npm', 'rebuild', '--ignore-scripts');
  run('npm', 'ls', '--all');
  return {
    folder,
    installed,
    root,
    npx: (...args: string[]) => run('npx', '--no-install', 'findling', ...args),
  };
}

suite('the package that npm would publish', () => {
  test('starts with npx, serves a search and stops', async (t) => {
    const { folder, installed, root, npx } = install(t);
    const expected = ['bin', 'dist', 'dashboard/dist', ...DOCUMENTS, 'sbom.json'];
    const left = ['src', 'test', 'release', 'node_modules', 'dashboard/src', 'dashboard/prepare.ts'];
    assert.deepEqual(
      [...expected, ...left].filter((name) => existsSync(join(root, name))),
      expected,
    );
    assert.equal(npx('--version'), `${VERSION}\n`);

    const key = 'search-broughtalong0000';
    const privateKey = 'private-broughtalong0000';
    const running = await start(t, {
      command: ['npx', '--no-install', 'findling', 'start'],
      cwd: installed,
      settings: {
        ...offline(folder),
        FINDLING_LOG_LEVEL: 'silent',
        FINDLING_SEARCH_KEY: key,
        FINDLING_PRIVATE_KEY: privateKey,
      },
    });
    const found = await request(`${running.baseUrl}/api/as/v1/engines/national-parks-demo/search`, 'POST', {
      key,
      body: { query: 'wind cave' },
    });
    assert.equal(found.json.results[0].title.raw, 'Wind Cave');
    // Large enough to be parsed by a worker thread, whose program is part of the package too.
    const documents = `${running.baseUrl}/api/as/v1/engines/national-parks-demo/documents`;
    const body = [{ id: 'large', description: 'cave '.repeat(15_000) }];
    const written = await request(documents, 'POST', { key: privateKey, body });
    assert.deepEqual(written.json, [{ id: 'large', errors: [] }]);
    const page = await request(running.baseUrl, 'GET', { headers: { accept: 'text/html' } });
    assert.match(page.text, /<script type="module"[^>]* src="\/assets\//);
    // The default data folder is in the working directory, not in the package.
    assert.equal(existsSync(join(installed, 'data/findling.sqlite')), true);
    assert.ok(npx('keys', 'list', '--show').includes(key));
    running.child.kill('SIGTERM');
    // The output stays open until the program itself has ended.
    await running.ended;
    await assert.rejects(request(`${running.baseUrl}/health`, 'GET'), { code: 'ECONNREFUSED' });
    assert.match(npx('verify'), /Store and index agree: 1 engine, all checksums correct\.\n$/);
  });
});
