import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { type Answer, startTestService, type TestService } from '../support/service.ts';
import { sharedService } from '../support/shared-service.ts';

const SCHEMA = {
  title: 'text',
  author: 'text',
  tags: 'text',
  pages: 'number',
  printed: 'date',
  place: 'geolocation',
};

const BOOKS = [
  {
    id: 'beasts',
    title: 'Beasts Before Us',
    author: 'Elsa Panciroli',
    tags: ['science', 'fossils'],
    pages: 320,
    printed: '2021-06-10',
  },
  {
    id: 'earth',
    title: 'The Earth',
    author: 'Elsa Panciroli',
    tags: 'science',
    pages: 240.5,
    printed: '2022-09-01T12:30:00Z',
  },
  {
    id: 'dune',
    title: 'Dune',
    author: 'Frank Herbert',
    tags: ['fiction'],
    pages: 412,
    place: '43.97,-124.1',
  },
  {
    id: 'messiah',
    title: 'Dune Messiah: a walking client',
    author: 'Frank Herbert',
    pages: [256, 331],
    printed: '1969-01-01',
  },
];

export interface Library {
  readonly service: TestService;
  readonly engine: string;
  send(body?: unknown, query?: string): Promise<Answer>;
  /** The ids of the hits, in order. */
  ids(body: unknown, query?: string): Promise<string[]>;
  /** The same for a query alone, sorted by id. */
  found(query: unknown): Promise<string[]>;
  /** Asserts a response without hits. */
  refuses(body: unknown, status: number, message: string): Promise<void>;
}

/** An engine of four books. With settings the test gets its own service. */
export async function library(t: TestContext, settings?: Record<string, string>): Promise<Library> {
  const service = settings === undefined ? await sharedService() : await startTestService(t, settings);
  const engine = await service.engine({ schema: SCHEMA, documents: BOOKS });
  const send: Library['send'] = (body, query = '') =>
    service.call('POST', `/engines/${engine}/elasticsearch/_search${query}`, { body });
  const ids: Library['ids'] = async (body, query) => {
    const { status, json, text } = await send(body, query);
    assert.equal(status, 200, text);
    return json.hits.hits.map(({ _id }: { _id: string }) => _id);
  };
  return {
    service,
    engine,
    send,
    ids,
    found: (query) => ids({ query, sort: 'id' }),
    async refuses(body, status, message) {
      const answer = await send(body);
      assert.deepEqual({ status: answer.status, json: answer.json }, { status, json: { errors: [message] } });
    },
  };
}
