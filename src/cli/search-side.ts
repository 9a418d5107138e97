import { setTimeout as pause } from 'node:timers/promises';
import { RequestPace } from '../api/request-pace.ts';
import { type ReadAnswer, readAnswer, unanswered } from '../comparison/answer.ts';
import { BoundedClient, NoAnswerError, type RemoteAnswer } from '../comparison/bounded-client.ts';
import type { SentSearch } from '../comparison/search-pair.ts';
import { apiUrl } from '../http/api-prefix.ts';
import { isObject } from '../json/object.ts';
import { TransferError } from './service-client.ts';

/** Pauses before further attempts, in milliseconds, and the longest one that a service may ask for. */
const PAUSES: readonly number[] = [500, 1000, 2000];
const LONGEST_PAUSE = 30_000;
/** Searches in a row without an answer after which the service counts as gone. */
const MOST_UNANSWERED = 3;
const ANSWER_BYTES = 32 * 1_048_576;

export interface SideOptions {
  readonly name: 'left' | 'right';
  readonly url: string;
  readonly key: string;
  /** The most milliseconds until an answer is complete. */
  readonly timeout: number;
  /** The most requests at once. */
  readonly concurrency: number;
  readonly requestsPerSecond: number | undefined;
}

const isPassing = (status: number): boolean => status === 408 || status === 429 || status >= 500;

/** Why a request had no answer; any other error is thrown again. */
function reasonOf(error: unknown): string {
  if (error instanceof NoAnswerError) return error.message;
  throw error;
}

const searchPath = (engine: string): string => `/engines/${encodeURIComponent(engine)}/search`;

/** One of the two services of a comparison. */
export class SearchSide {
  readonly url: string;
  readonly #options: SideOptions;
  readonly #remote: BoundedClient;
  /** Undefined without a limit. */
  readonly #pace: RequestPace | undefined;
  #unanswered = 0;

  constructor(options: SideOptions) {
    this.#options = options;
    this.url = options.url;
    const { requestsPerSecond } = options;
    this.#pace = requestsPerSecond === undefined ? undefined : new RequestPace(requestsPerSecond);
    this.#remote = new BoundedClient({
      apiUrl: apiUrl(options.url),
      timeout: options.timeout,
      answerBytes: ANSWER_BYTES,
      connections: options.concurrency,
    });
  }

  /** The service in a sentence. */
  get #title(): string {
    return `The ${this.#options.name} service at ${this.url}`;
  }

  /** Throws unless searches of an engine are answered. */
  async check(engine: string): Promise<void> {
    const body = JSON.stringify({ query: '', page: { size: 1 }, record_analytics: false });
    const pauses = PAUSES.slice(0, 1);
    const { status, text } = await this.#persist(searchPath(engine), body, pauses).catch((error) =>
      this.#fail(`cannot be reached: ${reasonOf(error)}.`),
    );
    const { error } = readAnswer(status, text, 0);
    if (error === null) return;
    if (status === 200) this.#fail(`does not answer as App Search does: ${error}`);
    if (status >= 300 && status < 400) this.#fail('redirects to another address. Name that address.');
    if (status === 401 || status === 403) this.#fail(`refuses the key for the engine "${engine}": ${error}`);
    if (status === 404 && /engine/i.test(error)) this.#fail(`has no engine "${engine}".`);
    this.#fail(`answers a search of "${engine}" with status ${status}: ${error}`);
  }

  /** Sends a search, without recording it in analytics. */
  async search({ engine, options }: SentSearch): Promise<ReadAnswer> {
    const body = JSON.stringify({ ...options, record_analytics: false });
    try {
      const { status, text, milliseconds } = await this.#persist(searchPath(engine), body, PAUSES);
      this.#unanswered = 0;
      return readAnswer(status, text, milliseconds);
    } catch (error) {
      const reason = reasonOf(error);
      if (++this.#unanswered >= MOST_UNANSWERED) this.#fail(`no longer answers: ${reason}.`);
      return unanswered(reason);
    }
  }

  /** Asks for a report, such as analytics. */
  async report(path: string, options: object, what: string): Promise<Readonly<Record<string, unknown>>> {
    const body = JSON.stringify(options);
    const { status, text } = await this.#persist(path, body, PAUSES).catch((error) =>
      this.#fail(`cannot be reached: ${reasonOf(error)}.`),
    );
    if (status !== 200) this.#fail(`does not show ${what}: ${readAnswer(status, text, 0).error}`);
    try {
      const value: unknown = JSON.parse(text);
      if (isObject(value) && Array.isArray(value.results)) return value;
    } catch {
      // Reported below.
    }
    return this.#fail(`does not show ${what}: the answer has no results.`);
  }

  close(): void {
    this.#remote.close();
  }

  #fail(problem: string): never {
    throw new TransferError(`${this.#title} ${problem}`, 0);
  }

  /** Repeats a request while its failure may pass. */
  async #persist(path: string, body: string, pauses: readonly number[]): Promise<RemoteAnswer> {
    for (let attempt = 0; ; attempt++) {
      await this.#pace?.turn();
      const answer = await this.#remote.post(path, body, this.#options.key).catch((error: unknown) => {
        if (error instanceof NoAnswerError) return error;
        throw error;
      });
      const isFinal = !(answer instanceof NoAnswerError) && !isPassing(answer.status);
      const rest = pauses[attempt];
      if (isFinal || rest === undefined) {
        if (answer instanceof NoAnswerError) throw answer;
        return answer;
      }
      const wanted = answer instanceof NoAnswerError ? 0 : (answer.retryAfter ?? 0);
      await pause(Math.min(LONGEST_PAUSE, Math.max(rest, wanted)));
    }
  }
}
