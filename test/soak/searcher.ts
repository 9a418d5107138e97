import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** Searches since the last report. Times in milliseconds, from the moment at which a search was due. */
export interface SearchReport {
  readonly count: number;
  readonly p50: number;
  readonly p99: number;
  readonly worst: number;
  /** Searches that were not sent because too many were unanswered. */
  readonly skipped: number;
  /** Numbers of failures by status or error code. */
  readonly failures: Readonly<Record<string, number>>;
}

export type SearcherOrder = 'report' | 'stop' | { readonly capacity: number } | { readonly rate: number };

/** Small searches, sent by another process. */
export class Searcher {
  readonly #child: ChildProcess;

  private constructor(child: ChildProcess) {
    this.#child = child;
  }

  static async start(baseUrl: string, key: string): Promise<Searcher> {
    const child = fork(fileURLToPath(new URL('./searcher-program.ts', import.meta.url)), [baseUrl, key]);
    await once(child, 'message');
    return new Searcher(child);
  }

  /** Searches a second with eight connections. */
  async capacity(seconds: number): Promise<number> {
    const { rate } = await this.#ask<{ rate: number }>({ capacity: seconds });
    return rate;
  }

  /** Begins to search at a fixed rate. */
  run(rate: number): void {
    this.#child.send({ rate });
  }

  stop(): void {
    this.#child.send('stop');
  }

  report(): Promise<SearchReport> {
    return this.#ask('report');
  }

  close(): void {
    this.#child.disconnect();
  }

  async #ask<T>(order: SearcherOrder): Promise<T> {
    const message = once(this.#child, 'message');
    this.#child.send(order);
    return (await message)[0] as T;
  }
}
