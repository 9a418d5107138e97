import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

export interface ProcessOptions {
  readonly command: string;
  readonly args: readonly string[];
  /** Pins the process to one core if the system supports it. */
  readonly core?: number;
}

/** A long-running program that reads lines and responds to each with one line; columns are separated by tabs. */
export class EngineProcess {
  readonly name: string;
  readonly #child: ChildProcessWithoutNullStreams;
  readonly #answers: AsyncIterator<string>;
  #complaints = '';

  constructor(name: string, { command, args, core }: ProcessOptions) {
    this.name = name;
    const pinned =
      core === undefined ? [command, ...args] : ['taskset', '-c', String(core), command, ...args];
    this.#child = spawn(pinned[0] as string, pinned.slice(1));
    this.#child.stderr.on('data', (text) => {
      this.#complaints = (this.#complaints + text).slice(-4000);
    });
    // If the program has exited, the pending response fails with its error output.
    this.#child.on('error', (error) => {
      this.#complaints += String(error);
    });
    this.#child.stdin.on('error', () => {});
    this.#answers = createInterface({ input: this.#child.stdout, crlfDelay: Infinity })[
      Symbol.asyncIterator
    ]();
  }

  get pid(): number | undefined {
    return this.#child.pid;
  }

  /** Sends a line and returns the columns of the response; one request at a time. */
  async ask(line: string): Promise<string[]> {
    this.#child.stdin.write(`${line}\n`);
    const answer = await this.#answers.next();
    if (answer.done) throw new Error(`${this.name} ended: ${this.#complaints}`);
    const columns = answer.value.split('\t');
    if (columns[0] === 'error') throw new Error(`${this.name}: ${columns[1]}`);
    return columns;
  }

  async close(): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    const gone = new Promise((resolve) => this.#child.once('exit', resolve));
    this.#child.stdin.end();
    await gone;
  }
}
