import type {
  ApiLogRequest,
  Click,
  ElasticsearchRequest,
  ExplainRequest,
  SearchExplanation,
} from './api-types.ts';
import type {
  DocumentPatch,
  ExportedDocument,
  Field,
  Fields,
  NewDocument,
  ShownDocument,
} from './documents.ts';
import { type ExportOptions, exportDocuments } from './export.ts';
import { type ImportOptions, type ImportSource, importDocuments } from './import.ts';
import type { ImportReport } from './import-report.ts';
import {
  adaptiveRelevanceOf,
  analyticsOf,
  configurationOf,
  curationsOf,
  type EngineCall,
  type PageOptions,
  pageQuery,
  relevanceOf,
  schemaOf,
  settingsOf,
  synonymsOf,
} from './resources.ts';
import type {
  CheckedQueries,
  Facets,
  Filters,
  ResultFields,
  SearchAnswer,
  SearchAnswers,
  SearchOptions,
  SearchQuery,
} from './search.ts';
import type { AnswerOf, CallOptions, Transport } from './transport.ts';

export interface SuggestionOptions<F extends Fields> extends CallOptions {
  /** Text fields that suggestions are taken from. */
  readonly fields?: readonly Field<F>[] | undefined;
  readonly size?: number | undefined;
}

/** Ids in the address of one request: as many as the service takes, and no longer an address than proxies accept. */
const MOST_IDS = 100;
const MOST_ID_CHARACTERS = 4000;

/** One engine. `F` are the fields that the code knows of it; they are used for types only. */
export class Engine<F extends Fields = Fields> {
  readonly name: string;
  readonly #transport: Transport;
  readonly #call: EngineCall;
  readonly schema: ReturnType<typeof schemaOf>;
  readonly settings: ReturnType<typeof settingsOf>;
  readonly synonyms: ReturnType<typeof synonymsOf>;
  readonly curations: ReturnType<typeof curationsOf>;
  readonly configuration: ReturnType<typeof configurationOf>;
  readonly analytics: ReturnType<typeof analyticsOf>;
  readonly relevance: ReturnType<typeof relevanceOf>;
  readonly adaptiveRelevance: ReturnType<typeof adaptiveRelevanceOf>;

  /** Made by `FindlingClient.engine`. */
  constructor(transport: Transport, name: string) {
    this.name = name;
    this.#transport = transport;
    this.#call = (operation, input, options) => {
      const { path, ...rest } = input as unknown as { readonly path?: object };
      // The types of `EngineCall` leave out the engine, which is added here.
      return transport.call(operation, { ...rest, path: { ...path, engine: name } } as never, options);
    };
    this.schema = schemaOf(this.#call);
    this.settings = settingsOf(this.#call);
    this.synonyms = synonymsOf(this.#call);
    this.curations = curationsOf(this.#call);
    this.configuration = configurationOf(this.#call);
    this.analytics = analyticsOf(this.#call);
    this.relevance = relevanceOf(this.#call);
    this.adaptiveRelevance = adaptiveRelevanceOf(this.#call);
  }

  /** The engine as the service shows it. */
  info(options?: CallOptions): Promise<AnswerOf<'getEngine'>> {
    return this.#call('getEngine', {}, options);
  }

  /** Deletes the engine with all its documents. */
  delete(options?: CallOptions): Promise<AnswerOf<'deleteEngine'>> {
    return this.#call('deleteEngine', {}, options);
  }

  /** Adds source engines to a meta engine. */
  addSources(names: readonly string[], options?: CallOptions): Promise<AnswerOf<'addSourceEngines'>> {
    return this.#call('addSourceEngines', { body: names }, options);
  }

  removeSources(names: readonly string[], options?: CallOptions): Promise<AnswerOf<'removeSourceEngines'>> {
    return this.#call('removeSourceEngines', { body: names }, options);
  }

  // Searching

  async search<
    const R extends ResultFields<F> | undefined = undefined,
    const A extends Facets<F> | undefined = undefined,
  >(query: string, search?: SearchOptions<F, R, A>, options?: CallOptions): Promise<SearchAnswer<F, R, A>> {
    const body = { query, ...search } as never;
    return (await this.#call('search', { body }, options)) as unknown as SearchAnswer<F, R, A>;
  }

  /** Up to ten searches in one request. */
  async multiSearch<const Q extends readonly SearchQuery<F>[]>(
    queries: CheckedQueries<F, Q>,
    options?: CallOptions,
  ): Promise<SearchAnswers<F, Q>> {
    const body = { queries } as never;
    return (await this.#call('multiSearch', { body }, options)) as unknown as SearchAnswers<F, Q>;
  }

  /** Completes the beginning of a query from the texts of documents. */
  async suggest(
    query: string,
    { fields, size, ...options }: SuggestionOptions<F> = {},
  ): Promise<readonly string[]> {
    const types = fields === undefined ? undefined : { documents: { fields } };
    const { results } = await this.#call('querySuggestion', { body: { query, size, types } }, options);
    return results.documents.map(({ suggestion }) => suggestion);
  }

  /** Reports a click on a result. In a browser the request goes on when the page is left. */
  async click(click: Click, options: CallOptions = {}): Promise<void> {
    await this.#transport.read(
      {
        operation: 'click',
        path: { engine: this.name },
        body: JSON.stringify(click),
        outlivesPage: true,
      },
      options,
    );
  }

  /** How a search is run and, with `document_id`, why that document is where it is. */
  explain(
    query: string,
    search?: SearchOptions<F> & Pick<ExplainRequest, 'document_id' | 'as'>,
    options?: CallOptions,
  ): Promise<SearchExplanation> {
    return this.#call('searchExplain', { body: { query, ...search } as never }, options);
  }

  /** Searches with a query of Elasticsearch. */
  elasticsearch(
    request: ElasticsearchRequest,
    options?: CallOptions,
  ): Promise<AnswerOf<'elasticsearchSearch'>> {
    return this.#call('elasticsearchSearch', { body: request }, options);
  }

  /** The requests to the engine. */
  logs(request: ApiLogRequest, options?: CallOptions): Promise<AnswerOf<'apiLogs'>> {
    return this.#call('apiLogs', { body: request }, options);
  }

  // Documents

  /** Creates up to a hundred documents, or replaces those of the same id. `import` takes any number. */
  async index(
    documents: NewDocument<F> | readonly NewDocument<F>[],
    options: CallOptions = {},
  ): Promise<AnswerOf<'indexDocuments'>> {
    const list = (Array.isArray(documents) ? documents : [documents]) as readonly { readonly id?: unknown }[];
    const answer = await this.#transport.read(
      {
        operation: 'indexDocuments',
        path: { engine: this.name },
        body: JSON.stringify(documents),
        // A document without an id would be stored twice.
        isRepeatable: () => list.every(({ id }) => id != null),
      },
      options,
    );
    return answer as AnswerOf<'indexDocuments'>;
  }

  /** Changes the named fields of documents that exist. */
  patch(
    documents: DocumentPatch<F> | readonly DocumentPatch<F>[],
    options?: CallOptions,
  ): Promise<AnswerOf<'patchDocuments'>> {
    return this.#call('patchDocuments', { body: documents as never }, options);
  }

  /** Documents by their ids, in the same order; null for those that do not exist. */
  async get(ids: readonly string[], options?: CallOptions): Promise<(ShownDocument<F> | null)[]> {
    const found: unknown[] = [];
    for (const some of addressable(ids)) {
      for (const document of await this.#call('getDocuments', { query: { 'ids[]': some } }, options)) {
        found.push(document);
      }
    }
    return found as (ShownDocument<F> | null)[];
  }

  /** Documents in the order in which they were first indexed, the first 10,000 at most. */
  async list(
    page?: PageOptions,
    options?: CallOptions,
  ): Promise<{
    readonly meta: AnswerOf<'listDocuments'>['meta'];
    readonly results: readonly ShownDocument<F>[];
  }> {
    return (await this.#call('listDocuments', { query: pageQuery(page) }, options)) as never;
  }

  /** Deletes up to a hundred documents by their ids. */
  deleteDocuments(ids: readonly string[], options?: CallOptions): Promise<AnswerOf<'deleteDocuments'>> {
    return this.#call('deleteDocuments', { body: ids }, options);
  }

  /** Deletes the documents that pass filters; with `dry_run` it only counts them. */
  deleteByFilter(
    filters: Filters<F>,
    { dry_run, ...options }: CallOptions & { readonly dry_run?: boolean | undefined } = {},
  ): Promise<AnswerOf<'deleteDocumentsByFilter'>> {
    return this.#call('deleteDocumentsByFilter', { body: { filters: filters as never, dry_run } }, options);
  }

  /** Imports any number of documents, or lines of JSON, and reads them no faster than the service stores them. */
  import(source: ImportSource<NewDocument<F>>, options: ImportOptions = {}): Promise<ImportReport> {
    return importDocuments(this.#transport, this.name, source, options);
  }

  /** All documents as they were sent, at one moment, read from the service as fast as they are used. */
  export(options: ExportOptions = {}): AsyncGenerator<ExportedDocument<F>, void> {
    return exportDocuments(this.#transport, this.name, options) as AsyncGenerator<ExportedDocument<F>, void>;
  }
}

/** Splits ids into lists that fit into an address. */
function* addressable(ids: readonly string[]): Generator<readonly string[], void> {
  let some: string[] = [];
  let characters = 0;
  for (const id of ids) {
    // Three bytes at most for each unit of UTF-16, each written as three characters.
    const length = 9 * id.length;
    if (some.length === MOST_IDS || (some.length > 0 && characters + length > MOST_ID_CHARACTERS)) {
      yield some;
      some = [];
      characters = 0;
    }
    some.push(id);
    characters += length;
  }
  if (some.length > 0) yield some;
}
