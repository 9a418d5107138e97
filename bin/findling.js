#!/usr/bin/env node
// The door to Findling on any Node: plain JavaScript that old versions can still read.
// It finds a Node that is new enough and the program, or says in one sentence what to do.
import { spawn } from 'node:child_process';
import { existsSync, realpathSync } from 'node:fs';
import module from 'node:module';
import { constants } from 'node:os';
import { isAbsolute } from 'node:path';
import { fileURLToPath } from 'node:url';

const NEEDED_MAJOR = 24;
/** Megabytes for young objects: by itself V8 takes up to 128 of them and never gives them back. `npm start` says it too. */
const YOUNG = '--max-semi-space-size=8';

const at = (path) => fileURLToPath(new URL(path, import.meta.url));
const packageFolder = at('..').replace(/[\\/]$/, '');
const sources = at('../src/cli/main.ts');
const built = at('../dist/cli/main.js');
const isCheckout = existsSync(sources);

const refuse = (sentence) => {
  process.stderr.write(`${sentence}\n`);
  process.exitCode = 1;
};

const isNewEnough = () => Number(process.versions.node.split('.')[0]) >= NEEDED_MAJOR;

/**
 * The binary of the npm package `node`: among our own packages in a checkout, beside us once installed.
 * Never the one that runs already, so a `node` package that is too old itself ends in a sentence, not in a circle.
 */
const packagedNode = () => {
  const file = process.platform === 'win32' ? 'node.exe' : 'node';
  const running = realpathSync(process.execPath);
  return [`../node_modules/node/bin/${file}`, `../../node/bin/${file}`]
    .map(at)
    .find((path) => existsSync(path) && realpathSync(path) !== running);
};

const sayNodeIsTooOld = () =>
  refuse(
    `Findling needs Node ${NEEDED_MAJOR} or newer and this is Node ${process.versions.node}: install Node ${NEEDED_MAJOR}${
      isCheckout
        ? `, or run "npm ci" in ${packageFolder} with install scripts and dev dependencies allowed, which brings it along.`
        : '.'
    }`,
  );

/** Runs this file again with `node` and becomes as transparent as a process can: same terminal, signals, exit code. */
const runWith = (node) => {
  const args = [YOUNG, ...process.execArgv, fileURLToPath(import.meta.url), ...process.argv.slice(2)];
  const child = spawn(node, args, { stdio: 'inherit' });
  // Forwarded every time and never acted on: how long stopping may take is for the child to say.
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  // A binary for another system (copied folder, musl) exists and cannot be started.
  child.on('error', sayNodeIsTooOld);
  child.on('exit', (code, signal) => process.exit(code === null ? 128 + constants.signals[signal] : code));
};

/**
 * npx puts a shell between itself and us. A SIGTERM to npx ends that shell and tells us nothing: the service
 * would run on unseen and keep its port and its data folder. So losing the parent counts as SIGTERM there.
 */
const stopWithNpx = () => {
  if (process.env.npm_command !== 'exec') return;
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    process.kill(process.pid, 'SIGTERM');
  }, 250);
  watch.unref();
};

/** node:sqlite is what we build on, knowingly; early 24 releases announce it as experimental at every start. */
const silenceSqliteWarning = () => {
  const emitWarning = process.emitWarning;
  process.emitWarning = (warning, ...rest) => {
    const type = typeof rest[0] === 'string' ? rest[0] : rest[0]?.type;
    if (type === 'ExperimentalWarning' && /^SQLite is an experimental feature/.test(String(warning))) return;
    emitWarning.call(process, warning, ...rest);
  };
};

/** Whether an import failed because a package is not installed; a missing file of our own is a bug and stays one. */
const isMissingPackage = (error) => {
  if (error?.code !== 'ERR_MODULE_NOT_FOUND' && error?.code !== 'MODULE_NOT_FOUND') return false;
  const [, what, name] = /^Cannot find (package|module) '([^']+)'/.exec(error.message) ?? [];
  return what === 'package' || (what === 'module' && !isAbsolute(name) && !/^(\.|file:)/.test(name));
};

/**
 * Compiled code is kept from one start to the next, which then takes half the time: in a checkout the types have to be
 * taken off as well. Beside our packages, where nobody else may write; if we may not either, nothing is kept.
 */
const keepCompiled = () => {
  if (process.env.NODE_COMPILE_CACHE !== undefined || process.env.NODE_DISABLE_COMPILE_CACHE !== undefined)
    return;
  const folder = at('../node_modules/.cache/findling');
  // Threads look at the variable alone.
  if (module.enableCompileCache(folder).directory !== undefined) process.env.NODE_COMPILE_CACHE = folder;
};

const runProgram = async () => {
  silenceSqliteWarning();
  keepCompiled();
  try {
    const { main } = await import(
      new URL(isCheckout ? '../src/cli/main.ts' : '../dist/cli/main.js', import.meta.url)
    );
    const code = await main(process.argv.slice(2));
    if (typeof code === 'number') process.exitCode = code;
  } catch (error) {
    if (!isMissingPackage(error)) throw error;
    refuse(
      `Findling's dependencies are not installed: ${isCheckout ? `run "npm ci" in ${packageFolder}` : 'install the package "findling" again with npm'}.`,
    );
  }
};

if (!isCheckout && !existsSync(built)) {
  refuse(
    `Findling's program is missing from ${packageFolder}: install the package "findling" again with npm.`,
  );
} else if (isNewEnough()) {
  stopWithNpx();
  await runProgram();
} else {
  const node = packagedNode();
  if (node === undefined) sayNodeIsTooOld();
  else {
    stopWithNpx();
    runWith(node);
  }
}
