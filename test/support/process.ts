import { type ChildProcess, spawn } from 'node:child_process';
import { PROGRAM, ROOT } from './command.ts';
import { request } from './service.ts';

export interface ServerProcess {
  readonly baseUrl: string;
  readonly child: ChildProcess;
  /** Everything written to standard output and standard error. */
  output(): string;
  /** Sends a signal, waits for the exit and returns the exit code, null if the signal ended the process. */
  end(signal: NodeJS.Signals): Promise<number | null>;
}

/**
 * Starts the service in its own process, as a user would, and waits until it is ready.
 * Provisions the keys `private-testtesttesttest`, `search-testtesttesttest`, `admin-testtesttesttest`.
 */
export async function startProcess(
  data: string,
  settings: Record<string, string> = {},
): Promise<ServerProcess> {
  const child = spawn(process.execPath, [PROGRAM, 'start'], {
    cwd: ROOT,
    env: {
      ...process.env,
      FINDLING_PORT: '0',
      FINDLING_HOST: '127.0.0.1',
      FINDLING_DATA: data,
      FINDLING_SAMPLE: 'off',
      FINDLING_PRIVATE_KEY: 'private-testtesttesttest',
      FINDLING_SEARCH_KEY: 'search-testtesttesttest',
      FINDLING_ADMIN_KEY: 'admin-testtesttesttest',
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  child.stdout.on('data', (chunk) => (output += chunk));
  child.stderr.on('data', (chunk) => (output += chunk));
  const exited = new Promise<number | null>((resolve) => child.on('exit', resolve));

  const baseUrl = await new Promise<string>((resolve, reject) => {
    child.stdout.on('data', () => {
      const found = /Base URL\s+(http:\S+)/.exec(output);
      if (found?.[1]) resolve(found[1]);
    });
    child.on('exit', (code) =>
      reject(new Error(`the server exited with ${code} before it was ready:\n${output}`)),
    );
  });
  while ((await request(`${baseUrl}/health`, 'GET')).status !== 200) {
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  return {
    baseUrl,
    child,
    output: () => output,
    async end(signal) {
      child.kill(signal);
      return exited;
    },
  };
}
