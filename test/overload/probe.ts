import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** Times in milliseconds. */
export interface ProbeReport {
  readonly count: number;
  readonly p50: number;
  readonly p99: number;
  readonly worst: number;
  /** The longest delay of the probe's own event loop. */
  readonly late: number;
  /** Answers other than 200. */
  readonly failures: readonly string[];
}

/** Small searches with a key of their own, sent by another process. */
export class Probe {
  readonly #child: ChildProcess;

  private constructor(child: ChildProcess) {
    this.#child = child;
  }

  static async start(url: string, key: string): Promise<Probe> {
    const child = fork(fileURLToPath(new URL('./probe-program.ts', import.meta.url)), [url, key]);
    await once(child, 'message');
    return new Probe(child);
  }

  /** Begins a measurement. */
  begin(): void {
    this.#child.send('begin');
  }

  /** Ends it, after the last search of it is answered. */
  async end(): Promise<ProbeReport> {
    const report = once(this.#child, 'message');
    this.#child.send('end');
    return (await report)[0] as ProbeReport;
  }

  /** Measures for a while without an attack. */
  async control(milliseconds: number): Promise<ProbeReport> {
    this.begin();
    await new Promise((resolve) => setTimeout(resolve, milliseconds));
    return this.end();
  }

  close(): void {
    this.#child.disconnect();
  }
}
