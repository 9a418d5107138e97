import type { Caller } from '../api/caller.ts';
import type { ApiLogEntry, EngineRecord, EventBatch, EventStore } from '../store/port.ts';
import { storableText } from '../values/storable-text.ts';
import { EventBuffer } from './event-buffer.ts';
import type { RecordedKinds } from './log-settings.ts';
import { termOf } from './term.ts';

/** Milliseconds until an event is stored, so that the death of the process loses less than a second of events. */
const DELAY = 500;
/** The log mentions dropped events at most once per this many milliseconds. */
const REPORT_EVERY = 60_000;

/** A search as the search feature reports it. */
export interface AnsweredSearch {
  readonly engine: EngineRecord;
  readonly caller: Caller;
  readonly query: string;
  readonly tags: readonly string[];
  readonly hasResults: boolean;
  readonly requestId: string;
  /** The position of the first hit, from 1, and the ids of the first hits. */
  readonly first: number;
  readonly documentIds: readonly string[];
}

/** A click as the search feature reports it. */
export interface ReportedClick {
  readonly query: string;
  readonly documentId: string;
  readonly requestId: string | null;
  readonly tags: readonly string[];
}

export interface EventsOptions {
  readonly store: EventStore;
  readonly settings: { of(accountId: string): RecordedKinds };
  readonly warn: (message: string, facts: object) => void;
}

/**
 * Takes searches, clicks and API requests off the request path: they are buffered and stored in batches, one batch at a
 * time. No request waits for that. When more arrives than can be stored, events are dropped and counted.
 */
export class Events {
  readonly #store: EventStore;
  readonly #settings: EventsOptions['settings'];
  readonly #warn: EventsOptions['warn'];
  readonly #buffer = new EventBuffer();
  #timer: NodeJS.Timeout | undefined;
  #storing: Promise<void> | undefined;
  /** Dropped since the last report in the log. */
  #dropped = 0;
  #allDropped = 0;
  #stored = 0;
  #cause: unknown;
  #reportedAt = Number.NEGATIVE_INFINITY;
  #isClosed = false;

  constructor({ store, settings, warn }: EventsOptions) {
    this.#store = store;
    this.#settings = settings;
    this.#warn = warn;
  }

  /** Events in memory, and those that were stored and dropped since the start. */
  get figures(): { readonly waiting: number; readonly stored: number; readonly dropped: number } {
    return { waiting: this.#buffer.size, stored: this.#stored, dropped: this.#allDropped };
  }

  search({ engine, caller, ...search }: AnsweredSearch): void {
    // Searches of the dashboard are those of its users, not of visitors.
    if (caller.kind === 'person' || !this.#isRecorded(engine, 'analytics')) return;
    const { query, tags, hasResults, requestId, first, documentIds } = search;
    const event = {
      engineId: engine.id,
      time: Date.now(),
      term: termOf(query),
      tags: storableTags(tags),
      hasResults,
      page: documentIds.length === 0 ? null : { requestId, first, documentIds },
    };
    this.#record(this.#buffer.addSearch(event));
  }

  click(engine: EngineRecord, { query, documentId, requestId, tags }: ReportedClick): void {
    if (!this.#isRecorded(engine, 'analytics')) return;
    const event = {
      engineId: engine.id,
      time: Date.now(),
      term: termOf(query),
      tags: storableTags(tags),
      documentId,
      requestId,
    };
    this.#record(this.#buffer.addClick(event));
  }

  request(engine: EngineRecord, entry: ApiLogEntry): void {
    if (!this.#isRecorded(engine, 'api')) return;
    this.#record(this.#buffer.addRequest({ ...entry, engineId: engine.id }));
  }

  /** Whether requests to the engines of an account are logged. */
  isLogged(accountId: string): boolean {
    return this.#settings.of(accountId).api;
  }

  /** Stores what is left. Nothing is recorded afterwards. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    await this.#storing;
    if (!this.#buffer.isEmpty) await this.#storeAll();
    this.#report(true);
  }

  #isRecorded({ accountId }: EngineRecord, kind: keyof RecordedKinds): boolean {
    return !this.#isClosed && this.#settings.of(accountId)[kind];
  }

  #record(isAdded: boolean): void {
    if (!isAdded) this.#drop(1);
    if (this.#storing !== undefined) return;
    if (this.#buffer.isLarge) this.#start();
    else this.#timer ??= setTimeout(() => this.#start(), DELAY).unref();
  }

  #start(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#storing ??= this.#storeAll();
  }

  /** Stores batches until no large one is left. */
  async #storeAll(): Promise<void> {
    do {
      await this.#storeBatch(this.#buffer.take());
    } while (this.#buffer.isLarge || (this.#isClosed && !this.#buffer.isEmpty));
    this.#storing = undefined;
    if (!this.#buffer.isEmpty && !this.#isClosed) {
      this.#timer ??= setTimeout(() => this.#start(), DELAY).unref();
    }
  }

  async #storeBatch(batch: EventBatch): Promise<void> {
    const size = batch.searches.length + batch.clicks.length + batch.requests.length;
    try {
      await this.#store.insert(batch);
      this.#stored += size;
    } catch (error) {
      // A full disk, most likely. The requests were answered; only their events are lost.
      this.#cause = error;
      this.#drop(size);
    }
    this.#buffer.release();
  }

  #drop(events: number): void {
    this.#dropped += events;
    this.#allDropped += events;
    this.#report();
  }

  /** Logs how many events were dropped, unless it was logged recently. */
  #report(isLast = false): void {
    const now = performance.now();
    if (this.#dropped === 0 || (!isLast && now - this.#reportedAt < REPORT_EVERY)) return;
    const cause = this.#cause instanceof Error ? { cause: this.#cause.message } : {};
    this.#warn('events were dropped: more arrive than can be stored', { dropped: this.#dropped, ...cause });
    this.#reportedAt = now;
    this.#dropped = 0;
    this.#cause = undefined;
  }
}

const storableTags = (tags: readonly string[]): readonly string[] =>
  tags.length === 0 ? tags : [...new Set(tags.map(storableText))];
