import type { ClientRequest, IncomingMessage } from 'node:http';
import { messageIn } from '../api/error-messages.ts';
import { reasonOf, responseTo, startRequest, textOf } from '../api/outgoing-request.ts';
import { apiUrl } from '../http/api-prefix.ts';
import { isAnyKey } from '../setting-values.ts';
import { baseUrl } from './base-url.ts';
import { type Invocation, UsageError } from './command.ts';

/** Pauses before further attempts, in milliseconds. Progress in between starts them over. */
const PAUSES: readonly number[] = [500, 1000, 2000, 4000, 8000];
const MOST_ERROR_BYTES = 100_000;

/** Why documents cannot be transferred: the service refused, the connection broke, or a file failed. */
export class TransferError extends Error {
  override readonly name = 'TransferError';
  /** The status of the response; 0 if the failure has nothing to do with the service, undefined without a response. */
  readonly status: number | undefined;

  constructor(message: string, status?: number) {
    super(message);
    this.status = status;
  }

  /** Whether another attempt may succeed. */
  get isPassing(): boolean {
    return this.status === undefined || [408, 429, 503].includes(this.status);
  }
}

/** A file, or standard input or output, that cannot be read or written. */
export const fileError = (
  file: string,
  { code, message }: NodeJS.ErrnoException,
  verb: string,
): TransferError =>
  new TransferError(`${file === '-' ? 'The stream' : file} cannot be ${verb} (${code ?? message}).`, 0);

/** Calls the API of a running service. */
export class ServiceClient {
  readonly #url: string;
  readonly #key: string;

  constructor({ config, values }: Invocation) {
    const key = values.key ?? config.provision.privateKey;
    if (typeof key !== 'string' || key === '') {
      throw new UsageError('Name a private key with --key or in FINDLING_PRIVATE_KEY.');
    }
    if (!isAnyKey(key)) throw new UsageError('The value of --key (not shown) is not a key.');
    this.#url = apiUrl(config.url ?? baseUrl(config));
    this.#key = key;
  }

  /** Starts a request whose body, if any, the caller writes. */
  start(method: string, path: string, headers: Readonly<Record<string, string>> = {}): ClientRequest {
    return startRequest(this.#url + path, method, { authorization: `Bearer ${this.#key}`, ...headers });
  }

  /** The response to a request; rejects with its messages unless it succeeded. */
  async response(outgoing: ClientRequest): Promise<IncomingMessage> {
    const incoming = await responseTo(outgoing).catch((error) => {
      throw this.broken(error);
    });
    const { statusCode: status = 0 } = incoming;
    if (status === 200) return incoming;
    // Without a text, the status says enough.
    const text = await textOf(incoming, MOST_ERROR_BYTES).catch(() => '');
    throw new TransferError(messageIn(text) ?? `The service responded with status ${status}.`, status);
  }

  /** What a failed connection means. */
  broken(error: Error): TransferError {
    return new TransferError(`The connection to ${this.#url} failed: ${reasonOf(error)}.`);
  }

  /**
   * Runs `attempt` until it succeeds. After a passing failure it runs again, up to five times in a row without progress.
   * `progress` gives a number that grows.
   */
  async persist<T>(
    attempt: () => Promise<T>,
    progress: () => number,
    onRetry: (why: string) => void,
  ): Promise<T> {
    for (let failures = 0, reached = progress(); ; ) {
      try {
        return await attempt();
      } catch (error) {
        if (!(error instanceof TransferError) || !error.isPassing) throw error;
        if (progress() > reached) failures = 0;
        reached = progress();
        const pause = PAUSES[failures++];
        if (pause === undefined) throw error;
        onRetry(error.message);
        await new Promise((resolve) => setTimeout(resolve, pause));
      }
    }
  }
}
