import assert from 'node:assert/strict';
import { execFile, execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite, type TestContext, test } from 'node:test';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { VERSION } from '../../src/version.ts';
import { plainEnvironment, ROOT } from '../support/command.ts';
import { startTestService, temporaryFolder } from '../support/service.ts';
import { bundledClient } from './bundle.ts';

const run = promisify(execFile);

/** The most that a browser may have to load, compressed, in bytes. */
const MOST = 6.5 * 1024;

/** A folder in which the package that npm would publish is installed. */
function installed(t: TestContext): { readonly folder: string; readonly files: readonly string[] } {
  const folder = temporaryFolder(t);
  // Built from a copy, so that the test leaves no files in the checkout.
  const checkout = join(folder, 'checkout');
  for (const name of ['packages/client', 'tsconfig.json', 'LICENSE']) {
    const filter = (path: string) => !path.startsWith(join(ROOT, 'packages/client/dist'));
    cpSync(join(ROOT, name), join(checkout, name), { recursive: true, filter });
  }
  symlinkSync(join(ROOT, 'node_modules'), join(checkout, 'node_modules'));
  const env = plainEnvironment({
    npm_config_cache: join(folder, 'npm-cache'),
    npm_config_registry: 'http://127.0.0.1:9',
    npm_config_update_notifier: 'false',
  });
  const cwd = join(checkout, 'packages/client');
  execFileSync('npm', ['pack', '--pack-destination', folder], { cwd, env, stdio: 'pipe' });
  const archive = join(folder, `findling-client-${VERSION}.tgz`);
  const files = execFileSync('tar', ['-tzf', archive], { encoding: 'utf8' }).trim().split('\n').sort();
  const target = join(folder, 'app/node_modules/findling-client');
  mkdirSync(target, { recursive: true });
  execFileSync('tar', ['-xzf', archive, '-C', target, '--strip-components=1']);
  return { folder: join(folder, 'app'), files };
}

const PROGRAM = `
import { type api, type Engine, FindlingClient } from 'findling-client';

const findling = new FindlingClient({ url: process.argv[2] ?? '', key: process.argv[3] ?? '' });
const books = findling.engine('engine-1', { schema: { title: 'text', price: 'number' } });
export const typed: Engine<{ readonly title: 'text'; readonly price: 'number' }> = books;
export const info: api.Engine = await books.info();
await books.index({ id: 'dune', title: 'Dune', price: 9 });
const { results } = await books.search('dune', { result_fields: { price: {} } });
// @ts-expect-error It was not asked for.
results[0]?.title;
console.log(JSON.stringify(results[0]?.price?.raw));
`;

suite('the package of the client', () => {
  test('has the version of the service, and no dependencies', () => {
    const description = JSON.parse(readFileSync(join(ROOT, 'packages/client/package.json'), 'utf8'));
    assert.equal(description.version, VERSION);
    assert.equal(description.dependencies, undefined);
    assert.equal(
      readFileSync(join(ROOT, 'packages/client/LICENSE'), 'utf8'),
      readFileSync(join(ROOT, 'LICENSE'), 'utf8'),
    );
  });

  test('has modules and types, which a program uses', async (t) => {
    const { folder, files } = installed(t);
    const modules = files.filter((file) => file.startsWith('package/dist/'));
    assert.deepEqual(
      files.filter((file) => !modules.includes(file)),
      ['package/LICENSE', 'package/README.md', 'package/package.json'],
    );
    assert.ok(modules.includes('package/dist/index.js') && modules.includes('package/dist/index.d.ts'));
    assert.deepEqual(
      modules.filter((file) => !/\/[\w-]+\.(d\.ts|js)$/.test(file)),
      [],
    );

    writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
    writeFileSync(join(folder, 'program.ts'), PROGRAM);
    const tsc = join(ROOT, 'node_modules/typescript/bin/tsc');
    const strict = ['--strict', '--exactOptionalPropertyTypes', '--noUncheckedIndexedAccess', '--noEmit'];
    for (const [kind, options] of [
      ['node', ['--module', 'nodenext', '--types', 'node', '--typeRoots', join(ROOT, 'node_modules/@types')]],
      [
        'bundler',
        [
          '--module',
          'esnext',
          '--moduleResolution',
          'bundler',
          '--target',
          'es2022',
          '--lib',
          'es2022,dom,dom.iterable',
          '--types',
          'node',
          '--typeRoots',
          join(ROOT, 'node_modules/@types'),
        ],
      ],
    ] as const) {
      const args = [tsc, ...strict, ...options, 'program.ts'];
      const compiled = await run(process.execPath, args, { cwd: folder }).catch((error) => error);
      assert.deepEqual([kind, compiled.stdout], [kind, '']);
    }
    const service = await startTestService(t);
    await service.engine({ schema: { price: 'number' } });
    const args = ['program.ts', service.baseUrl, service.privateKey];
    const { stdout } = await run(process.execPath, args, { cwd: folder });
    assert.equal(stdout, '9\n');
  });

  test(`takes at most ${MOST / 1024} KB of a page, compressed`, async () => {
    const code = await bundledClient();
    const size = gzipSync(code, { level: 9 }).length;
    assert.ok(size > 1024 && size <= MOST, `${size} bytes, ${code.length} uncompressed`);
    assert.doesNotMatch(code, /\bnode:|\bprocess\.|\bBuffer\b|\brequire\(/);
  });
});
