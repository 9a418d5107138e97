import {
  type ClientRequest,
  Agent as HttpAgent,
  type IncomingMessage,
  request as requestHttp,
} from 'node:http';
import { Agent as HttpsAgent, request as requestHttps } from 'node:https';
import { VERSION } from '../version.ts';

/** There was no usable answer; the message completes "cannot be reached: …". */
export class RemoteError extends Error {
  override readonly name = 'RemoteError';
}

/** An answer of another service, whatever its status. */
export interface RemoteAnswer {
  readonly status: number;
  readonly text: string;
  /** Until the answer was complete. */
  readonly milliseconds: number;
  /** The seconds of `Retry-After`, if it has any. */
  readonly retryAfter: number | undefined;
}

export interface RemoteOptions {
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

/**
 * The API of another service. Redirects are not followed, so that a key reaches no other address. Time, size and number of
 * requests are bounded.
 */
export class RemoteService {
  readonly #options: RemoteOptions;
  readonly #agent: HttpAgent | HttpsAgent;
  readonly #running = new Set<ClientRequest>();
  #isClosed = false;

  constructor(options: RemoteOptions) {
    this.#options = options;
    const isSecure = options.apiUrl.startsWith('https:');
    const agentOptions = { keepAlive: true, maxSockets: options.connections };
    this.#agent = isSecure ? new HttpsAgent(agentOptions) : new HttpAgent(agentOptions);
  }

  /** Sends a JSON text; rejects with a `RemoteError` if no answer arrives. */
  async post(path: string, body: string, key: string): Promise<RemoteAnswer> {
    const { apiUrl, timeout, headers } = this.#options;
    if (this.#isClosed) throw new RemoteError('the connection was closed');
    const began = performance.now();
    const send = apiUrl.startsWith('https:') ? requestHttps : requestHttp;
    const outgoing = send(apiUrl + path, {
      method: 'POST',
      agent: this.#agent,
      headers: {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
        'user-agent': `findling/${VERSION}`,
        authorization: `Bearer ${key}`,
        ...headers,
      },
    });
    this.#running.add(outgoing);
    let isLate = false;
    const timer = setTimeout(() => {
      isLate = true;
      outgoing.destroy();
    }, timeout);
    try {
      const incoming = await responseTo(outgoing, body);
      const text = await this.#textOf(incoming);
      return {
        status: incoming.statusCode ?? 0,
        text,
        milliseconds: performance.now() - began,
        retryAfter: secondsOf(incoming.headers['retry-after']),
      };
    } catch (error) {
      if (isLate) throw new RemoteError(`no answer within ${timeout / 1000} s`);
      throw error instanceof RemoteError ? error : new RemoteError(reasonOf(error));
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

  async #textOf(incoming: IncomingMessage): Promise<string> {
    const most = this.#options.answerBytes;
    const chunks: Buffer[] = [];
    let size = 0;
    // Leaving the loop early ends the connection.
    for await (const chunk of incoming) {
      size += chunk.length;
      if (size > most) throw new RemoteError(`the answer has more than ${most / 1024} KB`);
      chunks.push(chunk);
    }
    return Buffer.concat(chunks).toString();
  }
}

const responseTo = (outgoing: ClientRequest, body: string): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    // Not `once`: an error after the response is also that of the response, and must not be left uncaught.
    outgoing
      .on('response', resolve)
      .on('error', reject)
      .on('close', () => reject(new Error('it was closed')));
    outgoing.end(body);
  });

/** Node reports several addresses of a host as one error without a message. */
function reasonOf(error: unknown): string {
  const { message, code } = error as NodeJS.ErrnoException;
  return message || code || 'the connection failed';
}

function secondsOf(header: string | undefined): number | undefined {
  const seconds = Number(header);
  return header !== undefined && Number.isFinite(seconds) && seconds >= 0 ? seconds : undefined;
}
