import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { plainEnvironment } from '../support/command.ts';

/** A delay of the main thread; how long the thread ran meanwhile, and how long it waited for a core. In milliseconds. */
export interface Stall {
  readonly milliseconds: number;
  readonly ran: number;
  readonly queued: number;
}

/** In bytes; and the stalls since the last report. */
export interface MemoryReport {
  readonly rss: number;
  readonly heap: number;
  readonly external: number;
  readonly stalls: readonly Stall[];
}

export interface ThreadEnded {
  readonly ended: string;
}

/** `endThread` chooses the thread: at least 0 and below 1. */
export type Order = 'close' | 'memory' | { readonly endThread: number };

export const KEYS = {
  private: 'private-soaksoaksoaksoaksoak',
  search: 'search-soaksoaksoaksoaksoak',
};

/** The service as a process of its own, with the heap of a small container. */
export class SoakedService {
  readonly #child: ChildProcess;
  readonly baseUrl: string;
  #last: Promise<unknown> = Promise.resolve();

  private constructor(child: ChildProcess, baseUrl: string) {
    this.#child = child;
    this.baseUrl = baseUrl;
  }

  static async start(folder: string): Promise<SoakedService> {
    const child = fork(fileURLToPath(new URL('./service-program.ts', import.meta.url)), {
      execArgv: ['--max-old-space-size=256', '--max-semi-space-size=8'],
      env: plainEnvironment({
        // As in our container image.
        MALLOC_ARENA_MAX: '2',
        FINDLING_PORT: '0',
        FINDLING_HOST: '127.0.0.1',
        FINDLING_DATA: folder,
        FINDLING_SAMPLE: 'on',
        FINDLING_MEMORY: '128mb',
        FINDLING_PRIVATE_KEY: KEYS.private,
        FINDLING_SEARCH_KEY: KEYS.search,
      }),
    });
    const ended = once(child, 'exit').then(([code]) => {
      throw new Error(`the service exited with ${code}`);
    });
    ended.catch(() => {});
    const [{ port }] = (await Promise.race([once(child, 'message'), ended])) as [{ port: number }];
    return new SoakedService(child, `http://127.0.0.1:${port}`);
  }

  get isAlive(): boolean {
    return this.#child.exitCode === null && this.#child.signalCode === null;
  }

  memory(): Promise<MemoryReport> {
    return this.#ask('memory');
  }

  /** Ends one thread and returns its name. */
  async endThread(choice: number): Promise<string> {
    return (await this.#ask<ThreadEnded>({ endThread: choice })).ended;
  }

  async close(): Promise<void> {
    if (!this.isAlive) return;
    const exited = once(this.#child, 'exit');
    this.#child.send('close');
    await exited;
  }

  /** One question at a time: answers have no number. */
  #ask<T>(order: Order): Promise<T> {
    const answer = this.#last.then(async () => {
      const message = once(this.#child, 'message');
      this.#child.send(order);
      return (await message)[0] as T;
    });
    this.#last = answer.catch(() => {});
    return answer;
  }
}
