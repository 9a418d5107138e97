import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite, type TestContext, test } from 'node:test';
import { VERSION } from '../../src/version.ts';
import { freePort, plainEnvironment, type Running, type Settings, start } from '../support/command.ts';
import { request } from '../support/service.ts';
import { type BuiltImage, buildImage } from './built-image.ts';
import { argumentsOf, variablesOf } from './dockerfile.ts';

const MEGABYTE = 1e6;
/** What the base image has, roughly: libc, libstdc++, OpenSSL, certificates, time zones. */
const BASE_SIZE = 35 * MEGABYTE;
const LIMIT = 250 * MEGABYTE;
const KEY = 'search-broughtalong0000';

const last = (name: string): string => argumentsOf(name, 1).at(-1) ?? '';
const ENTRY = JSON.parse(last('ENTRYPOINT')) as string[];
const COMMAND = JSON.parse(last('CMD')) as string[];
const HEALTH_CHECK = JSON.parse(last('HEALTHCHECK').replace(/^(--\S+ )*CMD /, '')) as string[];
const USER = last('USER');

/** Runs a command as a container engine does: as root of the image, read-only but for /data and /tmp. */
const MOUNT = `set -e
image=$1
shift
mount --bind "$image" "$image"
mount --bind "$image/data" "$image/data"
mount -o remount,bind,ro "$image"
mount -t tmpfs tmpfs "$image/tmp"
chmod 1777 "$image/tmp"
mount --rbind /proc "$image/proc"
mount --rbind /dev "$image/dev"
exec chroot --userspec=${USER} "$image" "$@"`;
/** Root changes the root folder and the user; with the right to mount, the file system is read-only too. */
const isRoot = process.getuid?.() === 0;
const canMount =
  isRoot && spawnSync('unshare', ['--mount', 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt']).status === 0;

let built: BuiltImage | undefined;
/** Built once for all tests. */
function image(): BuiltImage {
  built ??= buildImage();
  // Without the right to mount, permissions have to do.
  if (!canMount) execFileSync('chmod', ['-R', 'a-w', join(built.root, 'app'), join(built.root, 'usr')]);
  return built;
}

/** A command of the image, and the variables that it has there. */
function inImage(command: readonly string[]): { command: [string, ...string[]]; settings: Settings } {
  const { root } = image();
  const settings = variablesOf(argumentsOf('ENV', 1).join(' '));
  if (canMount)
    return { command: ['unshare', '--mount', 'sh', '-c', MOUNT, 'sh', root, ...command], settings };
  if (isRoot) return { command: ['chroot', `--userspec=${USER}`, root, ...command], settings };
  const [file = '', ...args] = command.map((part) => part.replace(/^(?=\/(usr|app)\/)/, root));
  return { command: [file, ...args], settings: { ...settings, FINDLING_DATA: join(root, 'data') } };
}

/** Runs a command of the image to its end. */
function run(command: readonly string[], settings: Settings = {}) {
  const { command: whole, settings: own } = inImage(command);
  const [file, ...args] = whole;
  const env = plainEnvironment({ ...own, ...settings });
  const { status, stdout, stderr } = spawnSync(file, args, { env, encoding: 'utf8' });
  return { code: status, stdout, stderr };
}

async function started(t: TestContext): Promise<{ running: Running; port: string }> {
  const { command, settings } = inImage([...ENTRY, ...COMMAND]);
  const port = String(await freePort());
  const own = { FINDLING_PORT: port, FINDLING_LOG_LEVEL: 'silent', FINDLING_SEARCH_KEY: KEY };
  return { running: await start(t, { command, settings: { ...settings, ...own }, cwd: '/' }), port };
}

suite('the image that the Dockerfile describes', () => {
  test('has the program with its licences and packages, and no tools', () => {
    const app = join(image().root, 'app');
    const names = [
      'LICENSE',
      'THIRD-PARTY-LICENSES',
      'bin',
      'dashboard',
      'dist',
      'node_modules',
      'package.json',
    ];
    assert.deepEqual(readdirSync(app).sort(), [...names, 'sbom.json']);
    assert.deepEqual(
      ['fastify', 'typescript', 'vite', 'react', 'node'].filter((name) =>
        existsSync(join(app, 'node_modules', name)),
      ),
      ['fastify'],
    );
    const { components } = JSON.parse(readFileSync(join(app, 'sbom.json'), 'utf8'));
    const listed = components.map(({ name }: { name: string }) => name);
    assert.deepEqual(
      ['fastify', 'react', 'typescript'].filter((name) => listed.includes(name)),
      ['fastify', 'react'],
    );
    assert.deepEqual(run([...ENTRY, '--version']), { code: 0, stdout: `${VERSION}\n`, stderr: '' });
  });

  test('has less than 250 MB', (t) => {
    const size = image().sizeOf('app') + image().sizeOf('usr/local/bin') + BASE_SIZE;
    t.diagnostic(`about ${Math.round(size / MEGABYTE)} MB`);
    assert.ok(size < LIMIT, `${size} bytes`);
  });

  test('serves as an unprivileged user from a read-only file system, and is healthy', async (t) => {
    const { running, port } = await started(t);
    const pid = running.child.pid ?? 0;
    if (isRoot) {
      const [user, group] = USER.split(':');
      const status = readFileSync(`/proc/${pid}/status`, 'utf8');
      assert.match(status, new RegExp(`^Uid:\\t${user}\\t${user}\\t.*\\nGid:\\t${group}\\t${group}\\t`, 'm'));
    }
    const search = `http://127.0.0.1:${port}/api/as/v1/engines/national-parks-demo/search`;
    const found = await request(search, 'POST', { key: KEY, body: { query: 'wind cave' } });
    assert.equal(found.json.results[0].title.raw, 'Wind Cave');
    assert.deepEqual(run(HEALTH_CHECK, { FINDLING_PORT: port }), { code: 0, stdout: '', stderr: '' });
    assert.equal(existsSync(join(image().root, 'data/findling.sqlite')), true);
    running.child.kill('SIGTERM');
    const { code, stderr } = await running.ended;
    assert.deepEqual({ code, stderr }, { code: 0, stderr: '' });
    assert.equal(run(HEALTH_CHECK, { FINDLING_PORT: port }).code, 1, 'not healthy when stopped');
  });

  test('cannot be changed by its process', () => {
    const [node = ''] = ENTRY;
    const write = "require('node:fs').writeFileSync(process.argv[1], '')";
    const paths = ['/app/bin/findling.js', '/app/new', '/usr/local/bin/node'].map((path) =>
      isRoot ? path : join(image().root, path),
    );
    for (const path of paths) {
      const { code, stderr } = run([node, '-e', write, path]);
      assert.equal(code, 1, path);
      assert.match(stderr, /EROFS|EACCES|ETXTBSY/);
    }
  });
});
