import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { TestContext } from 'node:test';

/** Milliseconds after which a command counts as hanging. */
const TIMEOUT = 120_000;

export interface Outcome {
  readonly status: number;
  /** Standard output and standard error together, as a terminal shows them. */
  readonly output: string;
}

/** A shell that runs one command after the other. Variables stay, as in a terminal. */
export class Terminal {
  readonly #shell: ChildProcessWithoutNullStreams;
  readonly #closed: Promise<unknown>;
  #output = '';
  #onOutput = (): void => {};

  constructor(t: TestContext, folder: string, environment: Readonly<Record<string, string>>) {
    // Its own process group: signals reach the commands in it too.
    this.#shell = spawn('bash', ['--noprofile', '--norc'], { cwd: folder, env: environment, detached: true });
    this.#closed = once(this.#shell, 'close');
    t.after(() => this.#signal('SIGKILL'));
    for (const stream of [this.#shell.stdout, this.#shell.stderr]) {
      stream.setEncoding('utf8').on('data', (text) => {
        this.#output += text;
        this.#onOutput();
      });
    }
    this.#shell.stdin.write('exec 2>&1\n');
  }

  /** Runs a command and waits for its end. */
  async run(command: string): Promise<Outcome> {
    const mark = randomUUID();
    const ended = new RegExp(`\n${mark} (\\d+)\n`);
    this.#output = '';
    this.start(command);
    this.#shell.stdin.write(`printf '\\n%s %s\\n' ${mark} $?\n`);
    return new Promise((resolve, reject) => {
      const timer = setTimeout(
        () => reject(new Error(`This command does not end: ${command}\n${this.#output}`)),
        TIMEOUT,
      );
      this.#onOutput = () => {
        const found = ended.exec(this.#output);
        if (found === null) return;
        clearTimeout(timer);
        this.#onOutput = () => {};
        resolve({ status: Number(found[1]), output: this.#output.slice(0, found.index) });
      };
    });
  }

  /** Starts a command, without the shell's own input, from which it could read the commands that follow. */
  start(command: string): void {
    this.#shell.stdin.write(`{ ${command}\n} < /dev/null\n`);
  }

  /** Whether the output contains a text. */
  shows(text: string): boolean {
    return this.#output.includes(text);
  }

  /** Sends what Ctrl-C sends, and waits until everything in the terminal has ended. The output since its beginning. */
  async interrupt(): Promise<string> {
    this.#shell.stdin.end();
    this.#signal('SIGINT');
    await this.#closed;
    return this.#output;
  }

  #signal(signal: NodeJS.Signals): void {
    const { pid } = this.#shell;
    try {
      if (pid !== undefined) process.kill(-pid, signal);
    } catch {
      // It has already exited.
    }
  }
}

const literal = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');

/** The parts of an output that vary: what the page leaves out, times, rates. */
const VARYING = /(…|\d[\d.,]*(?= (?:ms|s|min|documents\/s)\b))/;

const linePattern = (line: string): string =>
  line === '…'
    ? '(?:.*\n)*'
    : `${line
        .split(VARYING)
        .map((part, at) => (at % 2 === 0 ? literal(part) : part === '…' ? '.*' : '[\\d.,]+'))
        .join('')}\n`;

/**
 * Matches an output that a page shows: `…` stands for any text of a line, or for any lines if it is alone in one. Times
 * and rates may be others than those shown.
 */
export const patternOf = (shown: string): RegExp =>
  new RegExp(`^${shown === '' ? '' : shown.trimEnd().split('\n').map(linePattern).join('')}$`);

/** What a long command prints every five seconds. */
const PROGRESS = /^[\d,]+ documents?, .*\d\/s.*\n/gm;

/** The output as a page shows it: without the progress, which depends on the speed of the machine. */
export function shownForm(output: string): string {
  const lines = output.replace(PROGRESS, '').trimEnd();
  return lines === '' ? '' : `${lines}\n`;
}
