import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  cpSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { plainEnvironment, ROOT } from '../support/command.ts';
import { argumentsOf, CONTEXT } from './dockerfile.ts';

// Runs the steps of deploy/Dockerfile without a container engine. Three things differ from a real build: `npm ci` is
// replaced by links to the packages of this checkout, so that no registry is needed; `node` is the one that runs the
// tests; and the base image has only the libraries of `node`.

/** In the checkout, because dependencies are hard links; ignored by git. */
const BUILDS = join(ROOT, 'dist');

export interface BuiltImage {
  /** The folder that is the root of the image. */
  readonly root: string;
  /** Bytes of the files in a folder of the image. */
  sizeOf(path: string): number;
}

/** A folder that is removed at exit. */
function buildFolder(): string {
  mkdirSync(BUILDS, { recursive: true });
  const folder = mkdtempSync(join(BUILDS, 'image-'));
  process.on('exit', () => {
    // A test may have made the files of the image read-only.
    spawnSync('chmod', ['-R', 'u+w', join(folder, 'root')]);
    rmSync(folder, { recursive: true, force: true });
    if (readdirSync(BUILDS).length === 0) rmSync(BUILDS, { recursive: true });
  });
  // The user of the image must be able to enter it.
  chmodSync(folder, 0o755);
  return folder;
}

/** `npm ci --ignore-scripts` without a registry: the packages of this checkout as hard links. */
function linkPackages(build: string): void {
  const target = join(build, 'node_modules');
  mkdirSync(target);
  const names = readdirSync(join(ROOT, 'node_modules')).filter((name) => name !== '.cache');
  execFileSync('cp', ['-al', ...names.map((name) => join(ROOT, 'node_modules', name)), target]);
  // npm writes to this file, and a hard link would change that of the checkout.
  rmSync(join(target, '.package-lock.json'));
  copyFileSync(join(ROOT, 'node_modules/.package-lock.json'), join(target, '.package-lock.json'));
}

/** Runs the commands of the first stage, with `stage` as the root of its files. */
function runFirstStage(stage: string): void {
  const [workFolder = ''] = argumentsOf('WORKDIR', 0);
  const build = join(stage, workFolder);
  assert.deepEqual(argumentsOf('COPY', 0), ['. .']);
  for (const path of CONTEXT) {
    const filter = (source: string) => source !== join(ROOT, 'dashboard/dist');
    cpSync(join(ROOT, path), join(build, path), { recursive: true, filter });
  }
  const [install, ...commands] = argumentsOf('RUN', 0).flatMap((run) => run.split(/ +&& +/));
  assert.equal(install, 'npm ci --ignore-scripts');
  linkPackages(build);
  const env = plainEnvironment({
    npm_config_cache: join(stage, 'npm-cache'),
    npm_config_registry: 'http://127.0.0.1:9',
    npm_config_audit: 'false',
    npm_config_update_notifier: 'false',
  });
  for (const command of commands) {
    const here = command.replace(/ \/(app|data)\b/g, ` ${stage}/$1`);
    execFileSync('sh', ['-c', here], { cwd: build, env, stdio: 'pipe' });
  }
}

/** Puts a file into the root of a stage. */
function add(source: string, root: string, path: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  copyFileSync(source, join(root, path));
}

/** The libraries that the base image has: those of `node`. */
function addLibraries(root: string): void {
  const { stdout } = spawnSync('ldd', [process.execPath], { encoding: 'utf8' });
  for (const [, path = ''] of stdout.matchAll(/(?:=> |^\s*)(\/\S+) \(/gm)) add(path, root, path);
}

/** Copies what the last stage takes from the first. */
function copyToImage(stage: string, root: string): void {
  for (const copy of argumentsOf('COPY', 1)) {
    const [, owner, source = '', target = ''] =
      /^--from=build (?:--chown=(\S+) )?(\S+) (\S+)$/.exec(copy) ?? [];
    cpSync(join(stage, source), join(root, target), { recursive: true, verbatimSymlinks: true });
    if (owner !== undefined && process.getuid?.() === 0) {
      execFileSync('chown', ['-R', owner, join(root, target)]);
    }
  }
}

export function buildImage(): BuiltImage {
  const folder = buildFolder();
  const stage = join(folder, 'stage');
  const root = join(folder, 'root');
  add(process.execPath, stage, 'usr/local/bin/node');
  runFirstStage(stage);
  // Places for what a container engine mounts.
  for (const name of ['dev', 'proc', 'tmp']) mkdirSync(join(root, name), { recursive: true });
  addLibraries(root);
  copyToImage(stage, root);
  return {
    root,
    sizeOf: (path) =>
      readdirSync(join(root, path), { recursive: true, encoding: 'utf8' })
        .map((name) => lstatSync(join(root, path, name)))
        .reduce((sum, stats) => sum + (stats.isFile() ? stats.size : 0), 0),
  };
}
