import type { Caller } from '../api/caller.ts';
import { maskSecrets } from '../api/masking.ts';
import { presentedBy } from '../api/presented.ts';
import type { EngineCall } from '../api/route.ts';
import { type ReadAnswer, readAnswer, searchPair } from '../comparison/answer.ts';
import type { BoundedClient } from '../comparison/bounded-client.ts';
import { compared } from '../comparison/compared-search.ts';
import { DEPTH } from '../comparison/search-pair.ts';
import { ApiError } from '../errors.ts';
import type { Options } from '../search/option.ts';
import type { SearchObservation, SearchObserver } from '../search/search-observer.ts';
import type { ShadowLog } from './shadow-log.ts';

/** Marks a copy, so that a service never sends a copy of a copy, not even to itself. */
export const COPY_HEADER = 'x-findling-copy';

/** Copies that are sent at once; those that wait, in number and in bytes. */
export const MOST_RUNNING = 4;
export const MOST_WAITING = 100;
const MOST_BYTES = 4 * 1_048_576;
/** The log has each message at most once per this many milliseconds. */
const REPORT_EVERY = 60_000;

/** What shadow mode has done since the start, as numbers. */
export interface ShadowState {
  /** Searches that were selected. */
  readonly sampled: number;
  /** Searches that were selected, but whose key cannot be used there. */
  readonly skipped: number;
  /** Copies that were not sent, because too many were waiting. */
  readonly dropped: number;
  /** Copies without a usable answer. */
  readonly failed: number;
  readonly compared: number;
  /** Compared searches whose answers differ. */
  readonly different: number;
  /** Compared searches that could not be written to the file. */
  readonly unrecorded: number;
  readonly running: number;
  readonly waiting: number;
}

export interface ShadowOptions {
  readonly remote: BoundedClient;
  readonly log: ShadowLog;
  /** The share of searches to copy, from 0 to 1. */
  readonly share: number;
  /** The key of all copies; without it, a copy has the key of its search. */
  readonly key: string | undefined;
  readonly warn: (message: string, facts: object) => void;
}

/** A search that was answered here and is to be sent there. */
interface Copy {
  readonly engine: string;
  readonly body: string;
  readonly key: string;
  readonly own: ReadAnswer;
}

/**
 * Sends a copy of some searches to another service and records both answers. A copy is made after its search is answered,
 * so that no search waits for it. Everything that the other service can delay is bounded; beyond that, copies are dropped
 * and counted.
 */
export class ShadowSearches implements SearchObserver {
  readonly #options: ShadowOptions;
  readonly #counts = {
    sampled: 0,
    skipped: 0,
    dropped: 0,
    failed: 0,
    compared: 0,
    different: 0,
    unrecorded: 0,
  };
  #waiting: Copy[] = [];
  #waitingBytes = 0;
  readonly #running = new Set<Promise<void>>();
  #isClosed = false;
  /** When the log had a message last, by message. */
  readonly #reportedAt = new Map<string, number>();

  constructor(options: ShadowOptions) {
    this.#options = options;
  }

  get state(): ShadowState {
    return { ...this.#counts, running: this.#running.size, waiting: this.#waiting.length };
  }

  observe(call: EngineCall, options: Options): SearchObservation | undefined {
    if (Math.random() >= this.#options.share || !mayBeCopied(call)) return undefined;
    const key = this.#keyOf(call);
    if (key === undefined) {
      this.#counts.skipped++;
      return undefined;
    }
    this.#counts.sampled++;
    const { engine, reply } = call;
    let answer: (() => ReadAnswer) | undefined;
    // Not `close`: the answer to a client that disconnected is not compared.
    reply.raw.once('finish', () => {
      if (answer !== undefined) this.#add(engine.name, options, key, answer);
    });
    return {
      found: ({ documentIds, answer: page }) => {
        const ids = documentIds.slice(0, DEPTH);
        answer = () => ({ ...readAnswer(200, page.text, reply.elapsedTime), ids });
      },
      failed: (error) => {
        // Only a refusal of the search itself can be compared.
        if (!(error instanceof ApiError) || error.status !== 400) return;
        answer = () => readAnswer(error.status, JSON.stringify(error.body), reply.elapsedTime);
      },
    };
  }

  /** Notes compared searches that were not written to the file, and why. */
  lost(lines: number, reason: string): void {
    this.#counts.unrecorded += lines;
    this.#report('compared searches were not recorded', {
      unrecorded: this.#counts.unrecorded,
      cause: reason,
    });
  }

  /** Ends everything that runs. Nothing is sent afterwards. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#counts.dropped += this.#waiting.length;
    this.#waiting = [];
    this.#waitingBytes = 0;
    this.#options.remote.close();
    await Promise.all(this.#running);
    await this.#options.log.close();
  }

  /**
   * The key of a copy; undefined if there is none. The key of all copies lacks the restrictions of a signed search key, so
   * that it cannot stand in for one.
   */
  #keyOf({ caller, reply }: EngineCall): string | undefined {
    const { key } = this.#options;
    if (key !== undefined) return caller.kind === 'signed' ? undefined : key;
    const presented = presentedBy(reply.request);
    return presented?.scheme === 'token' ? presented.text : undefined;
  }

  #add(engine: string, options: Options, key: string, answer: () => ReadAnswer): void {
    if (this.#isClosed || this.#waiting.length >= MOST_WAITING) {
      this.#counts.dropped++;
      return;
    }
    const body = JSON.stringify({ ...options, record_analytics: false });
    if (this.#waitingBytes + body.length > MOST_BYTES) {
      this.#counts.dropped++;
      return;
    }
    this.#waiting.push({ engine, body, key, own: answer() });
    this.#waitingBytes += body.length;
    this.#sendNext();
  }

  #sendNext(): void {
    if (this.#running.size >= MOST_RUNNING) return;
    const copy = this.#waiting.shift();
    if (copy === undefined) return;
    this.#waitingBytes -= copy.body.length;
    const sending = this.#send(copy).finally(() => {
      this.#running.delete(sending);
      this.#sendNext();
    });
    this.#running.add(sending);
  }

  async #send({ engine, body, key, own }: Copy): Promise<void> {
    try {
      const path = `/engines/${encodeURIComponent(engine)}/search`;
      const { status, text, milliseconds } = await this.#options.remote.post(path, body, key);
      const left = readAnswer(status, text, milliseconds);
      if (isVerdict(left)) this.#record(engine, body, left, own);
      else this.#fail(left.error ?? '');
    } catch (error) {
      this.#fail((error as Error).message);
    }
  }

  #record(engine: string, body: string, left: ReadAnswer, right: ReadAnswer): void {
    const { record_analytics: _, ...options } = JSON.parse(body);
    const pair = { time: new Date().toISOString(), ...searchPair({ engine, options }, left, right) };
    this.#counts.compared++;
    if (compared(pair).differences.length > 0) this.#counts.different++;
    if (!this.#options.log.add(pair)) this.lost(1, 'the disk is too slow');
  }

  #fail(reason: string): void {
    this.#counts.failed++;
    const { failed, compared: answered } = this.#counts;
    const facts = { failed, compared: answered, cause: maskSecrets(reason) };
    this.#report('copies of searches get no usable answer from the shadow service', facts);
  }

  /** Logs a message, unless it was logged recently. */
  #report(message: string, facts: object): void {
    const now = performance.now();
    const last = this.#reportedAt.get(message) ?? Number.NEGATIVE_INFINITY;
    if (this.#isClosed || now - last < REPORT_EVERY) return;
    this.#reportedAt.set(message, now);
    this.#options.warn(message, facts);
  }
}

const COPIED_KINDS: ReadonlySet<Caller['kind']> = new Set(['search', 'private', 'signed']);

/**
 * Whether a search may be copied: one with a key, of the account that the other service stands for, and not a copy itself.
 * Names and passwords of people are for this service only.
 */
const mayBeCopied = ({ caller, reply }: EngineCall): boolean =>
  COPIED_KINDS.has(caller.kind) &&
  caller.account.isDefault &&
  reply.request.headers[COPY_HEADER] === undefined;

/** Whether an answer is about the search: not if the key is unknown there, or the service is busy, down or no App Search. */
const isVerdict = ({ status, error }: ReadAnswer): boolean =>
  status === 200 ? error === null : status >= 400 && status < 500 && ![401, 403, 408, 429].includes(status);
