import type { IncomingMessage } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { messageIn } from '../api/error-messages.ts';
import {
  reasonOf,
  responseTo,
  retryAfterOf,
  startRequest,
  TooLargeError,
  textOf,
} from '../api/outgoing-request.ts';
import type { RequestPace } from '../api/request-pace.ts';
import { parseDocumentJson } from '../documents/document-json.ts';
import { RemoteError } from './remote-error.ts';

/** Bytes of a response: a hundred documents of the largest size, with room for larger limits of the source. */
const MOST_BYTES = 128 * 1_048_576;
const MOST_ERROR_BYTES = 100_000;
/** Pauses after failures in a row, in milliseconds. */
const PAUSES: readonly number[] = [500, 1000, 2000, 4000, 8000, 16_000];
/** How often in a row a service may ask for a slower pace, and the longest pause that it gets, in milliseconds. */
const MOST_SLOWDOWNS = 100;
const LONGEST_PAUSE = 3_600_000;

interface Sent {
  readonly type: string;
  readonly text: string;
}

interface RemoteOptions {
  /** With the path of the API, without a slash at its end. */
  readonly url: string;
  /** The Authorization header. */
  readonly authorization: string | undefined;
  readonly pace?: RequestPace;
  readonly onRetry: (why: string, seconds: number) => void;
}

/** A service that is called over HTTP. Requests that fail for a passing reason are repeated, a bounded number of times. */
export class RemoteService {
  readonly url: string;
  readonly #authorization: string | undefined;
  readonly #pace: RequestPace | undefined;
  readonly #onRetry: RemoteOptions['onRetry'];
  #hasAnswered = false;
  #milliseconds = 0;
  /** Requests that were sent, and how many of them were repetitions. */
  requests = 0;
  retries = 0;

  constructor({ url, authorization, pace, onRetry }: RemoteOptions) {
    this.url = url;
    this.#authorization = authorization;
    this.#pace = pace;
    this.#onRetry = onRetry;
  }

  /** How long a request takes on average, in milliseconds. */
  get latency(): number {
    return this.requests === 0 ? 0 : this.#milliseconds / this.requests;
  }

  /** The JSON of a response. Numbers that a double cannot hold become texts. */
  async json(method: string, path: string, body?: unknown): Promise<unknown> {
    const sent = body === undefined ? undefined : { type: 'application/json', text: JSON.stringify(body) };
    const { text, status } = await this.#received(method, path, sent);
    try {
      return parseDocumentJson(text);
    } catch {
      throw new RemoteError(`The response of ${this.url} is not JSON.`, { status });
    }
  }

  /** The text of a response to a body of another type than JSON. */
  async text(method: string, path: string, sent: Sent): Promise<string> {
    return (await this.#received(method, path, sent)).text;
  }

  /** Hands every line of a response to `receive`, with what `begin` returns; after a failure, all of them again. */
  lines<T>(path: string, begin: () => T, receive: (line: string, into: T) => void): Promise<T> {
    return this.#persist(async () => {
      const incoming = await this.#response('GET', path);
      const into = begin();
      let rest = '';
      try {
        for await (const chunk of incoming.setEncoding('utf8')) {
          const lines = (rest + chunk).split('\n');
          rest = lines.pop() ?? '';
          for (const line of lines) receive(line, into);
        }
      } catch (error) {
        throw this.#broken(error as Error);
      }
      if (!incoming.complete || rest !== '') throw this.#broken(new Error('it was closed'));
      return into;
    });
  }

  #received(
    method: string,
    path: string,
    sent?: Sent,
  ): Promise<{ text: string; status: number | undefined }> {
    return this.#persist(async () => {
      const incoming = await this.#response(method, path, sent);
      return { text: await this.#textOf(incoming), status: incoming.statusCode };
    });
  }

  async #persist<T>(attempt: () => Promise<T>): Promise<T> {
    for (let failures = 0, slowdowns = 0; ; ) {
      await this.#pace?.turn();
      const began = performance.now();
      this.requests++;
      try {
        const result = await attempt();
        this.#hasAnswered = true;
        this.#milliseconds += performance.now() - began;
        return result;
      } catch (error) {
        this.#milliseconds += performance.now() - began;
        if (!(error instanceof RemoteError) || !error.isPassing) throw error;
        // An address at which nothing has answered yet is probably wrong.
        if (error.status === undefined && !this.#hasAnswered) throw error;
        this.#hasAnswered = true;
        const isSlowdown = error.status === 429;
        const usual = PAUSES[isSlowdown ? Math.min(slowdowns, PAUSES.length - 1) : failures];
        if (isSlowdown ? ++slowdowns > MOST_SLOWDOWNS : ++failures > PAUSES.length) throw error;
        const wait = Math.min(error.retryAfter ?? usual ?? 0, LONGEST_PAUSE);
        this.retries++;
        this.#onRetry(error.message, wait / 1000);
        this.#pace?.hold(wait);
        await pause(wait);
      }
    }
  }

  /** The response to a request; rejects with its messages unless it succeeded. */
  async #response(method: string, path: string, sent?: Sent): Promise<IncomingMessage> {
    const incoming = await this.#open(method, path, sent);
    const { statusCode: status = 0, headers } = incoming;
    if (status >= 200 && status < 300) return incoming;
    const text = await this.#textOf(incoming, MOST_ERROR_BYTES).catch(() => '');
    const message = messageIn(text);
    throw new RemoteError(message ?? `${this.url} responded with status ${status}.`, {
      status,
      retryAfter: retryAfterOf(incoming),
      isOfApi: message !== undefined,
      location: headers.location,
    });
  }

  #open(method: string, path: string, sent?: Sent): Promise<IncomingMessage> {
    const outgoing = startRequest(this.url + path, method, {
      accept: '*/*',
      ...(this.#authorization !== undefined && { authorization: this.#authorization }),
      ...(sent !== undefined && {
        'content-type': sent.type,
        'content-length': String(Buffer.byteLength(sent.text)),
      }),
    });
    const response = responseTo(outgoing).catch((error) => {
      throw this.#broken(error);
    });
    outgoing.end(sent?.text);
    return response;
  }

  async #textOf(incoming: IncomingMessage, most = MOST_BYTES): Promise<string> {
    try {
      return await textOf(incoming, most);
    } catch (error) {
      if (!(error instanceof TooLargeError)) throw this.#broken(error as Error);
      throw new RemoteError(`A response of ${this.url} is larger than ${most} bytes.`, { status: 0 });
    }
  }

  #broken(error: Error): RemoteError {
    return new RemoteError(`The connection to ${this.url} failed: ${reasonOf(error)}.`);
  }
}
