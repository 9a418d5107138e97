/** Types of the clients that have none, as far as the tests use them. */

declare module 'swiftype-app-search-node' {
  interface Found {
    readonly meta: {
      readonly page: object;
      readonly engine: object;
      readonly request_id: string;
    };
    readonly results: ReadonlyArray<Readonly<Record<string, { readonly raw?: unknown }>>>;
    readonly facets?: Readonly<Record<string, unknown>>;
  }

  interface Suggested {
    readonly results: { readonly documents: ReadonlyArray<{ readonly suggestion: string }> };
    readonly meta: { readonly request_id: string };
  }

  class SwiftypeAppSearchClient {
    static createSignedSearchKey(key: string, keyName: string, options?: object): string;

    constructor(
      hostIdentifier: string | undefined,
      key: string,
      baseUrlFn?: (hostIdentifier: string | undefined) => string,
    );

    listEngines(options?: object): Promise<unknown>;
    getEngine(engine: string): Promise<unknown>;
    createEngine(engine: string): Promise<unknown>;
    destroyEngine(engine: string): Promise<unknown>;

    indexDocument(engine: string, document: object): Promise<{ readonly id: string }>;
    indexDocuments(engine: string, documents: readonly object[]): Promise<unknown>;
    getDocuments(engine: string, ids: readonly string[]): Promise<unknown>;
    destroyDocuments(engine: string, ids: readonly string[]): Promise<unknown>;

    search(engine: string, query: string | undefined, options?: object): Promise<Found>;
    multiSearch(engine: string, searches: readonly object[]): Promise<readonly Found[]>;
    querySuggestion(engine: string, query: string | undefined, options?: object): Promise<Suggested>;

    listCurations(engine: string, options?: object): Promise<unknown>;
    getCuration(engine: string, id: string): Promise<unknown>;
    createCuration(engine: string, curation: object): Promise<unknown>;
    updateCuration(engine: string, id: string, curation: object): Promise<unknown>;
    destroyCuration(engine: string, id: string): Promise<unknown>;
  }

  export = SwiftypeAppSearchClient;
}

declare module '@elastic/app-search-node' {
  import SwiftypeAppSearchClient = require('swiftype-app-search-node');

  /** The renamed successor: a superset of the old client. */
  class AppSearchClient extends SwiftypeAppSearchClient {
    static createSignedSearchKey(
      key: string,
      keyName: string,
      options?: object,
      signOptions?: object,
    ): string;

    createEngine(engine: string, options?: object): Promise<unknown>;
    createMetaEngine(engine: string, sources: readonly string[]): Promise<unknown>;
    addMetaEngineSources(engine: string, sources: readonly string[]): Promise<unknown>;
    deleteMetaEngineSources(engine: string, sources: readonly string[]): Promise<unknown>;

    updateDocuments(engine: string, documents: readonly object[]): Promise<unknown>;
    listDocuments(engine: string, options?: object): Promise<unknown>;

    getSchema(engine: string): Promise<unknown>;
    updateSchema(engine: string, schema: object): Promise<unknown>;
  }

  export = AppSearchClient;
}

declare module '@elastic/app-search-javascript' {
  interface ResultItem {
    getRaw(field: string): unknown;
    getSnippet(field: string): unknown;
  }

  interface ResultList {
    readonly rawResults: readonly unknown[];
    readonly results: readonly ResultItem[];
    readonly info: {
      readonly meta: { readonly page: object; readonly request_id: string };
      readonly facets?: Readonly<Record<string, unknown>>;
    };
  }

  interface Client {
    search(query: string | undefined, options?: object): Promise<ResultList>;
    multiSearch(searches: readonly object[]): Promise<readonly ResultList[]>;
    querySuggestion(
      query: string | undefined,
      options?: object,
    ): Promise<{ readonly results: object; readonly meta: { readonly request_id: string } }>;
    click(click: object): Promise<unknown>;
  }

  const ElasticAppSearch: {
    createClient(options: {
      endpointBase: string;
      engineName: string;
      searchKey?: string;
      cacheResponses?: boolean;
      additionalHeaders?: Record<string, string>;
    }): Client;
  };

  export = ElasticAppSearch;
}
