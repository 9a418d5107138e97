import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { OpenSearchNode } from '../services/opensearch.ts';
import type { PostgresServer } from '../services/postgres.ts';
import { type ServerProcess, startProcess } from '../support/process.ts';
import type { Random } from '../support/seed.ts';

export const PRIVATE_KEY = 'private-testtesttesttest';
export const ADMIN_KEY = 'admin-testtesttesttest';
const SECRET = 'the secret that all nodes of the campaign share';
/** Milliseconds after which a request is given up: its outcome is then unknown. */
const TIMEOUT = 12_000;

export interface Reply {
  readonly status: number;
  readonly sequence: number;
  // biome-ignore lint/suspicious/noExplicitAny: each caller knows the shape that it expects.
  readonly json: any;
}

const NOT_SENT: Reply = { status: 0, sequence: 0, json: null };

/** A node in a process of its own, which is killed, stopped and started again. */
export class ProcessNode {
  readonly number: number;
  readonly #data: string;
  readonly #settings: Record<string, string>;
  #process: ServerProcess | undefined;
  isDisturbed = false;

  constructor(number: number, folder: string, settings: Record<string, string>) {
    this.number = number;
    this.#data = join(folder, `node-${number}`);
    this.#settings = settings;
  }

  async start(): Promise<void> {
    this.#process = await startProcess(this.#data, { FINDLING_SECRET: SECRET, ...this.#settings });
  }

  async kill(): Promise<void> {
    await this.#process?.end('SIGKILL');
    this.#process = undefined;
  }

  signal(signal: NodeJS.Signals): void {
    this.#process?.child.kill(signal);
  }

  output(): string {
    return this.#process?.output() ?? '';
  }

  /** Undefined if there was no response: what the request did is unknown. A request that was not sent has status 0. */
  async call(
    method: string,
    path: string,
    { body, key = PRIVATE_KEY, sequence }: { body?: unknown; key?: string; sequence?: number } = {},
  ): Promise<Reply | undefined> {
    const address = this.#process?.baseUrl;
    if (address === undefined) return NOT_SENT;
    try {
      const response = await fetch(`${address}${path}`, {
        method,
        headers: {
          authorization: `Bearer ${key}`,
          'content-type': 'application/json',
          ...(sequence !== undefined && { 'x-findling-sequence': String(sequence) }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(TIMEOUT),
      });
      const json = await response.json();
      return {
        status: response.status,
        sequence: Number(response.headers.get('x-findling-sequence') ?? Number.NaN),
        json,
      };
    } catch (error) {
      const { code } = ((error as Error).cause ?? {}) as { readonly code?: string };
      return code === 'ECONNREFUSED' ? NOT_SENT : undefined;
    }
  }
}

interface ClusterParts {
  /** The address of the database. */
  readonly url: string;
  readonly postgres: PostgresServer;
  /** The search cluster; without it every node has an index of its own. */
  readonly search?: readonly OpenSearchNode[];
  readonly random: Random;
}

/** Nodes on one PostgreSQL server, perhaps with one search cluster, and what happens to them. */
export class ProcessCluster {
  readonly nodes: readonly ProcessNode[];
  readonly #folder: string;
  readonly #postgres: PostgresServer;
  readonly #random: Random;
  readonly #search: readonly OpenSearchNode[];
  readonly events: string[] = [];

  constructor(count: number, { url, postgres, search = [], random }: ClusterParts) {
    this.#folder = mkdtempSync(join(tmpdir(), 'findling-nodes-'));
    this.#postgres = postgres;
    this.#search = search;
    this.#random = random;
    const settings = {
      FINDLING_DATABASE_URL: url,
      ...(search.length > 0 && { FINDLING_SEARCH_URL: search.map((node) => node.url).join(',') }),
    };
    this.nodes = Array.from(
      { length: count },
      (_, number) => new ProcessNode(number, this.#folder, settings),
    );
  }

  async start(): Promise<void> {
    for (const node of this.nodes) await node.start();
  }

  async close(): Promise<void> {
    for (const node of this.nodes) {
      node.signal('SIGCONT');
      await node.kill();
    }
    rmSync(this.#folder, { recursive: true, force: true });
  }

  /** Kills and stops processes at random until `end`, then lets all of them run again. */
  async disturb(end: number): Promise<void> {
    const running: Promise<void>[] = [];
    while (performance.now() < end) {
      await sleep(300 + this.#random.below(1500));
      const calm = this.nodes.filter(({ isDisturbed }) => !isDisturbed);
      // One node at least is left alone.
      const node = calm.length > 1 ? this.#random.pick(calm) : undefined;
      const kind = this.#random.below(this.#search.length === 0 ? 10 : 13);
      if (kind >= 10) await this.#disturbSearch(this.#random.pick(this.#search), kind === 10);
      else if (kind >= 8) await (kind === 8 ? this.#crashPostgres() : this.#stopPostgres());
      else if (node !== undefined) running.push(kind < 4 ? this.#killNode(node) : this.#stopNode(node));
    }
    await Promise.all(running);
  }

  async #killNode(node: ProcessNode): Promise<void> {
    node.isDisturbed = true;
    this.events.push(`kill -9 of node ${node.number}`);
    await node.kill();
    await sleep(this.#random.below(1500));
    await node.start();
    node.isDisturbed = false;
  }

  async #stopNode(node: ProcessNode): Promise<void> {
    node.isDisturbed = true;
    const milliseconds = this.#random.pick([200, 1000, 3000, 8000]);
    this.events.push(`SIGSTOP of node ${node.number} for ${milliseconds} ms`);
    node.signal('SIGSTOP');
    await sleep(milliseconds);
    node.signal('SIGCONT');
    node.isDisturbed = false;
  }

  async #disturbSearch(node: OpenSearchNode, isKilled: boolean): Promise<void> {
    const number = this.#search.indexOf(node);
    if (isKilled) {
      this.events.push(`kill -9 of OpenSearch process ${number}`);
      const exited = new Promise((resolve) => node.process.once('exit', resolve));
      node.process.kill('SIGKILL');
      await exited;
      await sleep(this.#random.below(1500));
      node.restart();
      return;
    }
    const milliseconds = this.#random.pick([200, 1000, 3000]);
    this.events.push(`SIGSTOP of OpenSearch process ${number} for ${milliseconds} ms`);
    node.process.kill('SIGSTOP');
    await sleep(milliseconds);
    node.process.kill('SIGCONT');
  }

  async #crashPostgres(): Promise<void> {
    this.events.push('crash of PostgreSQL');
    await this.#postgres.stop('SIGQUIT');
    await sleep(this.#random.below(1500));
    await this.#postgres.start();
  }

  async #stopPostgres(): Promise<void> {
    const milliseconds = this.#random.pick([200, 1000, 3000]);
    this.events.push(`SIGSTOP of PostgreSQL for ${milliseconds} ms`);
    const pids = [this.#postgres.pid, ...childrenOf(this.#postgres.pid)];
    for (const pid of pids) signalIfAlive(pid, 'SIGSTOP');
    await sleep(milliseconds);
    for (const pid of pids) signalIfAlive(pid, 'SIGCONT');
  }
}

function signalIfAlive(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It has ended since.
  }
}

/** The processes that a process has started, from /proc. */
function childrenOf(parent: number): number[] {
  return readdirSync('/proc').flatMap((name) => {
    if (!/^\d+$/.test(name)) return [];
    try {
      // The name of the program, in parentheses, may have spaces.
      const [, ppid] = readFileSync(`/proc/${name}/stat`, 'utf8')
        .replace(/^.*\) /, '')
        .split(' ');
      return Number(ppid) === parent ? [Number(name)] : [];
    } catch {
      return [];
    }
  });
}
