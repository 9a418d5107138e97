import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { type ServerProcess, startProcess } from '../support/process.ts';
import { request } from '../support/service.ts';
import { signedKey } from '../support/signed-key.ts';
import type { Attack, CallerKind } from './attack.ts';
import { DELETED, loadEngines, MEDIUM, ok, reindexed, SAMPLE, type Send, sender } from './engines.ts';

/** Megabytes of the container that the campaign simulates. */
export const CONTAINER = 512;

const KEYS = {
  private: 'private-testtesttesttest',
  search: 'search-testtesttesttest',
  admin: 'admin-testtesttesttest',
};
const PASSWORD = 'correct horse battery staple';

const SETTINGS = {
  // The heap that Node takes in a container of 512 MB, and the share of the index that `auto` means there.
  NODE_OPTIONS: '--max-old-space-size=256 --max-semi-space-size=8',
  // As in our container image.
  MALLOC_ARENA_MAX: '2',
  FINDLING_MEMORY: `${(CONTAINER - 256) / 2}mb`,
  FINDLING_SAMPLE: 'on',
  FINDLING_DASHBOARD_PASSWORD: PASSWORD,
  FINDLING_LOG_LEVEL: 'error',
};

/** The service under attack: a process with the heap of a small container, its engines and callers. */
export class Target {
  readonly #folder: string;
  #server: ServerProcess;
  #cookie = '';
  /** The host identifier of the account. */
  account = '';
  /** The key of the probe. */
  probeKey = '';

  private constructor(folder: string, server: ServerProcess) {
    this.#folder = folder;
    this.#server = server;
  }

  static async start(folder: string, scale = 1): Promise<Target> {
    const target = new Target(folder, await startProcess(folder, SETTINGS));
    await target.#prepare(scale);
    return target;
  }

  async #prepare(scale: number): Promise<void> {
    // Loading is an attack of its own; the others begin with the memory of a service that has started.
    if (await loadEngines(this.send, scale)) {
      await this.#server.end('SIGTERM');
      this.#server = await startProcess(this.#folder, SETTINGS);
    }
    const admin = sender(this.baseUrl, KEYS.admin);
    await admin('POST', '/credentials', { name: 'probe', type: 'search' });
    this.probeKey = (await ok(admin('GET', '/credentials/probe'))).json.key;
    await this.#signIn();
  }

  async #signIn(): Promise<void> {
    const url = `${this.baseUrl}/dashboard/api/session`;
    const headers = { origin: this.baseUrl };
    const signedIn = await ok(
      request(url, 'POST', { body: { login: 'owner', password: PASSWORD }, headers }),
    );
    this.#cookie = (signedIn.headers.get('set-cookie') ?? '')
      .split(/,(?=findling_)/)
      .map((cookie) => cookie.split(';')[0])
      .join('; ');
    const state = await ok(request(url, 'GET', { headers: { cookie: this.#cookie } }));
    this.account = state.json.default_account;
  }

  get baseUrl(): string {
    return this.#server.baseUrl;
  }

  get probeUrl(): string {
    return `${this.baseUrl}/api/as/v1/engines/${SAMPLE.name}/search?query=cave`;
  }

  /** With the private key. */
  get send(): Send {
    return sender(this.baseUrl, KEYS.private);
  }

  get isAlive(): boolean {
    const { exitCode, signalCode, pid } = this.#server.child;
    if (exitCode !== null || signalCode !== null) return false;
    // The process may have ended before its exit is announced; then the kernel has no memory of it.
    const status = `/proc/${pid}/status`;
    return existsSync(status) && /^VmRSS/m.test(readFileSync(status, 'utf8'));
  }

  /** How the process ended, and the last lines that it wrote. */
  get lastWords(): string {
    const { exitCode, signalCode } = this.#server.child;
    return `${signalCode ?? `exit code ${exitCode}`}\n${this.#server.output().slice(-2000)}`;
  }

  /** Starts the process again, with the same data. */
  async restart(): Promise<void> {
    await this.close();
    this.#server = await startProcess(this.#folder, SETTINGS);
    await this.#signIn();
  }

  headersOf(caller: CallerKind): Record<string, string> {
    const bearer = (key: string) => ({ authorization: `Bearer ${key}` });
    switch (caller) {
      case 'no key':
        return { origin: this.baseUrl };
      case 'search key':
        return bearer(KEYS.search);
      case 'signed key':
        return bearer(
          signedKey({ name: 'private-key', key: KEYS.private }, { filters: { none: { id: 'hidden' } } }),
        );
      case 'private key':
        return bearer(KEYS.private);
      case 'admin key':
        return bearer(KEYS.admin);
      case 'session':
        return { origin: this.baseUrl, cookie: this.#cookie };
    }
  }

  /** Restores what an attack deletes or creates, or waits until it is over. */
  async restore(what: Attack['prepare']): Promise<void> {
    if (what === 'engine') await this.send('POST', '/engines', { name: DELETED });
    if (what === 'no engine') await this.send('DELETE', `/engines/${DELETED}`);
    if (what === 'no reindex') await reindexed(this.send, MEDIUM.name);
    if (what === 'key') {
      const body = { name: 'scoped', type: 'search' };
      await sender(this.baseUrl, KEYS.admin)('PUT', '/credentials', body);
    }
  }

  /** Resident memory in megabytes: now, and the peak since `forgetPeak`. */
  memory(): { readonly now: number; readonly peak: number } {
    const status = readFileSync(`/proc/${this.#server.child.pid}/status`, 'utf8');
    const field = (name: string): number =>
      Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status)?.[1] ?? 0) / 1024;
    return { now: field('VmRSS'), peak: field('VmHWM') };
  }

  forgetPeak(): void {
    writeFileSync(`/proc/${this.#server.child.pid}/clear_refs`, '5');
  }

  /** Milliseconds of CPU time by thread. */
  threads(): Map<string, number> {
    const folder = `/proc/${this.#server.child.pid}/task`;
    const times = new Map<string, number>();
    for (const thread of readdirSync(folder)) {
      try {
        const stat = readFileSync(`${folder}/${thread}/stat`, 'utf8');
        const end = stat.lastIndexOf(')');
        const fields = stat.slice(end + 2).split(' ');
        const name =
          Number(thread) === this.#server.child.pid
            ? 'main'
            : stat.slice(stat.indexOf('(') + 1, end).replace(/-\d+$/, '');
        times.set(name, (times.get(name) ?? 0) + 10 * (Number(fields[11]) + Number(fields[12])));
      } catch {
        // The thread has ended since the folder was read.
      }
    }
    return times;
  }

  async close(): Promise<void> {
    if (this.isAlive) await this.#server.end('SIGTERM');
  }
}
