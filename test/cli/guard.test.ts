import assert from 'node:assert/strict';
import { type ChildProcessByStdio, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { constants, tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { type TestContext, test } from 'node:test';

const GUARD = join(import.meta.dirname, '../../bin/findling.js');
const NEW_NODE = process.execPath;

/** Replaces the program: prints which Node runs it, then exits with a code, by a signal, or after some signals. */
const PROGRAM = `
export const main = async (argv: string[]): Promise<number> => {
  const [command, value] = argv;
  if (command === 'die') process.kill(process.pid, 'SIGKILL');
  if (command === 'await-signals') {
    let left = Number(value);
    // A failing test must not leave a process running.
    const tooLate = setTimeout(() => process.exit(99), 20_000);
    await new Promise<void>((resolve) => {
      for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
        process.on(signal, () => {
          console.log('got ' + signal);
          left -= 1;
          if (left === 0) resolve();
        });
      }
      console.log('ready');
    });
    clearTimeout(tooLate);
    return 7;
  }
  console.log(JSON.stringify({ file: import.meta.filename, node: process.versions.node, argv }));
  return command === 'end-with' ? Number(value) : 0;
};
`;

interface Tree {
  readonly folder: string;
  readonly guard: string;
  readonly write: (path: string, text: string) => string;
}

/** A package folder with only the guard and the files that the test adds. */
const makeTree = (t: TestContext, files: Record<string, string> = {}): Tree => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'findling-guard-')));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const write = (path: string, text: string): string => {
    const file = join(folder, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
    return file;
  };
  const bin = { findling: 'bin/findling.js' };
  write('package.json', JSON.stringify({ name: 'findling', version: '0.0.0', type: 'module', bin }));
  cpSync(GUARD, join(folder, 'bin/findling.js'));
  for (const [path, text] of Object.entries(files)) write(path, text);
  return { folder, guard: join(folder, 'bin/findling.js'), write };
};

const makeCheckout = (t: TestContext): Tree => makeTree(t, { 'src/cli/main.ts': PROGRAM });

/** The Node that `npm ci` installs. A script, so that it is another file than the Node of these tests. */
const addPackagedNode = ({ write }: Tree): void => {
  chmodSync(write('node_modules/node/bin/node', `#!/bin/sh\nexec "${NEW_NODE}" "$@"\n`), 0o755);
};

type Process = ChildProcessByStdio<null, Readable, Readable>;

interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Without variables of npm and the test runner: the guard must see a plain shell. */
const start = (
  command: string,
  args: readonly string[],
  cwd: string,
  more: Record<string, string> = {},
): Process => {
  const inherited = Object.entries(process.env).filter(([name]) => !/^(npm_|NODE_|FINDLING_)/i.test(name));
  const env = { ...Object.fromEntries(inherited), ...more };
  return spawn(command, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
};

const end = async (process: Process): Promise<Ended> => {
  const texts = { stdout: '', stderr: '' };
  process.stdout.setEncoding('utf8').on('data', (text) => (texts.stdout += text));
  process.stderr.setEncoding('utf8').on('data', (text) => (texts.stderr += text));
  const [code] = await once(process, 'close');
  return { code, ...texts };
};

const printed = (process: Process, text: string): Promise<void> =>
  new Promise((resolve, reject) => {
    let seen = '';
    process.stdout.on('data', (chunk) => {
      seen += chunk;
      if (seen.includes(text)) resolve();
    });
    process.stdout.once('end', () => reject(new Error(`ended without printing ${text}`)));
  });

/** A way to run the guard on a Node that is too old. */
interface OldNode {
  readonly name: string;
  readonly binary: string;
  readonly start: (tree: Tree, args?: readonly string[]) => Process;
}

const oldNodesOfThisMachine = (): OldNode[] => {
  const found = (process.env.PATH ?? '').split(delimiter).map((folder) => join(folder, 'node'));
  return [...new Set(found.filter((file) => existsSync(file)).map((file) => realpathSync(file)))]
    .map((binary) => ({ binary, version: execFileSync(binary, ['--version'], { encoding: 'utf8' }).trim() }))
    .filter(({ version }) => Number.parseInt(version.slice(1), 10) < 24)
    .map(({ binary, version }) => ({
      name: `Node ${version}`,
      binary,
      start: ({ folder, guard }, args = []) => start(binary, [guard, ...args], folder),
    }));
};

/** The current Node with a faked version 20; its children have the real version. Works on every machine. */
const pretendedOldNode: OldNode = {
  name: 'a Node that calls itself 20',
  binary: NEW_NODE,
  start: ({ folder, guard, write }, args = []) => {
    const pretend = write(
      'pretend.js',
      `if (process.env.PRETEND) {
        delete process.env.PRETEND;
        Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.0.0' } });
      }`,
    );
    return start(NEW_NODE, ['--import', pretend, guard, ...args], folder, { PRETEND: 'yes' });
  },
};

const ONE_SENTENCE = /^[^\n]+\.\n$/;
const NODE_NEEDED = /^Findling needs Node 24 or newer, but this is Node [\d.]+\. Install Node 24/;

for (const old of [...oldNodesOfThisMachine(), pretendedOldNode]) {
  const onOld = `on ${old.name}`;

  test(`${onOld} the program runs with the Node that npm installed, with its arguments and exit code`, async (t) => {
    const tree = makeCheckout(t);
    addPackagedNode(tree);
    const { code, stdout, stderr } = await end(old.start(tree, ['end-with', '5', 'a b', '']));
    assert.deepEqual(JSON.parse(stdout), {
      file: join(tree.folder, 'src/cli/main.ts'),
      node: process.versions.node,
      argv: ['end-with', '5', 'a b', ''],
    });
    assert.deepEqual({ code, stderr }, { code: 5, stderr: '' });
  });

  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
    for (const times of [1, 2]) {
      test(`${onOld} ${signal} reaches the program ${times === 1 ? 'once' : 'twice'}, and its exit code is returned`, async (t) => {
        const tree = makeCheckout(t);
        addPackagedNode(tree);
        const process = old.start(tree, ['await-signals', String(times)]);
        const ended = end(process);
        await printed(process, 'ready');
        for (let sent = 0; sent < times; sent++) {
          const arrived = printed(process, `got ${signal}`);
          process.kill(signal);
          await arrived;
        }
        assert.deepEqual(await ended, {
          code: 7,
          stdout: `ready\n${`got ${signal}\n`.repeat(times)}`,
          stderr: '',
        });
      });
    }
  }

  test(`${onOld} a killed program gets the exit code that shells report`, async (t) => {
    const tree = makeCheckout(t);
    addPackagedNode(tree);
    assert.equal((await end(old.start(tree, ['die']))).code, 128 + constants.signals.SIGKILL);
  });

  test(`${onOld} a checkout without another Node prints the remedy in one sentence`, async (t) => {
    const { code, stdout, stderr } = await end(old.start(makeCheckout(t)));
    assert.deepEqual({ code, stdout }, { code: 1, stdout: '' });
    assert.match(stderr, NODE_NEEDED);
    assert.match(stderr, /"npm ci" in .+ with install scripts and dev dependencies/);
    assert.match(stderr, ONE_SENTENCE);
  });

  test(`${onOld} an installed package prints the remedy in one sentence`, async (t) => {
    const { code, stdout, stderr } = await end(old.start(makeTree(t, { 'dist/cli/main.js': '' })));
    assert.deepEqual({ code, stdout }, { code: 1, stdout: '' });
    assert.match(stderr, NODE_NEEDED);
    assert.match(stderr, ONE_SENTENCE);
  });

  test(`${onOld} a packaged Node that is too old prints the sentence, without a loop`, async (t) => {
    const tree = makeCheckout(t);
    mkdirSync(join(tree.folder, 'node_modules/node/bin'), { recursive: true });
    symlinkSync(old.binary, join(tree.folder, 'node_modules/node/bin/node'));
    const { code, stderr } = await end(old.start(tree));
    assert.equal(code, 1);
    assert.match(stderr, NODE_NEEDED);
  });

  test(`${onOld} a packaged Node that cannot be started prints the sentence`, async (t) => {
    const tree = makeCheckout(t);
    tree.write('node_modules/node/bin/node', 'not for this machine');
    const { code, stderr } = await end(old.start(tree));
    assert.equal(code, 1);
    assert.match(stderr, NODE_NEEDED);
    assert.match(stderr, ONE_SENTENCE);
  });
}

const runGuard = ({ folder, guard }: Tree, args: readonly string[] = []): Promise<Ended> =>
  end(start(NEW_NODE, [guard, ...args], folder));

test('in a checkout the sources run, even if there is an old build', async (t) => {
  const tree = makeTree(t, {
    'src/cli/main.ts': PROGRAM,
    'dist/cli/main.js': 'throw new Error("old build")',
  });
  const { code, stdout } = await runGuard(tree, ['end-with', '3']);
  assert.equal(JSON.parse(stdout).file, join(tree.folder, 'src/cli/main.ts'));
  assert.equal(code, 3);
});

test('without sources the built program runs', async (t) => {
  const built = 'export const main = async (argv) => console.log("built", ...argv);';
  const ended = await runGuard(makeTree(t, { 'dist/cli/main.js': built }), ['keys', 'list']);
  assert.deepEqual(ended, { code: 0, stdout: 'built keys list\n', stderr: '' });
});

test('without sources and build it prints one sentence', async (t) => {
  const tree = makeTree(t);
  const { code, stdout, stderr } = await runGuard(tree);
  assert.deepEqual({ code, stdout }, { code: 1, stdout: '' });
  assert.ok(stderr.startsWith(`Findling's program is missing from ${tree.folder}: reinstall`));
  assert.match(stderr, ONE_SENTENCE);
});

const MISSING = 'a-package-that-was-never-installed';
const missingPackages = {
  'imported at once': `import '${MISSING}'; export const main = () => {};`,
  'imported by a command': `export const main = () => import('${MISSING}');`,
  'required by another package': `import { createRequire } from 'node:module';
    export const main = () => createRequire(import.meta.url)('${MISSING}');`,
};

for (const [how, program] of Object.entries(missingPackages)) {
  test(`a package that is not installed, ${how}, prints one sentence`, async (t) => {
    const tree = makeTree(t, { 'src/cli/main.ts': program });
    const stderr = `Findling's dependencies are not installed: run "npm ci" in ${tree.folder}.\n`;
    assert.deepEqual(await runGuard(tree), { code: 1, stdout: '', stderr });
  });
}

test('a missing file of the program and an error in it are reported unchanged', async (t) => {
  const missing = await runGuard(makeTree(t, { 'src/cli/main.ts': "import './gone.ts';" }));
  assert.equal(missing.code, 1);
  assert.match(missing.stderr, /Cannot find module '.+gone\.ts'/);

  const thrown = "export const main = () => { throw new Error('a bug'); };";
  const failed = await runGuard(makeTree(t, { 'src/cli/main.ts': thrown }));
  assert.equal(failed.code, 1);
  assert.match(failed.stderr, /Error: a bug\n\s+at main/);
});

test('the warning about node:sqlite is not shown, any other is', async (t) => {
  // Printed by releases of Node 24 before SQLite was stable, not by the newest.
  const program = `
    import 'node:sqlite';
    export const main = () => {
      process.emitWarning('SQLite is an experimental feature and might change at any time', 'ExperimentalWarning');
      process.emitWarning('Glass is an experimental feature and might change at any time', 'ExperimentalWarning');
      process.emitWarning('SQLite is an experimental feature, says somebody else', 'Warning');
      process.emitWarning('with options', { type: 'DeprecationWarning', code: 'X1' });
    };`;
  const { code, stderr } = await runGuard(makeTree(t, { 'src/cli/main.ts': program }));
  const shown = [...stderr.matchAll(/\) (?:\[(\w+)\] )?(\w+): (\w+)/g)].map(([, ...parts]) => parts);
  assert.deepEqual(shown, [
    [undefined, 'ExperimentalWarning', 'Glass'],
    [undefined, 'Warning', 'SQLite'],
    ['X1', 'DeprecationWarning', 'with'],
  ]);
  assert.equal(code, 0);
});

/** npx with an empty cache and an unreachable registry. */
const startNpx = ({ folder }: Tree, args: readonly string[]): Process =>
  start('npx', ['findling', ...args], folder, {
    npm_config_cache: join(folder, 'npm-cache'),
    npm_config_registry: 'http://127.0.0.1:9',
    npm_config_loglevel: 'error',
  });

/** Replaces the program: a thread keeps what it allocates and prints the size of its young generation. */
const YOUNG_GENERATION = `
import { Worker } from 'node:worker_threads';
const thread = \`
  const { getHeapSpaceStatistics } = require('node:v8');
  const kept = Array.from({ length: 1_000_000 }, (_, number) => ({ number }));
  const { space_size } = getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space');
  console.log(kept.length, space_size);
\`;
export const main = () =>
  new Promise((resolve) => {
    new Worker(thread, { eval: true, resourceLimits: { maxYoungGenerationSizeMb: 3 } }).on('exit', resolve);
  });
`;

test("a thread's own limit of its young generation holds beside the one of the process", async (t) => {
  const { guard, folder } = makeTree(t, { 'src/cli/main.ts': YOUNG_GENERATION });
  const { code, stdout } = await end(start(NEW_NODE, ['--max-semi-space-size=8', guard], folder));
  const [kept, bytes] = stdout.split(' ').map(Number);
  assert.deepEqual([code, kept], [0, 1_000_000]);
  assert.ok((bytes as number) <= 3 * 2 ** 20, `${bytes} bytes`);
});

test('"npx findling" works in a checkout without network', async (t) => {
  const tree = makeCheckout(t);
  addPackagedNode(tree);
  const { code, stdout } = await end(startNpx(tree, ['end-with', '4']));
  const { file, node, argv } = JSON.parse(stdout);
  assert.deepEqual({ file, argv }, { file: join(tree.folder, 'src/cli/main.ts'), argv: ['end-with', '4'] });
  assert.equal(node, process.versions.node);
  assert.equal(code, 4);
});

test('ending npx ends the program too', async (t) => {
  const tree = makeCheckout(t);
  addPackagedNode(tree);
  const process = startNpx(tree, ['await-signals', '1']);
  const ended = end(process);
  await printed(process, 'ready');
  process.kill('SIGTERM');
  // The output stays open until the program itself has ended.
  assert.equal((await ended).stdout, 'ready\ngot SIGTERM\n');
});
