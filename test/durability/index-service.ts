import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import type { TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { type Config, readConfig } from '../../src/config.ts';
import { type Service, startService } from '../../src/main.ts';
import { temporaryFolder } from '../support/folder.ts';
import { type Answer, request } from '../support/service.ts';

export const KEY = 'private-indexindexindexindex';

/** The settings of a service on some data. */
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
 * A service in this process whose settings can be others than a user may set, and that can be started again with
 * others: memory for a few documents, say.
 */
export class IndexService {
  readonly data: string;
  /** What the log has said since the last start. */
  lines: string[] = [];
  #service: Service | undefined;

  private constructor(data: string) {
    this.data = data;
  }

  static async start(t: TestContext, settings: Partial<Config> = {}): Promise<IndexService> {
    let service: IndexService | undefined;
    // Before the folder goes.
    t.after(() => service?.close());
    service = new IndexService(settings.data ?? temporaryFolder(t));
    await service.start(settings);
    return service;
  }

  async start(settings: Partial<Config> = {}): Promise<void> {
    this.lines = [];
    const log = pino({ level: 'info' }, { write: (line: string) => this.lines.push(line) });
    this.#service = await startService({ ...configFor(this.data), ...settings }, log);
  }

  async close(): Promise<void> {
    await this.#service?.close();
  }

  async restart(settings: Partial<Config> = {}): Promise<void> {
    await this.close();
    await this.start(settings);
  }

  /** Takes the files of the index away. The service must not run. */
  removeIndex(): void {
    rmSync(`${this.data}/index`, { recursive: true, force: true });
  }

  /** Lines of the log that say that an index is built anew. */
  get builtAnew(): string[] {
    return this.lines.filter((line) => line.includes('built anew')).map((line) => JSON.parse(line).msg);
  }

  /** A call below the address of the engines. */
  call(method: string, path: string, body?: unknown): Promise<Answer> {
    const port = this.#service?.addresses[0]?.port;
    return request(`http://127.0.0.1:${port}/api/as/v1/engines${path}`, method, { key: KEY, body });
  }

  /** The answer of a call that must succeed. */
  // biome-ignore lint/suspicious/noExplicitAny: a test reads whatever shape it expects.
  async must(method: string, path: string, body?: unknown): Promise<any> {
    const { status, json, text } = await this.call(method, path, body);
    assert.equal(status, 200, `${method} ${path}: ${text}`);
    return json;
  }

  async write(engine: string, documents: readonly object[]): Promise<void> {
    for (let from = 0; from < documents.length; from += 100) {
      await this.must('POST', `/${engine}/documents`, documents.slice(from, from + 100));
    }
  }

  /** The ids of all documents that a search finds, in order. */
  async found(engine: string, search: object = {}): Promise<string[]> {
    const body = { query: '', page: { size: 1000 }, ...search };
    const { results } = await this.must('POST', `/${engine}/search`, body);
    return results.map(({ id }: { id: { raw: string } }) => id.raw).sort();
  }

  async state(engine: string): Promise<string> {
    return (await this.must('GET', `/${engine}/schema/reindex`)).state;
  }

  /** Waits until an engine no longer reindexes. */
  async settled(engine: string): Promise<void> {
    while ((await this.state(engine)) !== 'idle') await sleep(5);
  }
}
