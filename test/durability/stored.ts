import assert from 'node:assert/strict';
import { request } from '../support/service.ts';
import { ADMIN_KEY, PRIVATE_KEY } from './writer.ts';

type Document = Record<string, string>;

/** All data that a running server returns. */
export interface Stored {
  readonly engines: ReadonlyMap<string, ReadonlyMap<string, Document>>;
  readonly keys: ReadonlySet<string>;
}

interface List<T> {
  readonly meta: { readonly page: { readonly total_pages: number; readonly total_results: number } };
  readonly results: readonly T[];
}

/** Reads all data of a server, and checks that its endpoints agree with each other. */
export class Reader {
  readonly #url: string;

  constructor(baseUrl: string) {
    this.#url = `${baseUrl}/api/as/v1`;
  }

  // biome-ignore lint/suspicious/noExplicitAny: a test asserts the shape that it expects.
  async get(path: string, key = PRIVATE_KEY): Promise<any> {
    const { status, json, text } = await request(this.#url + path, 'GET', { key });
    assert.equal(status, 200, `GET ${path}: ${text}`);
    return json;
  }

  async search(engine: string, body: object): Promise<List<Record<string, { raw: string }>>> {
    const answer = await request(`${this.#url}/engines/${engine}/search`, 'POST', { key: PRIVATE_KEY, body });
    assert.equal(answer.status, 200, answer.text);
    return answer.json;
  }

  async #list<T>(path: string, key?: string): Promise<T[]> {
    const all: T[] = [];
    for (let current = 1; ; current++) {
      const { meta, results }: List<T> = await this.get(
        `${path}?page[current]=${current}&page[size]=100`,
        key,
      );
      all.push(...results);
      if (current >= meta.page.total_pages) {
        assert.equal(all.length, meta.page.total_results, `${path} has as many entries as it says`);
        return all;
      }
    }
  }

  async everything(): Promise<Stored> {
    const engines = new Map<string, Map<string, Document>>();
    for (const { name, document_count } of await this.#list<{ name: string; document_count: number }>(
      '/engines',
    )) {
      const listed = await this.#list<Document>(`/engines/${name}/documents/list`);
      const documents = new Map(listed.map((document) => [document.id as string, document]));
      assert.equal(documents.size, listed.length, `${name}: each id is listed once`);
      assert.equal(document_count, documents.size, `${name}: document_count`);
      await this.#compareSearch(name, documents);
      const schema = await this.get(`/engines/${name}/schema`);
      for (const document of listed) {
        const { id, ...fields } = document;
        for (const field of Object.keys(fields))
          assert.equal(schema[field], 'text', `${name}: ${id} has ${field}`);
      }
      engines.set(name, documents);
    }
    const keys = await this.#list<{ name: string }>('/credentials', ADMIN_KEY);
    return { engines, keys: new Set(keys.map(({ name }) => name)) };
  }

  /** A search for everything finds exactly the listed documents, with the same values. */
  async #compareSearch(engine: string, documents: ReadonlyMap<string, Document>): Promise<void> {
    const found = await this.search(engine, { query: '', page: { size: 1000 } });
    assert.equal(
      found.meta.page.total_results,
      documents.size,
      `${engine}: the number of hits equals the number of listed documents`,
    );
    for (const { _meta, ...fields } of found.results) {
      const document = Object.fromEntries(Object.entries(fields).map(([name, { raw }]) => [name, raw]));
      assert.deepEqual(
        document,
        documents.get(document.id as string),
        `${engine}: search agrees with the list`,
      );
    }
  }

  /** Searches for the stamps of some documents: a current stamp finds all its documents, an overwritten one none. */
  async compareWords(engine: string, documents: ReadonlyMap<string, Document>, words: readonly string[]) {
    for (const word of words) {
      const carrying = [...documents.values()].filter((document) => Object.values(document).includes(word));
      const { results } = await this.search(engine, { query: word, precision: 11, page: { size: 1000 } });
      assert.deepEqual(
        results.map(({ id }) => id?.raw).sort(),
        carrying.map(({ id }) => id).sort(),
        `${engine}: found by ${word}`,
      );
    }
  }
}
