import type { Page, PageRange } from './page.ts';

/** The parts of the store for adaptive relevance: curations that are suggested from clicks. */

export const SCHEDULE_UNITS = ['second', 'minute', 'hour', 'day', 'week', 'month'] as const;
export type ScheduleUnit = (typeof SCHEDULE_UNITS)[number];

export interface AdaptiveSettingsRecord {
  readonly enabled: boolean;
  /** Whether suggestions are applied without asking. */
  readonly mode: 'manual' | 'automatic';
  /** The days whose clicks count. */
  readonly timeframe: number;
  /** The most documents of a suggestion. */
  readonly maxSize: number;
  /** The fewest clicks of a document. */
  readonly minClicks: number;
  readonly scheduleFrequency: number;
  readonly scheduleUnit: ScheduleUnit;
}

/** An engine whose suggestions are computed on a schedule. */
export interface ScheduledEngine {
  readonly engineId: number;
  readonly settings: AdaptiveSettingsRecord;
  /** When its suggestions were last computed; 0 if never. */
  readonly lastRun: number;
}

export const SUGGESTION_STATUSES = ['applied', 'automated', 'pending', 'disabled', 'rejected'] as const;
export type SuggestionStatus = (typeof SUGGESTION_STATUSES)[number];

/** A curation that the clicks of a query suggest. */
export interface SuggestionRecord {
  /** In the form in which queries are compared. */
  readonly query: string;
  readonly status: SuggestionStatus;
  /** What applying it does to the curation of the query. */
  readonly operation: 'create' | 'update' | 'delete';
  /** Ids of the documents to promote, in order. */
  readonly promoted: readonly string[];
  /** The curation that it would change or has made. */
  readonly curationId: string | null;
  /** The documents that were promoted when it was last applied; null if it is not in force. */
  readonly applied: readonly string[] | null;
  /** Whether applying it would replace a curation that was made by hand. */
  readonly overridesManual: boolean;
  readonly createdAt: number;
  readonly updatedAt: number;
}

export interface AdaptiveReader {
  /** Undefined if they were never changed. */
  settings(engineId: number): Promise<AdaptiveSettingsRecord | undefined>;
  /** The engines, of every account, whose settings are enabled. */
  scheduled(): Promise<readonly ScheduledEngine[]>;
  suggestion(engineId: number, query: string): Promise<SuggestionRecord | undefined>;
  /** The last changed ones first, then by query in byte order; those of some statuses unless `statuses` is null. */
  suggestions(
    engineId: number,
    statuses: readonly SuggestionStatus[] | null,
    range: PageRange,
  ): Promise<Page<SuggestionRecord>>;
  /** The queries of all suggestions of an engine. */
  suggestedQueries(engineId: number): Promise<readonly string[]>;
}
export interface AdaptiveWriter {
  setSettings(engineId: number, settings: AdaptiveSettingsRecord): Promise<void>;
  /** Records when the suggestions of an engine were computed. */
  setLastRun(engineId: number, time: number): Promise<void>;
  /** Inserts or replaces, by query. */
  putSuggestion(engineId: number, suggestion: SuggestionRecord): Promise<void>;
  deleteSuggestion(engineId: number, query: string): Promise<boolean>;
}
