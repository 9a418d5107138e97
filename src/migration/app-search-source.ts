import { isObject } from '../json/object.ts';
import type { SearchAnswer } from './part-search.ts';
import { RemoteError } from './remote-error.ts';
import type { RemoteService } from './remote-service.ts';
import {
  curationIn,
  engineIn,
  isDocument,
  type Json,
  type Listed,
  listed,
  objectIn,
  type SourceCuration,
  type SourceDocument,
  type SourceEngine,
  type SynonymSet,
  synonymSetIn,
} from './source-shapes.ts';

/** Pages of a list that are read: more than any limit of App Search needs. */
const MOST_PAGES = 2000;
/** Results in a page of a search: App Search 8, and before it. */
const PAGE_SIZES = { present: 1000, former: 100 } as const;
export const DOCUMENTS_PER_REQUEST = 100;

const enginePath = (engine: string): string => `/engines/${encodeURIComponent(engine)}`;

/** Reads everything from an App Search through its public API. Nothing there is changed. */
export class AppSearchSource {
  readonly #remote: RemoteService;
  readonly #admin: RemoteService | undefined;
  /** What searches of this version may have; undefined until the first one. */
  #searches: Promise<{ readonly pageSize: number; readonly options: Json }> | undefined;

  constructor(remote: RemoteService, admin: RemoteService | undefined) {
    this.#remote = remote;
    this.#admin = admin;
  }

  get requests(): number {
    return this.#remote.requests + (this.#admin?.requests ?? 0);
  }

  get retries(): number {
    return this.#remote.retries + (this.#admin?.retries ?? 0);
  }

  /** How long a request takes on average, in milliseconds. */
  get latency(): number {
    return this.#remote.latency;
  }

  get hasAdminKey(): boolean {
    return this.#admin !== undefined;
  }

  async engines(): Promise<SourceEngine[]> {
    return (await this.#all(this.#remote, '/engines', 25)).map(engineIn);
  }

  /** Undefined if there is no such engine. */
  async engine(name: string): Promise<SourceEngine | undefined> {
    const found = await orMissing(this.#remote.json('GET', enginePath(name)));
    return found === undefined ? undefined : engineIn(objectIn(found, 'an engine'));
  }

  async schema(engine: string): Promise<Readonly<Record<string, string>>> {
    const schema = objectIn(await this.#remote.json('GET', `${enginePath(engine)}/schema`), 'a schema');
    return Object.fromEntries(Object.entries(schema).map(([field, type]) => [field, String(type)]));
  }

  async settings(engine: string): Promise<Json> {
    return objectIn(
      await this.#remote.json('GET', `${enginePath(engine)}/search_settings`),
      'search settings',
    );
  }

  async synonyms(engine: string): Promise<SynonymSet[]> {
    return (await this.#all(this.#remote, `${enginePath(engine)}/synonyms`, 25)).map(synonymSetIn);
  }

  async curations(engine: string): Promise<SourceCuration[]> {
    return (await this.#all(this.#remote, `${enginePath(engine)}/curations`, 25)).map(curationIn);
  }

  /** The domains of an engine's web crawler; 0 if it has none, or if this version has no crawlers. */
  async crawlerDomains(engine: string): Promise<number> {
    try {
      const crawler = await this.#remote.json('GET', `${enginePath(engine)}/crawler`);
      const { domains }: Json = isObject(crawler) ? crawler : {};
      return Array.isArray(domains) ? domains.length : 0;
    } catch (error) {
      if (error instanceof RemoteError && error.status !== undefined && !error.isPassing) return 0;
      throw error;
    }
  }

  /** The keys of the account with their values; an admin key is needed. */
  async keys(): Promise<readonly Json[]> {
    return this.#admin === undefined ? [] : this.#all(this.#admin, '/credentials', 100);
  }

  /** A page of the first 10,000 documents. */
  async documentPage(engine: string, current: number): Promise<Listed & { documents: SourceDocument[] }> {
    const page = listed(
      await this.#remote.json(
        'GET',
        `${enginePath(engine)}/documents/list?${pageQuery(current, DOCUMENTS_PER_REQUEST)}`,
      ),
      'a list of documents',
    );
    return { ...page, documents: page.results.filter(isDocument) };
  }

  /** Documents by their ids, up to a hundred; undefined for those that do not exist. */
  async documents(engine: string, ids: readonly string[]): Promise<Array<SourceDocument | undefined>> {
    const found = await this.#remote.json('GET', `${enginePath(engine)}/documents`, ids);
    if (!Array.isArray(found) || found.length !== ids.length) {
      throw new RemoteError('The source responded with other documents than those that were asked for.', {
        status: 0,
      });
    }
    return found.map((document) => (isDocument(document) ? document : undefined));
  }

  /** Results in a page of a search. */
  async pageSize(engine: string): Promise<number> {
    return (await this.#searchOptions(engine)).pageSize;
  }

  /** A search with an empty query, which finds every document that passes its filters. */
  async search(engine: string, options: Json): Promise<SearchAnswer> {
    const { options: more } = await this.#searchOptions(engine);
    const answer = await this.#send(engine, { ...options, ...more });
    const { total, results } = listed(answer, 'search results');
    const { facets } = objectIn(answer, 'search results');
    return { total, results, facets: isObject(facets) ? facets : {} };
  }

  #send(engine: string, options: Json): Promise<unknown> {
    return this.#remote.json('POST', `${enginePath(engine)}/search`, { query: '', ...options });
  }

  #searchOptions(engine: string): Promise<{ readonly pageSize: number; readonly options: Json }> {
    this.#searches ??= this.#tried(engine);
    return this.#searches;
  }

  /** Finds out what this version accepts. Searches are kept out of its analytics if it can do that. */
  async #tried(engine: string): Promise<{ readonly pageSize: number; readonly options: Json }> {
    const result_fields = { id: { raw: {} } };
    for (const options of [{ record_analytics: false }, {}]) {
      for (const pageSize of [PAGE_SIZES.present, PAGE_SIZES.former]) {
        try {
          await this.#send(engine, { page: { size: pageSize, current: 1 }, result_fields, ...options });
          return { pageSize, options };
        } catch (error) {
          if (!(error instanceof RemoteError) || !error.isRefusal) throw error;
        }
      }
    }
    throw new RemoteError('The source refuses searches without a query.', { status: 0 });
  }

  async #all(remote: RemoteService, path: string, size: number): Promise<Json[]> {
    const found: Json[] = [];
    for (let current = 1; current <= MOST_PAGES; current++) {
      const page = listed(await remote.json('GET', `${path}?${pageQuery(current, size)}`), 'a list');
      for (const result of page.results) found.push(result);
      if (page.results.length === 0 || current >= page.pages) break;
    }
    return found;
  }
}

const pageQuery = (current: number, size: number): string => `page[current]=${current}&page[size]=${size}`;

/** What a request gets; undefined if it is answered with 404. */
export async function orMissing<T>(answer: Promise<T>): Promise<T | undefined> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof RemoteError && error.status === 404) return undefined;
    throw error;
  }
}
