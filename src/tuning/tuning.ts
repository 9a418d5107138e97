import { BoundedCache, textBytes } from '../caching/bounded-cache.ts';
import type { EngineRecord, Store, StoredSettings, SynonymSetRecord } from '../store/port.ts';

/** What shapes the results of an engine. */
export interface Tuning {
  readonly settings: StoredSettings;
  readonly synonymSets: readonly SynonymSetRecord[];
}

const UNTUNED: Tuning = { settings: {}, synonymSets: [] };

/** Bytes of the tunings that are kept in memory. */
const TUNING_BYTES = 8 * 1024 * 1024;

const ALL = { offset: 0, limit: Number.MAX_SAFE_INTEGER };

/**
 * The tuning of engines, kept in memory by the version in the engine's record. The record is read again after every
 * change, so a change is in force for every search that begins after its call was answered.
 */
export class Tunings {
  readonly #store: Store;
  readonly #tunings = new BoundedCache<string, Tuning>({
    bytes: TUNING_BYTES,
    weigh: (_, { settings, synonymSets }) => 256 + textBytes(JSON.stringify({ settings, synonymSets })),
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
    const read = { settings: await tuning.settings(id), synonymSets };
    this.#tunings.set(key, read);
    return read;
  }
}
