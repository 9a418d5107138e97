import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { VERSION } from '../../src/version.ts';
import { plainEnvironment, ROOT, start } from '../support/command.ts';
import { request, temporaryFolder } from '../support/service.ts';

const SOURCES = [
  'bin',
  'src',
  'dashboard',
  'build.ts',
  'package.json',
  'tsconfig.json',
  'tsconfig.build.json',
  '.npmrc',
];
const DOCUMENTS = ['README.md', 'CHANGELOG.md', 'LICENSE'];

test('the package that npm would publish starts, serves a search and stops', async (t) => {
  const folder = temporaryFolder(t);
  // Built from a copy, so that the test leaves no files in the checkout.
  const checkout = join(folder, 'checkout');
  for (const name of [...SOURCES, ...DOCUMENTS.filter((file) => existsSync(join(ROOT, file)))]) {
    // Without existing builds: packing must build them.
    const filter = (path: string) => path !== join(ROOT, 'dashboard/dist');
    cpSync(join(ROOT, name), join(checkout, name), { recursive: true, filter });
  }
  symlinkSync(join(ROOT, 'node_modules'), join(checkout, 'node_modules'));
  // No cache and an unreachable registry: packing needs neither.
  const env = plainEnvironment({
    npm_config_cache: join(folder, 'npm-cache'),
    npm_config_registry: 'http://127.0.0.1:9',
    npm_config_update_notifier: 'false',
  });
  execFileSync('npm', ['pack', '--pack-destination', folder], { cwd: checkout, env, stdio: 'pipe' });
  const installed = join(folder, 'installed');
  mkdirSync(installed);
  execFileSync('tar', ['-xzf', join(folder, `findling-${VERSION}.tgz`), '-C', installed]);

  const root = join(installed, 'package');
  const left = ['src', 'test', 'node_modules', 'dashboard/src'];
  assert.deepEqual(
    ['bin', 'dist', 'dashboard/dist', 'LICENSE', ...left].filter((name) => existsSync(join(root, name))),
    ['bin', 'dist', 'dashboard/dist', 'LICENSE'],
  );
  symlinkSync(join(ROOT, 'node_modules'), join(root, 'node_modules'));

  const key = 'search-broughtalong0000';
  const privateKey = 'private-broughtalong0000';
  const running = await start(t, {
    command: [process.execPath, join(root, 'bin/findling.js'), 'start'],
    cwd: installed,
    settings: { FINDLING_LOG_LEVEL: 'silent', FINDLING_SEARCH_KEY: key, FINDLING_PRIVATE_KEY: privateKey },
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
  const listed = execFileSync(process.execPath, [join(root, 'bin/findling.js'), 'keys', 'list', '--show'], {
    cwd: installed,
    env: plainEnvironment(),
    encoding: 'utf8',
  });
  assert.ok(listed.includes(key));
  running.child.kill('SIGTERM');
  const { code, stderr } = await running.ended;
  assert.deepEqual({ code, stderr }, { code: 0, stderr: '' });
});
