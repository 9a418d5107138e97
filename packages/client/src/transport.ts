import { apiAddress, pathWith, queryString } from './address.ts';
import { ROUTES } from './api-routes.ts';
import type { Operations } from './api-types.ts';
import { errorOf, FindlingError } from './error.ts';
import { pause, Watch } from './watch.ts';

export interface ClientOptions {
  /** The address of the service, such as `https://search.example.com`. */
  readonly url: string;
  /** An API key or a signed search key, or a function that gives one for each request. */
  readonly key: string | (() => string | Promise<string>);
  /** The longest silence of the service in milliseconds; 60,000 by default. */
  readonly timeout?: number | undefined;
  /** How often a call is repeated after 429 or 503 if repeating it does no harm; 2 by default. */
  readonly retries?: number | undefined;
  /** The longest pause before a repetition in milliseconds; 30,000 by default. */
  readonly longestPause?: number | undefined;
  /** Headers of every request. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Used instead of the global `fetch`. */
  readonly fetch?: typeof fetch | undefined;
}

/** Options of one call; they replace those of the client. */
export interface CallOptions {
  /** Ends the call, which then rejects with the reason of the signal. */
  readonly signal?: AbortSignal | undefined;
  readonly timeout?: number | undefined;
  readonly retries?: number | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

export type OperationId = keyof Operations;
export type AnswerOf<I extends OperationId> = Operations[I]['answer'];

type PathInput<Names extends string> = [Names] extends [never]
  ? { readonly path?: undefined }
  : { readonly path: { readonly [Name in Names]: string } };

/** What an operation needs, without the names in the path that are `Bound` already. */
export type Input<I extends OperationId, Bound extends string = never> = PathInput<
  Exclude<Operations[I]['path'], Bound>
> & {
  readonly query?: Operations[I]['query'];
  readonly body?: Operations[I]['body'];
};

/** A request, and how it may be sent. */
export interface Outgoing {
  readonly operation: OperationId;
  readonly path?: Readonly<Record<string, string>> | undefined;
  readonly query?: Readonly<Record<string, unknown>> | undefined;
  readonly body?: string | undefined;
  readonly mediaType?: string;
  /** Whether it may be sent twice; by default what the operation says. */
  readonly isRepeatable?: () => boolean;
  /** Whether it goes on when the page is left. */
  readonly outlivesPage?: boolean;
}

/** A response that has arrived up to its body. */
export interface Opened {
  readonly response: Response;
  readonly watch: Watch;
}

const TIMEOUT = 60_000;
const RETRIES = 2;
const LONGEST_PAUSE = 30_000;

/** Operations that only read, although their method is POST, or that have the same effect if they are repeated. */
const REPEATABLE: ReadonlySet<OperationId> = new Set<OperationId>([
  'search',
  'multiSearch',
  'querySuggestion',
  'searchExplain',
  'elasticsearchSearch',
  'topQueriesAnalytics',
  'topClicksAnalytics',
  'countAnalytics',
  'apiLogs',
  'postlistAdaptiveRelevanceSuggestions',
  'postgetAdaptiveRelevanceSuggestions',
  'evaluateRelevance',
  'inspectSignedSearchKey',
  'deleteDocumentsByFilter',
]);

/** Sends the requests of a client. */
export class Transport {
  readonly #url: string;
  readonly #options: ClientOptions;
  readonly #fetch: typeof fetch;

  constructor(options: ClientOptions) {
    this.#url = apiAddress(options.url);
    this.#options = options;
    // Browsers refuse to call it as a method of another object.
    this.#fetch = options.fetch ?? globalThis.fetch.bind(globalThis);
  }

  /** Calls an operation and gives its answer. */
  async call<I extends OperationId>(
    operation: I,
    input: Input<I>,
    options: CallOptions = {},
  ): Promise<AnswerOf<I>> {
    const { path, query, body } = input as {
      readonly path?: Readonly<Record<string, string>>;
      readonly query?: Readonly<Record<string, unknown>>;
      readonly body?: unknown;
    };
    const answer = await this.read({ operation, path, query, body: JSON.stringify(body) }, options);
    return answer as AnswerOf<I>;
  }

  /** Sends a request and gives its answer as parsed JSON; undefined if it has no body. */
  async read(outgoing: Outgoing, options: CallOptions): Promise<unknown> {
    const { response, watch } = await this.open(outgoing, options);
    const text = await watch.during(() => response.text());
    if (text === '') return undefined;
    try {
      return JSON.parse(text);
    } catch (cause) {
      const { status } = response;
      throw new FindlingError('The response is not JSON. Is this the address of the service?', {
        status,
        body: text,
        cause,
      });
    }
  }

  /** Sends a request, again after 429 and 503 if it is repeatable; rejects unless it succeeds. */
  async open(outgoing: Outgoing, options: CallOptions): Promise<Opened> {
    const retries = options.retries ?? this.#options.retries ?? RETRIES;
    for (let attempt = 0; ; attempt++) {
      const watch = new Watch(options.timeout ?? this.#options.timeout ?? TIMEOUT, options.signal);
      const response = await this.#send(outgoing, options, watch);
      if (response.ok) return { response, watch };
      const error = await watch.during(() => errorOf(response));
      const wait = this.#pauseAfter(error, attempt);
      if (attempt >= retries || wait === undefined || !isRepeatable(outgoing)) throw error;
      await pause(wait, options.signal);
    }
  }

  async #send(outgoing: Outgoing, { headers, signal }: CallOptions, watch: Watch): Promise<Response> {
    signal?.throwIfAborted();
    const { operation, path = {}, query, body, mediaType = 'application/json' } = outgoing;
    const [method = '', template = ''] = ROUTES[operation].split(' ');
    const address = this.#url + pathWith(template, path) + queryString(query);
    const key = await this.#key();
    return watch.during(() =>
      this.#fetch(address, {
        method,
        headers: {
          authorization: `Bearer ${key}`,
          ...(body !== undefined && { 'content-type': mediaType }),
          ...this.#options.headers,
          ...headers,
        },
        ...(body !== undefined && { body }),
        signal: watch.signal,
        credentials: 'omit',
        // A redirect would turn a POST into a GET.
        redirect: 'error',
        keepalive: outgoing.outlivesPage === true,
      }),
    );
  }

  async #key(): Promise<string> {
    const { key } = this.#options;
    const value = typeof key === 'function' ? await key() : key;
    if (typeof value !== 'string' || !/^[\x21-\x7e]+$/.test(value)) {
      throw new TypeError('The key (not shown) is not a key.');
    }
    return value;
  }

  /** How long to wait before a repetition, in milliseconds; undefined if it makes no sense. */
  #pauseAfter({ status, retryAfter }: FindlingError, attempt: number): number | undefined {
    if (status !== 429 && status !== 503) return undefined;
    const milliseconds = 1000 * (retryAfter ?? 2 ** attempt);
    if (milliseconds > (this.#options.longestPause ?? LONGEST_PAUSE)) return undefined;
    // Clients that were refused together do not return together.
    return milliseconds * (1 + Math.random() / 4);
  }
}

function isRepeatable(outgoing: Outgoing): boolean {
  const { operation } = outgoing;
  if (outgoing.isRepeatable !== undefined) return outgoing.isRepeatable();
  return !ROUTES[operation].startsWith('POST') || REPEATABLE.has(operation);
}
