import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const KEY = 'private-benchbenchbenchbench';

export interface BenchServer {
  /** The URL of the API and a key, for other clients. */
  readonly base: string;
  readonly key: string;
  readonly process: ChildProcess;
  /** Milliseconds from the start of the process until the service is ready. */
  readonly startedIn: number;
  /** Calls below /api/as/v1 with a private key; anything but 200 is an error. */
  // biome-ignore lint/suspicious/noExplicitAny: a benchmark knows the shapes that it requests.
  call(method: string, path: string, body?: unknown): Promise<any>;
  /** The same with a body that is already JSON. */
  // biome-ignore lint/suspicious/noExplicitAny: as above.
  send(method: string, path: string, body?: string): Promise<any>;
  close(): Promise<void>;
}

export const say = (line: string): void => void process.stdout.write(`${line}\n`);

/** Milliseconds of a fixed loop, to judge the machine: if it differs before and after, the run is void. */
export function calibrate(): number {
  const started = performance.now();
  let sum = 0;
  for (let i = 0; i < 50_000_000; i++) sum = (sum + i * 7) % 1_000_003;
  return Math.round(performance.now() - started) + (sum < 0 ? 1 : 0);
}

export const calibration = (): string => `calibration ${calibrate()} ms`;

export interface ServerOptions {
  /** A data folder that is kept; by default an empty one, removed at the end. */
  readonly folder?: string;
  /** The checkout whose service is started, this one by default. */
  readonly root?: string;
  /** Whether `observe.ts` observes the process. */
  readonly isObserved?: boolean;
}

const PROJECT = join(import.meta.dirname, '..');

/** The options that `npm start` passes to Node. */
function startOptions(root: string): string[] {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  return scripts.start.replace('exec node ', '').split(' ');
}

/** Starts the service as a separate process. */
export async function startServer(
  settings: Record<string, string> = {},
  { folder: kept, root = PROJECT, isObserved = false }: ServerOptions = {},
): Promise<BenchServer> {
  const folder = kept ?? mkdtempSync(join(tmpdir(), 'findling-bench-'));
  const observing = isObserved ? ['--import', './bench/observe.ts'] : [];
  const started = performance.now();
  const server = spawn(process.execPath, [...observing, ...startOptions(root)], {
    cwd: root,
    env: {
      ...process.env,
      FINDLING_PORT: '0',
      FINDLING_HOST: '127.0.0.1',
      FINDLING_DATA: folder,
      FINDLING_SAMPLE: 'off',
      FINDLING_LOG_LEVEL: 'warn',
      FINDLING_PRIVATE_KEY: KEY,
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'inherit', ...(isObserved ? (['ipc'] as const) : [])],
  });
  const output = server.stdout;
  if (output === null) throw new Error('the server has no output');
  const exited = new Promise((resolve) => server.on('exit', resolve));
  const base = await new Promise<string>((resolve, reject) => {
    let said = '';
    output.on('data', (chunk) => {
      // The log has only warnings, which matter to readers of the figures.
      if (String(chunk).startsWith('{')) process.stderr.write(chunk);
      said += chunk;
      const found = /Base (?:URL|address)\s+(http:\S+)/.exec(said);
      if (found?.[1]) resolve(`${found[1]}/api/as/v1`);
    });
    server.on('exit', (code) => reject(new Error(`the server ended with ${code}:\n${said}`)));
  });
  const startedIn = performance.now() - started;
  const send: BenchServer['send'] = async (method, path, body) => {
    const answer = await fetch(`${base}${path}`, {
      method,
      headers: { authorization: `Bearer ${KEY}`, 'content-type': 'application/json' },
      ...(body !== undefined && { body }),
    });
    if (answer.status !== 200)
      throw new Error(`${method} ${path} was answered with ${answer.status}: ${await answer.text()}`);
    return answer.json();
  };
  return {
    base,
    key: KEY,
    process: server,
    startedIn,
    call: (method, path, body) => send(method, path, body === undefined ? undefined : JSON.stringify(body)),
    send,
    async close() {
      server.kill('SIGTERM');
      await exited;
      if (kept === undefined) rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Indexes documents in batches of 100; throws if one of them is rejected. */
export async function indexAll(
  server: BenchServer,
  engine: string,
  documents: readonly object[],
): Promise<void> {
  for (let from = 0; from < documents.length; from += 100) {
    const results = await server.call(
      'POST',
      `/engines/${engine}/documents`,
      documents.slice(from, from + 100),
    );
    const refused = results.find((result: { errors: string[] }) => result.errors.length > 0);
    if (refused !== undefined) throw new Error(`a document was refused: ${JSON.stringify(refused)}`);
  }
}
