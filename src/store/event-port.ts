import type { Page, PageRange } from './page.ts';

/**
 * Searches, clicks and API requests, apart from the system of record: events are written in batches behind the requests
 * that cause them, and losing some of them harms nobody.
 *
 * Promises every adapter keeps (test/ports/store/events.ts holds them to it):
 * - a batch is stored as a whole or not at all, and counted exactly once, whatever the times of its events are;
 * - a stored batch survives the death of the process; a power cut may take the newest batches;
 * - reads see all stored batches; they neither wait for document writes nor delay them;
 * - a batch that the store has no space for rejects with `StoreFull`.
 */
export interface EventStore {
  insert(batch: EventBatch): Promise<void>;
  /** The last mark of `insert`; 0 if there was none. */
  mark(): Promise<number>;
  /** Terms with at least one matching search, most searched first. */
  topQueries(engineId: number, filter: QueryFilter, range: PageRange): Promise<readonly QueryCount[]>;
  /** Clicked documents, most clicked first. */
  topClicks(engineId: number, filter: ClickFilter, range: PageRange): Promise<readonly DocumentCount[]>;
  /** Searches and clicks between each two neighbours of `limits`, which ascend. */
  counts(
    engineId: number,
    filter: Omit<ClickFilter, keyof Period>,
    limits: readonly number[],
  ): Promise<readonly PeriodCount[]>;
  /** The first `limit` tags of searches and clicks, in the order of the database. */
  tags(engineId: number, limit: number): Promise<readonly string[]>;
  /** The newest searches since a time, newest first. */
  recentSearches(engineId: number, since: number, limit: number): Promise<readonly RecentSearch[]>;
  /**
   * Documents with at least `minClicks` clicks for a term; per term the most clicked first. Of more than `limit` rows,
   * those with the most clicks.
   */
  clickedDocuments(engineId: number, filter: ClickedFilter): Promise<readonly ClickedDocument[]>;
  /** API requests in order of time. */
  apiLog(engineId: number, filter: ApiLogFilter, range: PageRange): Promise<Page<StoredApiLogEntry>>;
  /**
   * Removes a bounded number of an engine's events that are too old, or, if it is null, of those that take too much space;
   * true if there may be more.
   */
  prune(engineId: number | null, retention: Retention): Promise<boolean>;
  /** The engines that have events. */
  engineIds(): Promise<readonly number[]>;
  /** Removes a bounded number of events of an engine; true if there may be more. */
  deleteEngine(engineId: number): Promise<boolean>;
  /** Checks the stored data and gives a sentence for each problem. */
  check(): Promise<readonly string[]>;
}

/** Events in order of arrival. */
export interface EventBatch {
  readonly searches: readonly SearchEvent[];
  readonly clicks: readonly ClickEvent[];
  readonly requests: readonly ApiLogEvent[];
  /** Stored with the batch: shows after an interruption which events were moved here. */
  readonly mark?: number;
}

interface AnalyticsEvent {
  readonly engineId: number;
  /** Milliseconds since 1970. */
  readonly time: number;
  /** The query, normalised. */
  readonly term: string;
  /** Distinct. */
  readonly tags: readonly string[];
}

export interface SearchEvent extends AnalyticsEvent {
  readonly hasResults: boolean;
  /** What a click with the same request id and term is compared with for a day; null if there are no hits. */
  readonly page: ResultPage | null;
}

export type RecentSearch = Pick<SearchEvent, 'time' | 'term' | 'tags' | 'hasResults'>;

/** The first hits of a page of results. */
export interface ResultPage {
  readonly requestId: string;
  /** The position of the first hit, from 1. */
  readonly first: number;
  readonly documentIds: readonly string[];
}

export interface ClickEvent extends AnalyticsEvent {
  readonly documentId: string;
  /** The id of the search. If that search is known, the click is stored with the position of the document. */
  readonly requestId: string | null;
}

/** A request to the API and its response, without secrets. */
export interface ApiLogEntry {
  readonly time: number;
  readonly method: string;
  readonly path: string;
  /** With the query string. */
  readonly fullPath: string;
  readonly status: number;
  readonly requestBody: string;
  readonly responseBody: string;
  readonly userAgent: string;
  /** The name of the key; of the signing key for a signed search key. Empty if it was not recorded. */
  readonly keyName: string;
  /** `search`, `private`, `admin` or `signed`; empty if it was not recorded. */
  readonly keyKind: string;
  /** Milliseconds from the request to the response. */
  readonly duration: number;
}
export interface ApiLogEvent extends ApiLogEntry {
  readonly engineId: number;
}
export interface StoredApiLogEntry extends ApiLogEntry {
  /** Unique in the store; a later entry has a larger one. */
  readonly number: number;
}

/** From `from` until before `to`, in milliseconds since 1970. */
export interface Period {
  readonly from: number;
  readonly to: number;
}
interface TagFilter {
  /** Of each list, an event has at least one tag. */
  readonly tags: ReadonlyArray<readonly string[]>;
}
export interface QueryFilter extends Period, TagFilter {
  /** Counts only searches with results, or only those without. */
  readonly hasResults?: boolean | undefined;
  /** Keeps only terms with clicks that match the filter, or only those without. */
  readonly hasClicks?: boolean | undefined;
}
export interface ClickFilter extends Period, TagFilter {
  readonly term?: string | undefined;
  /** Searches have no document, so that none matches. */
  readonly documentId?: string | undefined;
}
export interface ClickedFilter extends Period {
  readonly minClicks: number;
  /** The most rows. */
  readonly limit: number;
}
export interface ApiLogFilter extends Period {
  /** The least and the largest status. */
  readonly statuses?: readonly [number, number] | undefined;
  readonly keyName?: string | undefined;
  /** The least and the largest number. */
  readonly numbers?: readonly [number, number] | undefined;
  readonly method?: string | undefined;
  /** A part of the full path. */
  readonly text?: string | undefined;
  readonly isDescending: boolean;
}

export interface EventCount {
  readonly queries: number;
  readonly clicks: number;
}
export interface PeriodCount extends EventCount {
  /** The queries without results. */
  readonly misses: number;
}
export interface QueryCount extends EventCount {
  readonly term: string;
}
export interface DocumentCount {
  readonly documentId: string;
  readonly clicks: number;
}
export interface ClickedDocument extends DocumentCount {
  readonly term: string;
  /** The clicks by the position of the document among the results, from 1; null if the position is unknown. */
  readonly positions: ReadonlyArray<{ readonly position: number | null; readonly clicks: number }>;
}

/** What is kept. */
export interface Retention {
  /** Searches and clicks since this time; a multiple of a day. */
  readonly analyticsSince: number;
  /** Pages of results since this time. */
  readonly pagesSince: number;
  readonly apiLogSince: number;
  /** Bytes of API requests. */
  readonly apiLogBytes: number;
}
