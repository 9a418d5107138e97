import type { Client, errors as ClientErrors } from '@opensearch-project/opensearch';
import { GenerationGone, IndexUnavailable } from '../port.ts';
import { clusterTexts } from './cluster-texts.ts';

/** A part of a request or response of OpenSearch. */
export type Json = Readonly<Record<string, unknown>>;

/** The longest that a request may take, in milliseconds, unless its caller gives up earlier. */
const TIMEOUT = 60_000;
/** Attempts on other nodes after one that did not answer. */
const RETRIES = 2;
/** The versions that the adapter knows. */
const VERSIONS = { least: 2, most: 3 };

export type Say = (level: 'info' | 'warn' | 'error', message: string, facts: object) => void;

export interface Request {
  readonly body?: Json;
  /** Lines of JSON, instead of a body. */
  readonly lines?: readonly string[];
  readonly query?: Readonly<Record<string, string | number | boolean>>;
  readonly signal?: AbortSignal | undefined;
}

/** Requests to an OpenSearch cluster. Its errors are those of the index port; no message contains credentials. */
export class Cluster {
  readonly #urls: readonly string[];
  #opened: Promise<Opened> | undefined;
  #isClosed = false;

  /** `urls` may contain a user and a password, the same in all of them. */
  constructor(urls: readonly string[]) {
    this.#urls = urls;
  }

  /** The response of a request. A 404 about a missing index rejects with `GenerationGone`. */
  async send(method: string, path: string, { body, lines, query, signal }: Request = {}): Promise<Json> {
    signal?.throwIfAborted();
    if (this.#isClosed) throw new IndexUnavailable(clusterTexts.away());
    this.#opened ??= openClient(this.#urls);
    const { client, errors } = await this.#opened;
    const running = client.transport.request(
      {
        method,
        path,
        ...(body === undefined ? {} : { body }),
        ...(lines === undefined ? {} : { bulkBody: `${lines.join('\n')}\n` }),
        ...(query === undefined ? {} : { querystring: { ...query } }),
      },
      {},
    );
    const abort = (): void => {
      // It returns the promise of the call: as the result of a listener, its rejection would end the process.
      running.abort();
    };
    signal?.addEventListener('abort', abort, { once: true });
    try {
      return (await running).body as Json;
    } catch (error) {
      signal?.throwIfAborted();
      throw translated(error, `${method} ${path}`, errors);
    } finally {
      signal?.removeEventListener('abort', abort);
    }
  }

  /** As `send`, undefined where there is no such thing. */
  async find(method: string, path: string, request?: Request): Promise<Json | undefined> {
    try {
      return await this.send(method, path, request);
    } catch (error) {
      if (error instanceof GenerationGone) return undefined;
      throw error;
    }
  }

  /** Refuses a cluster that the adapter does not know. */
  async assertKnown(): Promise<void> {
    const { version } = (await this.send('GET', '/')) as Identity;
    const { distribution = 'elasticsearch', number = '' } = version ?? {};
    const major = Number.parseInt(number, 10);
    if (distribution !== 'opensearch') throw new UnknownCluster(clusterTexts.notOpenSearch(number));
    if (!(major >= VERSIONS.least && major <= VERSIONS.most))
      throw new UnknownCluster(clusterTexts.unknownVersion(number));
  }

  async close(): Promise<void> {
    // Closed twice, the client would wait for ever.
    if (this.#isClosed) return;
    this.#isClosed = true;
    await (await this.#opened)?.client.close();
  }
}

/** A cluster of another kind or version. The message is a sentence for the person who starts the service. */
export class UnknownCluster extends Error {
  override readonly name = 'UnknownCluster';
}

interface Identity {
  readonly version?: { readonly distribution?: string; readonly number?: string };
}

interface Opened {
  readonly client: Client;
  readonly errors: typeof ClientErrors;
}

/** The package is loaded on demand, as most installations have no cluster. */
async function openClient(urls: readonly string[]): Promise<Opened> {
  const { Client, errors } = await import('@opensearch-project/opensearch');
  const nodes = urls.map((url) => new URL(url));
  const { username = '', password = '' } = nodes.find((node) => node.username !== '') ?? {};
  const auth = { username: decodeURIComponent(username), password: decodeURIComponent(password) };
  for (const node of nodes) {
    node.username = '';
    node.password = '';
  }
  const client = new Client({
    nodes: nodes.map(({ href }) => href),
    ...(username === '' ? {} : { auth }),
    requestTimeout: TIMEOUT,
    maxRetries: RETRIES,
    // Fields may be named `__proto__` or `constructor`; responses are only read.
    disablePrototypePoisoningProtection: true,
  });
  return { client, errors };
}

/** The type of the error in a response, such as `index_not_found_exception`. */
const typeOf = (error: ClientErrors.ResponseError): string | undefined => {
  const { error: reason } = (error.body ?? {}) as { error?: { type?: string } | string };
  return typeof reason === 'object' ? reason.type : undefined;
};

/** Whether an error is about another node of the cluster, which is away or about to end. */
const isOfNode = (type = ''): boolean =>
  /^(node_(not_connected|disconnected|closed)|already_closed|illegal_index_shard_state|(\w+_)?transport)_exception$/.test(
    type,
  );

function translated(error: unknown, request: string, errors: typeof ClientErrors): unknown {
  if (error instanceof errors.ResponseError) {
    const type = typeOf(error);
    if (error.statusCode === 404) return new GenerationGone(`${request}: ${type ?? 'not found'}`);
    if (error.statusCode === 401 || error.statusCode === 403) {
      const isBlocked = type === 'cluster_block_exception';
      return new IndexUnavailable(isBlocked ? clusterTexts.blocked() : clusterTexts.refused(), {
        cause: error,
      });
    }
    if (error.statusCode === 429 && type === 'cluster_block_exception')
      return new IndexUnavailable(clusterTexts.blocked(), { cause: error });
    if (error.statusCode === 429 || error.statusCode >= 502 || (error.statusCode === 500 && isOfNode(type)))
      return new IndexUnavailable(clusterTexts.busy(), { cause: error });
    return new Error(`OpenSearch refused ${request} (${error.statusCode}): ${reasonOf(error)}`);
  }
  if (
    error instanceof errors.ConnectionError ||
    error instanceof errors.TimeoutError ||
    error instanceof errors.NoLivingConnectionsError ||
    error instanceof errors.DeserializationError
  ) {
    return new IndexUnavailable(clusterTexts.away(), { cause: new Error(`${error.name}: ${error.message}`) });
  }
  return error;
}

/** The longest part of a reason that an error repeats. */
const LONGEST_REASON = 2_000;

const reasonOf = (error: ClientErrors.ResponseError): string =>
  JSON.stringify((error.body as { error?: unknown } | undefined)?.error ?? error.message).slice(
    0,
    LONGEST_REASON,
  );
