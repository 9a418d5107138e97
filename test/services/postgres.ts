import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { chownSync, globSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { freePort } from '../support/command.ts';

/** A role that needs a password; all others need none. */
export const LOCKED_ROLE = { name: 'locked', password: 'open-sesame-1234' };

const INSTALL = ['install', '--yes', '--no-install-recommends', 'postgresql'];
const HOW = 'Install it (Debian: `apt-get install postgresql`).';

const isRoot = process.getuid?.() === 0;

const installed = (): string | undefined => globSync('/usr/lib/postgresql/*/bin').sort().at(-1);

/** The folder of PostgreSQL's programs. If it is missing, root installs Debian's package. */
function findPrograms(): { readonly folder: string } | { readonly missing: string } {
  const found = installed();
  if (found !== undefined) return { folder: found };
  const missing = 'PostgreSQL is not installed: the tests of the PostgreSQL store are left out.';
  if (!isRoot) return { missing: `${missing} ${HOW}` };
  process.stderr.write('The tests of the PostgreSQL store need PostgreSQL: installing it with apt-get …\n');
  for (const args of [['update'], INSTALL]) {
    spawnSync('apt-get', ['-o', 'DPkg::Lock::Timeout=300', ...args], {
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
      timeout: 600_000,
    });
  }
  const folder = installed();
  return folder === undefined ? { missing: `${missing} apt-get failed. ${HOW}` } : { folder };
}

let programs: ReturnType<typeof findPrograms> | undefined;

/** Why there is no PostgreSQL here; false if there is one. For the option `skip` of suites and tests. */
export function withoutPostgres(): string | false {
  programs ??= findPrograms();
  return 'missing' in programs ? programs.missing : false;
}

/** PostgreSQL refuses to run as root: then it runs as the user that Debian's package creates. */
function identity(): { uid?: number; gid?: number } {
  if (!isRoot) return {};
  const numberOf = (flag: string): number =>
    Number(spawnSync('id', [flag, 'postgres'], { encoding: 'utf8' }).stdout);
  return { uid: numberOf('-u'), gid: numberOf('-g') };
}

const isRunning = (pid: number | undefined): boolean => {
  try {
    // A process that has ended stays until its parent has asked for it, which Node cannot do while it exits.
    return pid !== undefined && !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
};

const asArguments = (settings: Readonly<Record<string, string>>): string[] =>
  Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);

/** A PostgreSQL server of the tests' own, on a free port, in a temporary folder. */
export class PostgresServer {
  readonly port: number;
  readonly folder: string;
  readonly #settings: readonly string[];
  #child: ChildProcess | undefined;

  private constructor(port: number, folder: string, settings: Readonly<Record<string, string>>) {
    this.port = port;
    this.folder = folder;
    this.#settings = asArguments(settings);
    process.on('exit', () => {
      this.#child?.kill('SIGQUIT');
      // The server writes to its folder until it has ended.
      for (let tries = 0; tries < 100 && isRunning(this.#child?.pid); tries++) {
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 50);
      }
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    });
  }

  /** Commits are not written to the disk unless `settings` ask for it: a test kills the server, not the machine. */
  static async start(settings: Readonly<Record<string, string>> = {}): Promise<PostgresServer> {
    const folder = mkdtempSync(join(tmpdir(), 'findling-postgres-'));
    const { uid, gid } = identity();
    if (uid !== undefined && gid !== undefined) chownSync(folder, uid, gid);
    const server = new PostgresServer(await freePort(), folder, {
      fsync: 'off',
      synchronous_commit: 'off',
      full_page_writes: 'off',
      max_connections: '300',
      listen_addresses: '127.0.0.1',
      unix_socket_directories: '',
      ...settings,
    });
    server.#initialise();
    await server.start();
    const client = await server.connect('postgres');
    await client.query(`create role ${LOCKED_ROLE.name} login password '${LOCKED_ROLE.password}'`);
    await client.end();
    return server;
  }

  #initialise(): void {
    const args = ['-D', join(this.folder, 'data'), '-U', 'findling', '--auth=trust', '--encoding=UTF8'];
    const made = spawnSync(program('initdb'), [...args, '--locale=C', '--no-sync'], {
      ...identity(),
      cwd: this.folder,
      encoding: 'utf8',
    });
    if (made.status !== 0) throw new Error(`initdb failed: ${made.stderr}`);
    const access = join(this.folder, 'data/pg_hba.conf');
    const locked = `host all ${LOCKED_ROLE.name} 127.0.0.1/32 scram-sha-256\n`;
    writeFileSync(access, locked + readFileSync(access, 'utf8'));
  }

  get pid(): number {
    return this.#child?.pid ?? 0;
  }

  url(database: string, port = this.port): string {
    return `postgres://findling@127.0.0.1:${port}/${database}`;
  }

  async connect(database: string): Promise<Client> {
    const client = new Client(this.url(database));
    client.on('error', () => {});
    await client.connect();
    return client;
  }

  /** Starts it again, with further settings if wanted. */
  async start(more: Readonly<Record<string, string>> = {}): Promise<void> {
    const log = openSync(join(this.folder, 'log'), 'a');
    const args = [
      '-D',
      join(this.folder, 'data'),
      '-p',
      String(this.port),
      ...this.#settings,
      ...asArguments(more),
    ];
    const child = spawn(program('postgres'), args, {
      ...identity(),
      cwd: this.folder,
      stdio: ['ignore', log, log],
    });
    child.unref();
    this.#child = child;
    for (let tries = 0; ; tries++) {
      try {
        await (await this.connect('postgres')).end();
        return;
      } catch (error) {
        if (tries === 600 || child.exitCode !== null) {
          throw new Error(`PostgreSQL does not start: ${readFileSync(join(this.folder, 'log'))}`, {
            cause: error,
          });
        }
      }
      await sleep(50);
    }
  }

  /** SIGQUIT ends all connections at once, as a crash would; SIGINT rolls back first. */
  async stop(signal: 'SIGINT' | 'SIGQUIT' | 'SIGKILL' = 'SIGQUIT'): Promise<void> {
    const child = this.#child;
    this.#child = undefined;
    if (child === undefined || child.exitCode !== null) return;
    const exited = new Promise((resolve) => child.once('exit', resolve));
    child.ref();
    child.kill(signal);
    await exited;
  }
}

function program(name: string): string {
  const reason = withoutPostgres();
  if (reason !== false || programs === undefined || !('folder' in programs)) throw new Error(String(reason));
  return join(programs.folder, name);
}

let shared: Promise<PostgresServer> | undefined;
/** Databases of tests that are over. */
const unused: string[] = [];
let databases = 0;

/** The server that the tests of a process share. */
export function sharedServer(): Promise<PostgresServer> {
  shared ??= PostgresServer.start();
  return shared;
}

/** A new database for a test; `definition` ends the statement that creates it. */
export async function newDatabase(
  t: Pick<TestContext, 'after'>,
  server?: PostgresServer,
  definition = '',
): Promise<{ readonly server: PostgresServer; readonly name: string; readonly url: string }> {
  const on = server ?? (await sharedServer());
  const name = `test_${++databases}`;
  const client = await on.connect('postgres');
  try {
    // Not at the end of its test, when stores on it may still be open.
    const over = server === undefined ? unused.splice(0) : [];
    for (const database of over) await client.query(`drop database ${database} with (force)`);
    await client.query(`create database ${name} ${definition}`);
  } finally {
    await client.end();
  }
  if (server === undefined) t.after(() => void unused.push(name));
  return { server: on, name, url: on.url(name) };
}
