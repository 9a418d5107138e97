import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { openConfiguredIndex } from '../../src/composition/opened-index.ts';
import type { Index } from '../../src/indexing/generation-writer.ts';
import { type Answer, request, startTestService, type TestService } from '../support/service.ts';
import { until } from '../support/until.ts';
import { instanceOn, PausableStore, type SharedStores } from './node-stores.ts';

const KEY = 'private-testtesttesttest';
export const SEARCH_KEY = 'search-testtesttesttest';
const SETTINGS = { FINDLING_PRIVATE_KEY: KEY, FINDLING_SEARCH_KEY: SEARCH_KEY };

export interface CallOptions {
  readonly body?: unknown;
  /** The change that the node must show first. */
  readonly sequence?: number | string | undefined;
  /** The private key by default. */
  readonly key?: string;
}

/** A node of a test. */
export class TestNode {
  readonly service: TestService;
  readonly pausable: PausableStore;

  constructor(service: TestService, pausable: PausableStore) {
    this.service = service;
    this.pausable = pausable;
  }

  call(method: string, path: string, { body, sequence, key = KEY }: CallOptions = {}): Promise<Answer> {
    const headers = sequence === undefined ? {} : { 'x-findling-sequence': String(sequence) };
    return request(`${this.service.baseUrl}/api/as/v1/engines${path}`, method, { key, body, headers });
  }

  async must(method: string, path: string, options: CallOptions = {}): Promise<Answer> {
    const answer = await this.call(method, path, options);
    const logged = answer.status < 500 ? [] : this.service.logLines.slice(-3);
    assert.equal(answer.status, 200, `${method} ${path}: ${answer.text} ${logged.join('')}`);
    return answer;
  }

  /** Writes documents and gives the number of the last change. */
  async write(engine: string, documents: readonly object[]): Promise<number> {
    const { headers, json } = await this.must('POST', `/${engine}/documents`, { body: documents });
    for (const { errors } of json) assert.deepEqual(errors, []);
    return Number(headers.get('x-findling-sequence'));
  }

  /** The ids that a search finds, in order of their names. */
  async found(engine: string, search: object = {}, sequence?: number): Promise<string[]> {
    const body = { query: '', page: { size: 1000 }, ...search };
    const { json } = await this.must('POST', `/${engine}/search`, { body, sequence });
    return json.results.map(({ id }: { id: { raw: string } }) => id.raw).sort();
  }

  async health(): Promise<Record<string, unknown>> {
    return (await request(`${this.service.baseUrl}/health`, 'GET')).json;
  }

  /** Waits until the engine is not reindexing. */
  async settled(engine: string): Promise<void> {
    await until(`${engine} is not reindexing`, async () => {
      const { json } = await this.must('GET', `/${engine}/schema/reindex`);
      return json.state === 'idle';
    });
  }
}

export interface ClusterOptions {
  /** The index of a node instead of the embedded one. */
  readonly index?: (node: number) => Index;
  readonly settings?: () => Promise<Record<string, string>>;
}

/** Starts nodes on one store, each with its own folder for index files. */
export async function startNodes(
  t: Pick<TestContext, 'after'>,
  count: number,
  stores: SharedStores,
  { index, settings = async () => ({}) }: ClusterOptions = {},
): Promise<readonly TestNode[]> {
  // Services are closed before their folder is removed.
  const open = await stores(t);
  const nodes: TestNode[] = [];
  for (let i = 0; i < count; i++) {
    const pausable = new PausableStore(await open());
    t.after(() => pausable.resume());
    const service = await startTestService(
      t,
      { ...SETTINGS, ...(await settings()) },
      {
        openInstance: async () => instanceOn(pausable.store),
        openIndex(config, store, log, forgettable) {
          const opened = openConfiguredIndex(config, store, log, forgettable);
          if (index === undefined) return opened;
          return { ...opened, index: index(i), sweep: async () => {}, forget: async () => {} };
        },
      },
    );
    nodes.push(new TestNode(service, pausable));
  }
  return nodes;
}

export const books = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, i) => ({
    id: `b${from + i}`,
    title: `book ${from + i} of the shelf`,
    year: `${1900 + from + i}`,
  }));

export const idsOf = (documents: readonly { readonly id: string }[]): string[] =>
  documents.map(({ id }) => id).sort();
