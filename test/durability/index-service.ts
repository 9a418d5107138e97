import assert from 'node:assert/strict';
import { cpSync, existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { type Config, readConfig } from '../../src/config.ts';
import { type Service, startService } from '../../src/main.ts';
import { temporaryFolder } from '../support/folder.ts';
import { type Answer, request } from '../support/service.ts';

export const KEY = 'private-indexindexindexindex';

/** The settings of a service on a data folder. */
export const configFor = (data: string): Config =>
  readConfig(
    {
      FINDLING_PORT: '0',
      FINDLING_HOST: '127.0.0.1',
      FINDLING_DATA: data,
      FINDLING_SAMPLE: 'off',
      FINDLING_PRIVATE_KEY: KEY,
    },
    {},
  );

/**
 * A service in this process that can use settings outside the allowed range, such as memory for a few documents, and
 * can be restarted with other settings.
 */
export class IndexService {
  /** The log since the last start. */
  lines: string[] = [];
  readonly #context: TestContext;
  #data: string;
  #settings: Partial<Config> = {};
  #service: Service | undefined;

  private constructor(context: TestContext, data: string) {
    this.#context = context;
    this.#data = data;
  }

  /** The data folder. */
  get data(): string {
    return this.#data;
  }

  static async start(t: TestContext, settings: Partial<Config> = {}): Promise<IndexService> {
    let service: IndexService | undefined;
    // Before the folder is removed.
    t.after(() => service?.close());
    service = new IndexService(t, settings.data ?? temporaryFolder(t));
    await service.start(settings);
    return service;
  }

  async start(settings: Partial<Config> = {}): Promise<void> {
    this.#settings = settings;
    this.lines = [];
    const log = pino({ level: 'info' }, { write: (line: string) => this.lines.push(line) });
    this.#service = await startService({ ...configFor(this.#data), ...settings, data: this.#data }, log);
  }

  async close(): Promise<void> {
    await this.#service?.close();
  }

  async restart(settings: Partial<Config> = {}): Promise<void> {
    await this.close();
    await this.start(settings);
  }

  /**
   * Simulates a kill and a restart: the service continues with a copy of its data in their current state. This thread
   * writes the index files, so none is written during the copy. The store is copied last: it may be ahead of the files,
   * but not behind.
   */
  async crash(): Promise<void> {
    const before = this.#service;
    const data = temporaryFolder(this.#context);
    if (existsSync(join(this.#data, 'index'))) {
      cpSync(join(this.#data, 'index'), join(data, 'index'), { recursive: true });
    }
    const store = new DatabaseSync(join(this.#data, 'findling.sqlite'));
    store.prepare('VACUUM INTO ?').run(join(data, 'findling.sqlite'));
    store.close();
    cpSync(join(this.#data, 'secret'), join(data, 'secret'));
    this.#data = data;
    await this.start(this.#settings);
    await before?.close();
  }

  /** Deletes the index files. The service must not be running. */
  removeIndex(): void {
    rmSync(join(this.#data, 'index'), { recursive: true, force: true });
  }

  /** The log lines about rebuilding an index. */
  get rebuildLines(): string[] {
    return this.lines.filter((line) => line.includes('is rebuilt')).map((line) => JSON.parse(line).msg);
  }

  /** A request to a path below `/engines`. */
  call(method: string, path: string, body?: unknown): Promise<Answer> {
    const port = this.#service?.addresses[0]?.port;
    return request(`http://127.0.0.1:${port}/api/as/v1/engines${path}`, method, { key: KEY, body });
  }

  /** The response to a request that must succeed. */
  // biome-ignore lint/suspicious/noExplicitAny: a test asserts the shape that it expects.
  async must(method: string, path: string, body?: unknown): Promise<any> {
    const { status, json, text } = await this.call(method, path, body);
    assert.equal(status, 200, `${method} ${path}: ${text}`);
    return json;
  }

  async write(engine: string, documents: readonly object[], batch = 100): Promise<void> {
    for (let from = 0; from < documents.length; from += batch) {
      await this.must('POST', `/${engine}/documents`, documents.slice(from, from + batch));
    }
  }

  /** The ids of all hits of a search, in order. */
  async found(engine: string, search: object = {}): Promise<string[]> {
    const body = { query: '', page: { size: 1000 }, ...search };
    const { results } = await this.must('POST', `/${engine}/search`, body);
    return results.map(({ id }: { id: { raw: string } }) => id.raw).sort();
  }

  async state(engine: string): Promise<string> {
    return (await this.must('GET', `/${engine}/schema/reindex`)).state;
  }

  /** Waits for the end of a reindex. */
  async settled(engine: string): Promise<void> {
    while ((await this.state(engine)) !== 'idle') await sleep(5);
  }
}
