import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { type Answer, startTestService, type TestService } from '../support/service.ts';
import { sharedService } from '../support/shared-service.ts';
import { signedKey } from '../support/signed-key.ts';

export const SCHEMA = { title: 'text', tags: 'text', year: 'number', written: 'date', place: 'geolocation' };

/** Five books; the newest write is the last one. */
export const BOOKS = [
  {
    id: 'dune',
    title: 'Dune',
    tags: ['desert', 'space'],
    year: 1965,
    written: '1965-08-01',
    by: 'Frank Herbert',
  },
  {
    id: 'emma',
    title: 'Emma',
    tags: ['England'],
    year: 1815,
    written: '1815-12-23T10:00:00Z',
    place: '51.1,-0.9',
  },
  { id: 'ubik', title: 'Ubik', tags: ['space', 'space'], year: 1969, written: null, place: '37.8,-122.3' },
  { id: 'solaris', title: 'Solaris: the ocean', tags: [], year: 1961.5 },
  { id: 'kafe', title: 'Das Café am Ｆluß', tags: 'desert' },
];
export const NEWEST_FIRST = ['kafe', 'solaris', 'ubik', 'emma', 'dune'];

export interface Shelf {
  readonly service: TestService;
  readonly engine: string;
  /** POST below the engine, by default with the private key. */
  post(path: string, body?: unknown, key?: string): Promise<Answer>;
  search(options?: object, claims?: object): Promise<Answer>;
  /** The ids of the hits of a search, in order. */
  ids(options?: object, claims?: object): Promise<string[]>;
  refuses(options: object, ...messages: string[]): Promise<void>;
}

/**
 * An engine of a few documents, and functions to search them. All tests of the file share its service; a test that passes
 * settings, even empty ones, gets its own.
 */
export async function shelf(
  t: TestContext,
  documents: readonly object[] = BOOKS,
  settings?: Record<string, string>,
): Promise<Shelf> {
  const service = settings === undefined ? await sharedService() : await startTestService(t, settings);
  const engine = await service.engine({ schema: SCHEMA, documents: [...documents] });
  const signer = { name: 'private-key', key: service.privateKey };
  const post: Shelf['post'] = (path, body, key) =>
    service.call('POST', `/engines/${engine}/${path}`, { body, ...(key !== undefined && { key }) });
  const search: Shelf['search'] = (options = {}, claims) =>
    post(
      'search',
      { query: '', ...options },
      claims === undefined ? undefined : signedKey(signer, { ...claims }),
    );
  return {
    service,
    engine,
    post,
    search,
    async ids(options, claims) {
      const answer = await search(options, claims);
      assert.equal(answer.status, 200, answer.text);
      return idsOf(answer);
    },
    async refuses(options, ...messages) {
      const { status, json } = await search(options);
      assert.deepEqual({ status, json }, { status: 400, json: { errors: messages } });
    },
  };
}

export const idsOf = ({ json }: Answer): string[] =>
  json.results.map((hit: { id: { raw: string } }) => hit.id.raw);
