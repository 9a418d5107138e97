import assert from 'node:assert/strict';
import type { WatchedService } from '../support/watched-service.ts';

/** Words that all documents have, in two fields: a search for them goes to a worker. */
export const WORDS = 'alpha beta gamma delta';
export const HEAVY = 'delta gamma beta alpha';
/** A value that all documents have: its facet count is their number. */
export const HERE = 'here';
export const ENGINE = 'mixed';

/** A client of the shared engine. */
export class Mixed {
  readonly #service: WatchedService;
  constructor(service: WatchedService) {
    this.#service = service;
  }

  /** The response to a request that must succeed. */
  // biome-ignore lint/suspicious/noExplicitAny: a test asserts the shape that it expects.
  async must(method: string, path: string, body?: unknown): Promise<any> {
    const { status, json, text } = await this.#service.call(method, `/engines/${ENGINE}${path}`, { body });
    assert.equal(status, 200, `${method} ${path}: ${text}`);
    return json;
  }

  // biome-ignore lint/suspicious/noExplicitAny: a test asserts the shape that it expects.
  search(body: object): Promise<any> {
    return this.must('POST', '/search', body);
  }

  /** The most concurrent calls of workers. */
  async busiest(): Promise<number> {
    return (await this.#service.watch()).busiest;
  }
}
