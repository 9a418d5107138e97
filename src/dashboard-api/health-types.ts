/** The JSON of the health of an engine, for server and browser. Types only, as in types.ts. */

/** How many there are, and the first of them: at most 10. */
export interface Findings<T = string> {
  readonly count: number;
  readonly first: readonly T[];
}

/** GET /accounts/:account/engines/:engine/health: what may need attention. Counts are 0 where nothing does. */
export interface EngineHealth {
  /** Text fields that searches leave out: the search settings name other fields, or give them the weight 0. */
  readonly unsearched_fields: Findings;
  /** Messages about entries of the search settings that searches skip because the schema has changed. */
  readonly invalid_boosts: Findings;
  readonly skipped_search_fields: Findings;
  readonly skipped_result_fields: Findings;
  readonly stale_promotions: StalePromotions;
  /** Values that the last type change could not convert; `job` is null if there was none, or while it runs. */
  readonly failed_conversions: { readonly count: number; readonly job: number | null };
  /** Searches in the last 7 days (UTC, with today), and the most frequent queries among them. */
  readonly searches_without_results: Findings<{ readonly term: string; readonly queries: number }>;
  /** New fields from documents whose types are not confirmed yet. */
  readonly unconfirmed_fields: Findings;
  /** In a meta engine: fields whose types differ between its sources. */
  readonly type_conflicts: Findings;
  /** Names of engines that are reindexing: the engine itself, or sources of a meta engine. */
  readonly reindexing: Findings;
}

/** Curations that promote documents which no longer exist. */
export interface StalePromotions {
  readonly documents: number;
  readonly curations: number;
  /** The first curations: at most 10. */
  readonly first: readonly StaleCuration[];
  /** False if the engine promotes more than 1,000 documents: the others were not checked. */
  readonly checked_all: boolean;
}
export interface StaleCuration {
  readonly id: string;
  /** The first of its queries. */
  readonly query: string;
  readonly documents: number;
}
