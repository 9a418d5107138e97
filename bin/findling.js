#!/usr/bin/env node
// The entry point on any Node: plain JavaScript that old versions can still parse.
// Finds a recent Node and the program, or prints one sentence that says what to do.
import { spawn } from 'node:child_process';
import { existsSync, realpathSync } from 'node:fs';
import module from 'node:module';
import { constants } from 'node:os';
import { isAbsolute } from 'node:path';
import { fileURLToPath } from 'node:url';
import v8 from 'node:v8';

const NEEDED_MAJOR = 24;
/** Limits V8's young generation in MB; by default it grows to 128 MB and never shrinks. `npm start` sets it too. */
const SEMI_SPACE = '--max-semi-space-size=8';
/**
 * Set once the main thread has read the limit above, which would override the sizes that threads set for their own young
 * generations.
 */
const NO_SEMI_SPACE = '--max-semi-space-size=0';
/**
 * By default V8 optimizes a function after 400 and 3,000 calls. Many functions run once per request, so a service would
 * have answered many thousands before its code is as fast as it gets. It also inlines `map`, `filter` and the like for
 * the kinds of arrays seen so far: code for arrays of objects is discarded at the first empty one, and compiled again.
 * The options of other versions of Node differ.
 */
const OPTIMIZATION = [
  '--invocation-count-for-maglev=100',
  '--invocation-count-for-turbofan=600',
  '--minimum-invocations-after-ic-update=100',
  '--no-turbo-inline-array-builtins',
];

const at = (path) => fileURLToPath(new URL(path, import.meta.url));
const packageFolder = at('..').replace(/[\\/]$/, '');
const sources = at('../src/cli/main.ts');
const built = at('../dist/cli/main.js');
const isCheckout = existsSync(sources);

const fail = (sentence) => {
  process.stderr.write(`${sentence}\n`);
  process.exitCode = 1;
};

const major = Number(process.versions.node.split('.')[0]);
const isNewEnough = () => major >= NEEDED_MAJOR;

/**
 * The binary of the npm package `node`: in our node_modules in a checkout, in a sibling folder once installed. Never the
 * running binary, so that a `node` package that is itself too old leads to an error message instead of a loop.
 */
const packagedNode = () => {
  const file = process.platform === 'win32' ? 'node.exe' : 'node';
  const running = realpathSync(process.execPath);
  return [`../node_modules/node/bin/${file}`, `../../node/bin/${file}`]
    .map(at)
    .find((path) => existsSync(path) && realpathSync(path) !== running);
};

const rejectOldNode = () =>
  fail(
    `Findling needs Node ${NEEDED_MAJOR} or newer, but this is Node ${process.versions.node}. Install Node ${NEEDED_MAJOR}${
      isCheckout
        ? `, or run "npm ci" in ${packageFolder} with install scripts and dev dependencies allowed, which installs it.`
        : '.'
    }`,
  );

/** Runs this file again with `node`, passing through terminal, signals and exit code. */
const runWith = (node) => {
  const args = [SEMI_SPACE, ...process.execArgv, fileURLToPath(import.meta.url), ...process.argv.slice(2)];
  const child = spawn(node, args, { stdio: 'inherit' });
  // Always forwarded and never handled here: the child decides how long it takes to stop.
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  // A binary for another system (copied folder, musl) exists but cannot be started.
  child.on('error', rejectOldNode);
  child.on('exit', (code, signal) => process.exit(code === null ? 128 + constants.signals[signal] : code));
};

/**
 * npx runs us in a shell. A SIGTERM to npx ends that shell without notifying us: the service would keep running with
 * its port and its data folder. So the loss of the parent process counts as SIGTERM under npx.
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

/** Early releases of Node 24 print a warning about node:sqlite at every start. */
const silenceSqliteWarning = () => {
  const emitWarning = process.emitWarning;
  process.emitWarning = (warning, ...rest) => {
    const type = typeof rest[0] === 'string' ? rest[0] : rest[0]?.type;
    if (type === 'ExperimentalWarning' && /^SQLite is an experimental feature/.test(String(warning))) return;
    emitWarning.call(process, warning, ...rest);
  };
};

/** Whether an import failed because a package is not installed. A missing file of our own is a bug and is not hidden. */
const isMissingPackage = (error) => {
  if (error?.code !== 'ERR_MODULE_NOT_FOUND' && error?.code !== 'MODULE_NOT_FOUND') return false;
  const [, what, name] = /^Cannot find (package|module) '([^']+)'/.exec(error.message) ?? [];
  return what === 'package' || (what === 'module' && !isAbsolute(name) && !/^(\.|file:)/.test(name));
};

/**
 * Keeps compiled code between starts, which halves the start-up time (in a checkout, types have to be stripped too). The
 * cache is next to our packages, where nobody else can write; if it is not writable, nothing is cached.
 */
const enableCompileCache = () => {
  if (process.env.NODE_COMPILE_CACHE !== undefined || process.env.NODE_DISABLE_COMPILE_CACHE !== undefined)
    return;
  const folder = at('../node_modules/.cache/findling');
  // Worker threads only read the variable.
  if (module.enableCompileCache(folder).directory !== undefined) process.env.NODE_COMPILE_CACHE = folder;
};

const runProgram = async () => {
  silenceSqliteWarning();
  // Before anything is compiled: compiled code is kept by V8's flags.
  v8.setFlagsFromString(NO_SEMI_SPACE);
  if (major === NEEDED_MAJOR) for (const flag of OPTIMIZATION) v8.setFlagsFromString(flag);
  enableCompileCache();
  try {
    const { main } = await import(
      new URL(isCheckout ? '../src/cli/main.ts' : '../dist/cli/main.js', import.meta.url)
    );
    const code = await main(process.argv.slice(2));
    if (typeof code === 'number') process.exitCode = code;
  } catch (error) {
    if (!isMissingPackage(error)) throw error;
    fail(
      `Findling's dependencies are not installed: ${isCheckout ? `run "npm ci" in ${packageFolder}` : 'reinstall the package "findling" with npm'}.`,
    );
  }
};

if (!isCheckout && !existsSync(built)) {
  fail(`Findling's program is missing from ${packageFolder}: reinstall the package "findling" with npm.`);
} else if (isNewEnough()) {
  stopWithNpx();
  await runProgram();
} else {
  const node = packagedNode();
  if (node === undefined) rejectOldNode();
  else {
    stopWithNpx();
    runWith(node);
  }
}
