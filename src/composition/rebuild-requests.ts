import { type FSWatcher, watch } from 'node:fs';
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const NAME = /^rebuild-([1-9]\d*)$/;

export const requestName = (engineId: number): string => `rebuild-${engineId}`;
/** The file that replaces a request that failed; it holds the reason. */
export const refusalName = (engineId: number): string => `rebuild-${engineId}.failed`;

/**
 * Requests of the command line to a running server: an empty file in the index folder, named after an engine. The
 * server rebuilds the index of that engine and removes the file, which tells the command that it is done.
 */
export class RebuildRequests {
  readonly #folder: string;
  readonly #rebuild: (engineId: number, signal: AbortSignal) => Promise<void>;
  #watcher: FSWatcher | undefined;
  #running: Promise<void> = Promise.resolve();
  readonly #closing = new AbortController();

  constructor(folder: string, rebuild: (engineId: number, signal: AbortSignal) => Promise<void>) {
    this.#folder = folder;
    this.#rebuild = rebuild;
  }

  /** Handles the requests that are there, and watches for more. */
  async watch(): Promise<void> {
    await mkdir(this.#folder, { recursive: true });
    this.#watcher = watch(this.#folder, { persistent: false }, (_event, name) => {
      if (name !== null && NAME.test(name)) this.#check();
    });
    // The watcher fails if the folder is removed; requests are then handled at the next start.
    this.#watcher.on('error', () => this.#watcher?.close());
    this.#check();
  }

  #check(): void {
    this.#running = this.#running.then(() => this.#handle()).catch(() => {});
  }

  async #handle(): Promise<void> {
    for (const name of await readdir(this.#folder)) {
      const engineId = Number(NAME.exec(name)?.[1] ?? 0);
      const { signal } = this.#closing;
      if (engineId === 0 || signal.aborted) continue;
      try {
        await this.#rebuild(engineId, signal);
      } catch (error) {
        // The request stays for the next start.
        if (signal.aborted) return;
        await writeFile(join(this.#folder, refusalName(engineId)), String((error as Error).message));
      }
      await rm(join(this.#folder, name), { force: true });
    }
  }

  /** Aborts a running rebuild. */
  async close(): Promise<void> {
    this.#closing.abort();
    this.#watcher?.close();
    await this.#running;
  }
}
