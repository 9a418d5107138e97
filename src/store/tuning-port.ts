import type { Page, PageRange } from './page.ts';

// The part of the store that shapes results: search settings, synonym sets, curations and the versions of all of them.

/** The customised sections of the search settings, in the form of search options. */
export type StoredSettings = Readonly<Record<string, unknown>>;

export interface SynonymSetRecord {
  readonly id: string;
  readonly terms: readonly string[];
}

export interface CurationRecord {
  readonly id: string;
  readonly queries: readonly string[];
  readonly promoted: readonly string[];
  readonly hidden: readonly string[];
}

/** The record of a change of the tuning of an engine. */
export interface TuningVersionInfo {
  readonly version: number;
  /** The name of the key or of the person that made the change. */
  readonly author: string;
  readonly createdAt: number;
}
export interface TuningVersion extends TuningVersionInfo {
  /** The configuration of the engine after the change, as JSON. */
  readonly json: string;
}

export interface TuningReader {
  /** Empty if no section is customised. */
  settings(engineId: number): Promise<StoredSettings>;
  synonymSet(engineId: number, id: string): Promise<SynonymSetRecord | undefined>;
  /** In order of creation. */
  synonymSets(engineId: number, range: PageRange): Promise<Page<SynonymSetRecord>>;
  curation(engineId: number, id: string): Promise<CurationRecord | undefined>;
  /** In order of creation. */
  curations(engineId: number, range: PageRange): Promise<Page<CurationRecord>>;
  /** The curation that has this query key. */
  curationOf(engineId: number, queryKey: string): Promise<CurationRecord | undefined>;
  /** Newest first. */
  versions(engineId: number, range: PageRange): Promise<Page<TuningVersionInfo>>;
  version(engineId: number, version: number): Promise<TuningVersion | undefined>;
}

/** A transaction that changes anything here, or the sources of a meta engine, ends with `addVersion`. */
export interface TuningWriter {
  setSettings(engineId: number, settings: StoredSettings): Promise<void>;
  /** Inserts or replaces; a replacement keeps its place in the order. */
  putSynonymSet(engineId: number, set: SynonymSetRecord): Promise<void>;
  deleteSynonymSet(engineId: number, id: string): Promise<boolean>;
  /**
   * Inserts or replaces; a replacement keeps its place in the order. `queryKeys` are the queries in the form in which
   * they are compared; no other curation of the engine has one of them.
   */
  putCuration(engineId: number, curation: CurationRecord, queryKeys: readonly string[]): Promise<void>;
  deleteCuration(engineId: number, id: string): Promise<boolean>;
  /** Raises the engine's `tuningVersion`, records the configuration under it, and keeps the newest `kept` records. */
  addVersion(engineId: number, version: Omit<TuningVersion, 'version'>, kept: number): Promise<number>;
}
