import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createServer } from 'node:net';
import type { TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** The command that starts: a built one if the run has made it (test/run.ts), else the one of the sources. */
export const PROGRAM = process.env.TEST_PROGRAM ?? 'bin/findling.js';

/** Milliseconds after which a process is killed, so that a test fails instead of hanging. */
const TIMEOUT = 120_000;

export type Settings = Readonly<Record<string, string>>;

/** The environment without variables of npm, the test runner and the developer's Findling settings. */
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

/** Runs a `findling` command and waits for its exit. */
export function findling(args: readonly string[], settings: Settings = {}): Promise<Ended> {
  const child = spawn(process.execPath, [PROGRAM, ...args], {
    cwd: ROOT,
    env: plainEnvironment(settings),
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: TIMEOUT,
  });
  return ended(child).promise;
}

/** A service in its own process, after its start-up banner. */
export interface Running {
  readonly child: ChildProcess;
  readonly baseUrl: string;
  /** Standard output so far, log lines included. */
  output(): string;
  readonly ended: Promise<Ended>;
}

export interface StartOptions {
  readonly settings?: Settings;
  readonly args?: readonly string[];
  /** The command to start; by default `findling start` with this Node. */
  readonly command?: readonly [string, ...string[]];
  readonly cwd?: string;
}

/** Starts the service as a user would and waits for its banner; rejects if it exits first. */
export function start(
  t: Pick<TestContext, 'after'>,
  { settings, args = [], command, cwd = ROOT }: StartOptions,
): Promise<Running> {
  const [file, ...first] = command ?? [process.execPath, PROGRAM, 'start'];
  const child = spawn(file, [...first, ...args], {
    cwd,
    env: plainEnvironment({ FINDLING_PORT: '0', ...settings }),
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: TIMEOUT,
    // Its own process group, so that a test can signal the whole group.
    detached: true,
  });
  const { promise, output } = ended(child);
  // A failing test must not leave a process running.
  t.after(() => killGroup(child));
  return new Promise((resolve, reject) => {
    child.stdout?.on('data', () => {
      const baseUrl = /(?:Base URL\s+|"base_address": ")(http:[^\s"]+)/.exec(output())?.[1];
      if (baseUrl !== undefined) resolve({ child, baseUrl, output, ended: promise });
    });
    promise.then(
      ({ code, stdout, stderr }) =>
        reject(new Error(`exited with ${code} before it was ready:\n${stdout}${stderr}`)),
      reject,
    );
  });
}

function killGroup({ pid, exitCode, signalCode }: ChildProcess): void {
  // The number of a process that has ended may belong to another one by now.
  if ((exitCode !== null || signalCode !== null) && existsSync(`/proc/${pid}`)) return;
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL');
  } catch {
    // It has already exited.
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
 * A free port below the ephemeral range, so that no outgoing connection takes it while a test stops and starts a
 * service on it.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = 20_000 + Math.floor(Math.random() * 12_000);
    const server = createServer();
    const isFree = await new Promise<boolean>((resolve) => {
      server.once('error', () => resolve(false)).listen(port, () => resolve(true));
    });
    if (!isFree) continue;
    await new Promise((resolve) => server.close(resolve));
    return port;
  }
}
