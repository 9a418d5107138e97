import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { BenchDocument } from '../data-set.ts';
import type { Question } from '../questions.ts';
import { call, type Json } from './http.ts';
import { type SearchServer, textOf } from './search-server.ts';

const URL = 'http://127.0.0.1:7711';
const SECONDS_TO_START = 30;

/** Meilisearch, started from its binary. */
export class Meilisearch implements SearchServer {
  readonly name = 'meilisearch';
  readonly #process: ChildProcess;
  #lastTask = 0;

  private constructor(process: ChildProcess) {
    this.#process = process;
  }

  static async start(binary: string, work: string): Promise<Meilisearch> {
    const parent = join(work, 'meilisearch');
    mkdirSync(parent, { recursive: true });
    // Its database must not exist yet.
    const folder = mkdtempSync(join(parent, 'run-'));
    const child = spawn(
      binary,
      ['--db-path', join(folder, 'db'), '--http-addr', new globalThis.URL(URL).host, '--no-analytics'],
      { cwd: folder, stdio: 'ignore' },
    );
    process.prependOnceListener('exit', () => child.kill());
    let failure: unknown;
    child.on('error', (error) => {
      failure = error;
    });
    for (let i = 0; i < SECONDS_TO_START * 10 && failure === undefined && child.exitCode === null; i++) {
      const isUp = await call(URL, 'GET', '/health').then(
        () => true,
        () => false,
      );
      if (isUp) return new Meilisearch(child);
      await pause(100);
    }
    child.kill();
    throw new Error(`${binary} did not start: ${failure ?? `code ${child.exitCode}`}`);
  }

  get pid(): number | undefined {
    return this.#process.pid;
  }

  async version(): Promise<string> {
    return (await this.#api('GET', '/version')).pkgVersion;
  }

  #api(method: string, path: string, body?: unknown): Promise<Json> {
    return call(URL, method, path, body);
  }

  async #done(task: number): Promise<void> {
    for (;;) {
      const { status, error } = await this.#api('GET', `/tasks/${task}`);
      if (status === 'succeeded') return;
      if (status === 'failed') throw new Error(JSON.stringify(error));
      await pause(2);
    }
  }

  async prepare(): Promise<void> {
    await this.#api('DELETE', '/indexes/bench')
      .then(({ taskUid }) => this.#done(taskUid))
      .catch(() => {
        // It did not exist.
      });
    const made = await this.#api('POST', '/indexes', { uid: 'bench', primaryKey: 'id' });
    await this.#done(made.taskUid);
    const set = await this.#api('PATCH', '/indexes/bench/settings', {
      searchableAttributes: ['name', 'summary', 'body'],
      filterableAttributes: ['section', 'size', 'priority', 'maintainer', 'tags', '_geo'],
      sortableAttributes: ['size', '_geo'],
    });
    await this.#done(set.taskUid);
  }

  async #queue(documents: readonly BenchDocument[]): Promise<number> {
    const { taskUid } = await this.#api('POST', '/indexes/bench/documents', documents.map(asItsDocument));
    this.#lastTask = Math.max(this.#lastTask, taskUid);
    return taskUid;
  }

  async write(documents: readonly BenchDocument[]): Promise<void> {
    await this.#queue(documents);
  }

  async writeVisibly(documents: readonly BenchDocument[]): Promise<void> {
    await this.#done(await this.#queue(documents));
  }

  /** Its responses only say "queued": a load ends when the last task has ended. */
  loaded(): Promise<void> {
    return this.#done(this.#lastTask);
  }

  async settle(): Promise<void> {
    await this.loaded();
    await pause(1000);
  }

  async ask(question: Question): Promise<number> {
    const { filter: wanted, geo, facets, sort, op } = question;
    const filter: string[] = [];
    if (wanted) {
      filter.push(`section IN [${wanted.section.map((section) => JSON.stringify(section)).join(',')}]`);
      filter.push(`size ${wanted.size[0]} TO ${wanted.size[1]}`);
    }
    if (geo) filter.push(`_geoRadius(${geo[0]}, ${geo[1]}, ${geo[2] * 1000})`);
    const answer = await this.#api('POST', '/indexes/bench/search', {
      q: textOf(question),
      limit: 10,
      attributesToRetrieve: ['name', 'summary', 'body'],
      attributesToHighlight: ['summary', 'body'],
      attributesToCrop: ['summary:30', 'body:30'],
      ...(op === 'and' && { matchingStrategy: 'all' }),
      ...(filter.length > 0 && { filter }),
      ...(facets && { facets }),
      ...(sort && { sort: [`${sort}:desc`] }),
    });
    return answer.estimatedTotalHits;
  }

  async stop(): Promise<void> {
    if (this.#process.exitCode !== null || this.#process.signalCode !== null) return;
    const gone = new Promise((resolve) => this.#process.once('exit', resolve));
    this.#process.kill();
    await gone;
  }
}

function asItsDocument(document: BenchDocument): object {
  const [lat, lng] = document.location.split(',').map(Number);
  return { ...document, id: Buffer.from(document.id).toString('base64url'), _geo: { lat, lng } };
}
