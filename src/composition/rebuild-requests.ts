import { type FSWatcher, watch } from 'node:fs';
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const NAME = /^rebuild-([1-9]\d*)$/;

export const requestName = (engineId: number): string => `rebuild-${engineId}`;
/** What takes the place of a request that could not be fulfilled; it holds the reason. */
export const refusalName = (engineId: number): string => `rebuild-${engineId}.failed`;

/**
 * Requests of the command line to a running server: an empty file in the index folder that names an engine. The server
 * builds the index of that engine anew and then removes the file, which is the answer.
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

  /** Sees to requests that are there, and to all that come. */
  async watch(): Promise<void> {
    await mkdir(this.#folder, { recursive: true });
    this.#watcher = watch(this.#folder, { persistent: false }, (_event, name) => {
      if (name !== null && NAME.test(name)) this.#look();
    });
    // A folder that goes while the service runs takes its watcher along; requests are then seen at the next start.
    this.#watcher.on('error', () => this.#watcher?.close());
    this.#look();
  }

  #look(): void {
    this.#running = this.#running.then(() => this.#fulfil()).catch(() => {});
  }

  async #fulfil(): Promise<void> {
    for (const name of await readdir(this.#folder)) {
      const engineId = Number(NAME.exec(name)?.[1] ?? 0);
      const { signal } = this.#closing;
      if (engineId === 0 || signal.aborted) continue;
      try {
        await this.#rebuild(engineId, signal);
      } catch (error) {
        // The request stays, and the next start sees to it.
        if (signal.aborted) return;
        await writeFile(join(this.#folder, refusalName(engineId)), String((error as Error).message));
      }
      await rm(join(this.#folder, name), { force: true });
    }
  }

  /** Gives up what it is busy with. */
  async close(): Promise<void> {
    this.#closing.abort();
    this.#watcher?.close();
    await this.#running;
  }
}
