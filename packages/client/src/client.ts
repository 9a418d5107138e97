import type { NewEngine } from './api-types.ts';
import type { Fields } from './documents.ts';
import { Engine } from './engine.ts';
import {
  type Call,
  credentialsOf,
  logSettingsOf,
  type PageOptions,
  pageQuery,
  signedKeysOf,
} from './resources.ts';
import {
  type AnswerOf,
  type CallOptions,
  type ClientOptions,
  type Input,
  type OperationId,
  Transport,
} from './transport.ts';

/** A client of one account of a service. */
export class FindlingClient {
  readonly #transport: Transport;
  readonly credentials: ReturnType<typeof credentialsOf>;
  readonly signedKeys: ReturnType<typeof signedKeysOf>;
  readonly logSettings: ReturnType<typeof logSettingsOf>;

  constructor(options: ClientOptions) {
    const transport = new Transport(options);
    this.#transport = transport;
    const call: Call = (operation, input, options) => transport.call(operation, input, options);
    this.credentials = credentialsOf(call);
    this.signedKeys = signedKeysOf(call);
    this.logSettings = logSettingsOf(call);
  }

  /** An engine by its name; sends nothing. `schema` are the fields that the code uses, for types only. */
  engine<const F extends Fields = Fields>(name: string, _options?: { readonly schema: F }): Engine<F> {
    return new Engine<F>(this.#transport, name);
  }

  /** The engines within reach of the key, by name. */
  listEngines(page?: PageOptions, options?: CallOptions): Promise<AnswerOf<'listEngines'>> {
    return this.#transport.call('listEngines', { query: pageQuery(page) }, options);
  }

  createEngine(engine: NewEngine, options?: CallOptions): Promise<AnswerOf<'createEngine'>> {
    return this.#transport.call('createEngine', { body: engine }, options);
  }

  /** Calls any operation of the API by its id. */
  request<I extends OperationId>(operation: I, input: Input<I>, options?: CallOptions): Promise<AnswerOf<I>> {
    return this.#transport.call(operation, input, options);
  }
}

/** A list of which one page is read at a time. */
interface Listed<T> {
  readonly meta: { readonly page: { readonly total_pages: number } };
  readonly results: readonly T[];
}

/** The entries of all pages: `for await (const set of entriesOf((page) => books.synonyms.list(page)))`. */
export async function* entriesOf<T>(
  list: (page: { readonly current: number }) => Promise<Listed<T>>,
): AsyncGenerator<T, void> {
  for (let current = 1; ; current++) {
    const { meta, results } = await list({ current });
    yield* results;
    if (current >= meta.page.total_pages) return;
  }
}
