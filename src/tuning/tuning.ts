import { BoundedCache, textBytes } from '../caching/bounded-cache.ts';
import type { CurationRecord, EngineRecord, Store, StoredSettings, SynonymSetRecord } from '../store/port.ts';
import { queryKey } from './query-key.ts';

/** What shapes the results of an engine. */
export interface Tuning {
  readonly settings: StoredSettings;
  readonly synonymSets: readonly SynonymSetRecord[];
  readonly hasCurations: boolean;
}

const UNTUNED: Tuning = { settings: {}, synonymSets: [], hasCurations: false };

/** Bytes of the tunings and of the curations that are kept in memory. */
const TUNING_BYTES = 8 * 1024 * 1024;
const CURATION_BYTES = 4 * 1024 * 1024;

const ALL = { offset: 0, limit: Number.MAX_SAFE_INTEGER };

/**
 * The tuning of engines, kept in memory by the version in the engine's record. The record is read anew after every
 * change, so a change is in force for every search that begins after its call was answered.
 */
export class Tunings {
  readonly #store: Store;
  readonly #tunings = new BoundedCache<string, Tuning>({
    bytes: TUNING_BYTES,
    weigh: (_, { settings, synonymSets }) => 256 + textBytes(JSON.stringify({ settings, synonymSets })),
  });
  /** By engine, version and query: the curation, or null if there is none. */
  readonly #curations = new BoundedCache<string, CurationRecord | null>({
    bytes: CURATION_BYTES,
    weigh: (key, curation) => textBytes(key) + (curation === null ? 16 : textBytes(JSON.stringify(curation))),
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

  /** The curation of a query; undefined if it has none. */
  async curationOf(engine: EngineRecord, query: string): Promise<CurationRecord | undefined> {
    if (!(await this.of(engine)).hasCurations) return undefined;
    const form = queryKey(query);
    const key = `${engine.id}/${engine.tuningVersion}/${form}`;
    const known = this.#curations.get(key);
    if (known !== undefined) return known ?? undefined;
    const curation = await this.#store.tuning.curationOf(engine.id, form);
    this.#curations.set(key, curation ?? null);
    return curation;
  }
}
