import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const KEY = 'private-benchbenchbenchbench';

export interface BenchServer {
  /** Calls below /api/as/v1 with a private key; anything but 200 is an error. */
  // biome-ignore lint/suspicious/noExplicitAny: a benchmark reads the shapes it asked for.
  call(method: string, path: string, body?: unknown): Promise<any>;
  close(): Promise<void>;
}

export const say = (line: string): void => void process.stdout.write(`${line}\n`);

/** A fixed loop, so that a reader can judge the machine: about the same before and after, or the run is void. */
export function calibration(): string {
  const started = performance.now();
  let sum = 0;
  for (let i = 0; i < 50_000_000; i++) sum = (sum + i * 7) % 1_000_003;
  return `calibration ${Math.round(performance.now() - started) + (sum < 0 ? 1 : 0)} ms`;
}

/** Starts the service as a process of its own on an empty data folder. */
export async function startServer(settings: Record<string, string> = {}): Promise<BenchServer> {
  const folder = mkdtempSync(join(tmpdir(), 'findling-bench-'));
  const server = spawn(process.execPath, ['bin/findling.js', 'start'], {
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
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = new Promise((resolve) => server.on('exit', resolve));
  const base = await new Promise<string>((resolve, reject) => {
    let output = '';
    server.stdout.on('data', (chunk) => {
      output += chunk;
      const found = /Base address\s+(http:\S+)/.exec(output);
      if (found?.[1]) resolve(`${found[1]}/api/as/v1`);
    });
    server.on('exit', (code) => reject(new Error(`the server ended with ${code}:\n${output}`)));
  });
  return {
    async call(method, path, body) {
      const answer = await fetch(`${base}${path}`, {
        method,
        headers: { authorization: `Bearer ${KEY}`, 'content-type': 'application/json' },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      if (answer.status !== 200)
        throw new Error(`${method} ${path} was answered with ${answer.status}: ${await answer.text()}`);
      return answer.json();
    },
    async close() {
      server.kill('SIGTERM');
      await exited;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Indexes documents in batches of 100 and refuses to go on if one of them was refused. */
export async function indexAll(
  server: BenchServer,
  engine: string,
  documents: readonly object[],
): Promise<void> {
  for (let from = 0; from < documents.length; from += 100) {
    const verdicts = await server.call(
      'POST',
      `/engines/${engine}/documents`,
      documents.slice(from, from + 100),
    );
    const refused = verdicts.find((verdict: { errors: string[] }) => verdict.errors.length > 0);
    if (refused !== undefined) throw new Error(`a document was refused: ${JSON.stringify(refused)}`);
  }
}
