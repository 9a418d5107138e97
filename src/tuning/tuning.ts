import { BoundedCache, textBytes } from '../caching/bounded-cache.ts';
import type { DocumentRef } from '../index/plan.ts';
import { documentRefs } from '../meta-engines/document-refs.ts';
import type { EngineRecord, Store, StoredSettings, SynonymSetRecord } from '../store/port.ts';
import { ALL } from './configuration.ts';
import { queryKey } from './query-key.ts';

/** What shapes the results of an engine. */
export interface Tuning {
  readonly settings: StoredSettings;
  readonly synonymSets: readonly SynonymSetRecord[];
  readonly hasCurations: boolean;
}

/** The documents that the curation of a query promotes, in order, and hides. */
export interface CuratedDocuments {
  readonly promoted: readonly DocumentRef[];
  readonly hidden: readonly DocumentRef[];
}

/** A query without a curation. */
export const UNCURATED: CuratedDocuments = { promoted: [], hidden: [] };
const UNTUNED: Tuning = { settings: {}, synonymSets: [], hasCurations: false };

/** Bytes of the tunings and of the curations that are kept in memory. */
const TUNING_BYTES = 8 * 1024 * 1024;
const CURATION_BYTES = 4 * 1024 * 1024;

/**
 * The tuning of engines, kept in memory by the version in the engine's record. The record is read again after every
 * change, so a change is in force for every search that begins after its call was answered.
 */
export class Tunings {
  readonly #store: Store;
  readonly #tunings = new BoundedCache<string, Tuning>({
    bytes: TUNING_BYTES,
    // Twice: with the words of the terms (src/search/synonym-expansions.ts).
    weigh: (_, { settings, synonymSets }) => 256 + 2 * textBytes(JSON.stringify({ settings, synonymSets })),
  });
  /** By engine, version and query. */
  readonly #curated = new BoundedCache<string, CuratedDocuments>({
    bytes: CURATION_BYTES,
    weigh: (key, curated) =>
      textBytes(key) + (curated === UNCURATED ? 16 : 2 * textBytes(JSON.stringify(curated))),
  });

  constructor(store: Store) {
    this.#store = store;
  }

  async of({ id, tuningVersion }: EngineRecord): Promise<Tuning> {
    if (tuningVersion === 0) return UNTUNED;
    const key = `${id}/${tuningVersion}`;
    const known = this.#tunings.get(key);
    if (known !== undefined) return known;
    const { tuning } = this.#store;
    const { results: synonymSets } = await tuning.synonymSets(id, ALL);
    const { total } = await tuning.curations(id, { offset: 0, limit: 0 });
    const read = { settings: await tuning.settings(id), synonymSets, hasCurations: total > 0 };
    this.#tunings.set(key, read);
    return read;
  }

  /** The documents that a query promotes and hides. Those that have been deleted since are no problem for a search. */
  async curatedBy(engine: EngineRecord, query: string): Promise<CuratedDocuments> {
    if (!(await this.of(engine)).hasCurations) return UNCURATED;
    const form = queryKey(query);
    const key = `${engine.id}/${engine.tuningVersion}/${form}`;
    const known = this.#curated.get(key);
    if (known !== undefined) return known;
    const curation = await this.#store.tuning.curationOf(engine.id, form);
    const curated =
      curation === undefined
        ? UNCURATED
        : {
            promoted: await this.#refs(engine, curation.promoted),
            hidden: await this.#refs(engine, curation.hidden),
          };
    this.#curated.set(key, curated);
    return curated;
  }

  async #refs(engine: EngineRecord, ids: readonly string[]): Promise<readonly DocumentRef[]> {
    const documents = await documentRefs(this.#store.engines, engine, ids);
    return documents.map(({ engineId, id }) => ({ engineId, id }));
  }
}
