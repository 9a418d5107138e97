import { type ChildProcess, spawn } from 'node:child_process';
import { createServer } from 'node:net';
import type { TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** After this many milliseconds a process is ended: a test then fails instead of waiting for ever. */
const PATIENCE = 120_000;

export type Settings = Readonly<Record<string, string>>;

/** The environment of a plain shell: without what npm, the test runner and a developer's settings leave in it. */
export const plainEnvironment = (settings: Settings = {}): Record<string, string> => ({
  ...(Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^(npm_|NODE_|FINDLING_)/i.test(name)),
  ) as Record<string, string>),
  ...settings,
});

export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a command of `findling` to its end. */
export function findling(args: readonly string[], settings: Settings = {}): Promise<Ended> {
  const child = spawn(process.execPath, ['bin/findling.js', ...args], {
    cwd: ROOT,
    env: plainEnvironment(settings),
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: PATIENCE,
  });
  return ended(child).promise;
}

/** A service that runs as a process of its own and has said that it is up. */
export interface Running {
  readonly child: ChildProcess;
  readonly baseUrl: string;
  /** What it has written to standard output so far, log lines included. */
  output(): string;
  readonly ended: Promise<Ended>;
}

export interface StartOptions {
  readonly settings?: Settings;
  readonly args?: readonly string[];
  /** What is started; `findling start` by this Node if left out. */
  readonly command?: readonly [string, ...string[]];
  readonly cwd?: string;
}

/** Starts the service as a user would and waits for its banner; rejects if it ends before. */
export function start(
  t: TestContext,
  { settings, args = [], command, cwd = ROOT }: StartOptions,
): Promise<Running> {
  const [file, ...first] = command ?? [process.execPath, 'bin/findling.js', 'start'];
  const child = spawn(file, [...first, ...args], {
    cwd,
    env: plainEnvironment({ FINDLING_PORT: '0', ...settings }),
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: PATIENCE,
    // A process group of its own, so that a test can send a signal to all of it.
    detached: true,
  });
  const { promise, output } = ended(child);
  // A test that fails must not leave a process behind.
  t.after(() => killGroup(child));
  return new Promise((resolve, reject) => {
    child.stdout?.on('data', () => {
      const baseUrl = /(?:Base address\s+|"base_address": ")(http:[^\s"]+)/.exec(output())?.[1];
      if (baseUrl !== undefined) resolve({ child, baseUrl, output, ended: promise });
    });
    promise.then(
      ({ code, stdout, stderr }) =>
        reject(new Error(`ended with ${code} before it was up:\n${stdout}${stderr}`)),
      reject,
    );
  });
}

function killGroup({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL');
  } catch {
    // It has ended, as it should.
  }
}

function ended(child: ChildProcess): { promise: Promise<Ended>; output: () => string } {
  const texts = { stdout: '', stderr: '' };
  child.stdout?.setEncoding('utf8').on('data', (text) => (texts.stdout += text));
  child.stderr?.setEncoding('utf8').on('data', (text) => (texts.stderr += text));
  const promise = new Promise<Ended>((resolve, reject) => {
    child.once('error', reject).once('close', (code) => resolve({ code, ...texts }));
  });
  return { promise, output: () => texts.stdout };
}

/**
 * A port that is free on this machine, from below the range that systems give to outgoing connections: nobody
 * takes it by chance while a test stops and starts a service on it.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = 20_000 + Math.floor(Math.random() * 12_000);
    const door = createServer();
    const isFree = await new Promise<boolean>((resolve) => {
      door.once('error', () => resolve(false)).listen(port, () => resolve(true));
    });
    if (!isFree) continue;
    await new Promise((resolve) => door.close(resolve));
    return port;
  }
}
