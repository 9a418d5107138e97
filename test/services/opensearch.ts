import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import {
  closeSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';

/*
 * OpenSearch for tests: processes of their own on free ports, with their data in a temporary folder. The program comes
 * from Maven Central once and is kept in the cache folder of the user. It needs Java 17 and, the first time, Maven.
 */

const HERE = join(import.meta.dirname, 'opensearch');
const VERSION = '2.19.1';
const LIBRARIES = join(
  process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'),
  'findling-test',
  `opensearch-${VERSION}`,
);
/** How long nodes may take to form a cluster, in milliseconds; the machine may be busy. */
const START_TIMEOUT = 180_000;

export interface OpenSearchNode {
  readonly url: string;
  readonly process: ChildProcess;
  /** Starts it again after its process has ended. */
  restart(): void;
}

export interface OpenSearchCluster {
  readonly nodes: readonly OpenSearchNode[];
  stop(): void;
}

/** Why OpenSearch cannot be started here; undefined if it can. */
export function opensearchProblem(): string | undefined {
  if (process.env.TEST_OPENSEARCH === 'off') return 'TEST_OPENSEARCH is off';
  if (process.env.TEST_OPENSEARCH !== undefined) return undefined;
  const java = spawnSync('java', ['-version'], { encoding: 'utf8' });
  if (java.error !== undefined) return 'there is no Java';
  const major = Number(/version "(\d+)/.exec(java.stderr)?.[1] ?? 0);
  if (major < 17) return `Java ${major} is too old`;
  if (existsSync(LIBRARIES)) return undefined;
  const maven = spawnSync('mvn', ['-version']);
  return maven.error === undefined ? fetchProblem() : 'there is no Maven to fetch OpenSearch with';
}

/** Fetches the program; the folder is complete or absent. */
function fetchProblem(): string | undefined {
  mkdirSync(join(LIBRARIES, '..'), { recursive: true });
  const aside = mkdtempSync(`${LIBRARIES}-`);
  const pom = join(HERE, 'pom.xml');
  const args = ['-q', '-B', '-f', pom, 'dependency:copy-dependencies', `-DoutputDirectory=${aside}`];
  const fetched = spawnSync('mvn', args, { encoding: 'utf8', timeout: 300_000 });
  if (fetched.status !== 0) {
    rmSync(aside, { recursive: true, force: true });
    return 'OpenSearch could not be fetched from Maven Central';
  }
  // Another process may have been faster.
  if (existsSync(LIBRARIES)) rmSync(aside, { recursive: true, force: true });
  else renameSync(aside, LIBRARIES);
  return undefined;
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** Options of the virtual machine for tests: less optimisation starts faster. */
const QUICK_START = ['-XX:+UseSerialGC', '-XX:TieredStopAtLevel=1'];

/** Starts nodes that form one cluster. They end with this process. */
export async function startOpenSearch(
  size = 1,
  heap = '384m',
  options: readonly string[] = QUICK_START,
): Promise<OpenSearchCluster> {
  const folder = mkdtempSync(join(tmpdir(), 'findling-opensearch-'));
  const names = Array.from({ length: size }, (_, i) => `n${i + 1}`);
  const ports = await Promise.all(
    names.map(async () => ({ http: await freePort(), transport: await freePort() })),
  );
  const seeds = ports.map(({ transport }) => transport).join(',');
  const nodes = names.map((name, i): OpenSearchNode => {
    const { http, transport } = ports[i] as { http: number; transport: number };
    const home = join(folder, name);
    mkdirSync(home);
    const args = [
      ...[`-Xms${heap}`, `-Xmx${heap}`, ...options, '-cp', `${LIBRARIES}/*`],
      join(HERE, 'OpenSearchNode.java'),
      ...[home, name, String(http), String(transport), seeds, names.join(',')],
    ];
    const start = (): ChildProcess => {
      const log = openSync(join(home, 'log'), 'a');
      const child = spawn('java', args, { stdio: ['ignore', log, log] });
      closeSync(log);
      child.unref();
      return child;
    };
    let child = start();
    return {
      url: `http://127.0.0.1:${http}`,
      get process() {
        return child;
      },
      restart() {
        child = start();
      },
    };
  });
  let isStopped = false;
  const stop = (): void => {
    if (isStopped) return;
    isStopped = true;
    for (const { process: child } of nodes) child.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  };
  process.on('exit', stop);
  const isUp = async (url: string): Promise<boolean> => {
    try {
      const response = await fetch(`${url}/_cluster/health`);
      return ((await response.json()) as { number_of_nodes?: number }).number_of_nodes === size;
    } catch {
      return false;
    }
  };
  const began = Date.now();
  for (const [i, node] of nodes.entries()) {
    while (!(await isUp(node.url))) {
      if (node.process.exitCode !== null || Date.now() - began > START_TIMEOUT) {
        const log = readFileSync(join(folder, names[i] ?? '', 'log'), 'utf8').slice(-2_000);
        stop();
        throw new Error(`OpenSearch did not start:\n${log}`);
      }
      await new Promise((resolve) => setTimeout(resolve, 250));
    }
  }
  return { nodes, stop };
}

let shared: Promise<OpenSearchCluster> | undefined;

/** The address of the one node that all tests of this process share; TEST_OPENSEARCH names one that runs already. */
export async function sharedOpenSearch(): Promise<string> {
  if (process.env.TEST_OPENSEARCH !== undefined) return process.env.TEST_OPENSEARCH;
  shared ??= startOpenSearch();
  return (await shared).nodes[0]?.url ?? '';
}
