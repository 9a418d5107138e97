import { type ClientRequest, Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import {
  reasonOf,
  responseTo,
  retryAfterOf,
  startRequest,
  TooLargeError,
  textOf,
} from '../api/outgoing-request.ts';

/** There was no usable answer; the message completes "cannot be reached: …". */
export class NoAnswerError extends Error {
  override readonly name = 'NoAnswerError';
}

/** An answer of another service, whatever its status. */
export interface RemoteAnswer {
  readonly status: number;
  readonly text: string;
  /** Until the answer was complete. */
  readonly milliseconds: number;
  /** The milliseconds of `Retry-After`, if it has any. */
  readonly retryAfter: number | undefined;
}

export interface BoundedClientOptions {
  /** The address of the API, without a slash at its end. */
  readonly apiUrl: string;
  /** The most milliseconds until an answer is complete. */
  readonly timeout: number;
  /** The most bytes of an answer. */
  readonly answerBytes: number;
  /** The most connections. */
  readonly connections: number;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Calls the API of another service. Time, size and number of requests are bounded. */
export class BoundedClient {
  readonly #options: BoundedClientOptions;
  readonly #agent: HttpAgent | HttpsAgent;
  readonly #running = new Set<ClientRequest>();
  #isClosed = false;

  constructor(options: BoundedClientOptions) {
    this.#options = options;
    const isSecure = options.apiUrl.startsWith('https:');
    const agentOptions = { keepAlive: true, maxSockets: options.connections };
    this.#agent = isSecure ? new HttpsAgent(agentOptions) : new HttpAgent(agentOptions);
  }

  /** Sends a JSON text; rejects with a `NoAnswerError` if no answer arrives. */
  async post(path: string, body: string, key: string): Promise<RemoteAnswer> {
    const { apiUrl, timeout, answerBytes, headers } = this.#options;
    if (this.#isClosed) throw new NoAnswerError('the connection was closed');
    const began = performance.now();
    const sent = {
      'content-type': 'application/json',
      'content-length': String(Buffer.byteLength(body)),
      authorization: `Bearer ${key}`,
      ...headers,
    };
    const outgoing = startRequest(apiUrl + path, 'POST', sent, { agent: this.#agent });
    this.#running.add(outgoing);
    let isLate = false;
    const timer = setTimeout(() => {
      isLate = true;
      outgoing.destroy();
    }, timeout);
    try {
      const response = responseTo(outgoing);
      outgoing.end(body);
      const incoming = await response;
      const text = await textOf(incoming, answerBytes);
      const { statusCode: status = 0 } = incoming;
      return { status, text, milliseconds: performance.now() - began, retryAfter: retryAfterOf(incoming) };
    } catch (error) {
      if (isLate) throw new NoAnswerError(`no answer within ${timeout / 1000} s`);
      const isTooLarge = error instanceof TooLargeError;
      throw new NoAnswerError(
        isTooLarge ? `the answer has more than ${answerBytes / 1024} KB` : reasonOf(error as Error),
      );
    } finally {
      clearTimeout(timer);
      this.#running.delete(outgoing);
    }
  }

  /** Ends all requests and connections. */
  close(): void {
    this.#isClosed = true;
    for (const outgoing of this.#running) outgoing.destroy();
    this.#agent.destroy();
  }
}
