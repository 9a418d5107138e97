import { spawn } from 'node:child_process';
import { PROGRAM, plainEnvironment, ROOT, type Settings } from '../support/command.ts';

export interface BinaryEnded {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: Buffer;
  readonly stderr: string;
}

/** Milliseconds after which a process is killed, so that a test fails instead of hanging. */
const TIMEOUT = 120_000;

/** Runs a `findling` command with bytes on standard input, and gives standard output as bytes. */
export function findlingWith(
  args: readonly string[],
  settings: Settings,
  stdin: Uint8Array = new Uint8Array(),
): Promise<BinaryEnded> {
  const child = spawn(process.execPath, [PROGRAM, ...args], {
    cwd: ROOT,
    env: plainEnvironment(settings),
    stdio: ['pipe', 'pipe', 'pipe'],
    timeout: TIMEOUT,
  });
  const chunks: Buffer[] = [];
  let stderr = '';
  child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  // A command that refuses its input does not read it.
  child.stdin.on('error', () => {});
  child.stdin.end(stdin);
  return new Promise((resolve, reject) => {
    child.once('error', reject).once('close', (code, signal) => {
      resolve({ code, signal, stdout: Buffer.concat(chunks), stderr });
    });
  });
}
