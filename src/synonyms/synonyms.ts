import { texts } from '../error-texts.ts';
import { badRequest, errors } from '../errors.ts';
import { limits } from '../limits.ts';
import type { EngineRecord, Page, PageRange, Store, StoreWriter, SynonymSetRecord } from '../store/port.ts';
import { changeTuning, type TuningRequest } from '../tuning/tuning-change.ts';
import { newSynonymSetId } from '../tuning/tuning-id.ts';

/** Creates, reads, changes and deletes synonym sets. */
export class Synonyms {
  readonly #store: Store;

  constructor(store: Store) {
    this.#store = store;
  }

  page({ id }: EngineRecord, range: PageRange): Promise<Page<SynonymSetRecord>> {
    return this.#store.tuning.synonymSets(id, range);
  }

  async get({ id }: EngineRecord, setId: string): Promise<SynonymSetRecord> {
    const set = await this.#store.tuning.synonymSet(id, setId);
    if (set === undefined) throw errors.noSuchSynonymSet(setId);
    return set;
  }

  create(change: TuningRequest, terms: readonly string[]): Promise<SynonymSetRecord> {
    const set = { id: newSynonymSetId(), terms };
    return this.#change(change, async ({ tuning }) => {
      const { total } = await tuning.synonymSets(change.engine.id, { offset: 0, limit: 0 });
      if (total >= limits.synonymSets) throw badRequest(texts.tooManySynonymSets);
      await tuning.putSynonymSet(change.engine.id, set);
      return set;
    });
  }

  replace(change: TuningRequest, setId: string, terms: readonly string[]): Promise<SynonymSetRecord> {
    return this.#change(change, async ({ tuning }) => {
      const { id } = change.engine;
      if ((await tuning.synonymSet(id, setId)) === undefined) throw errors.noSuchSynonymSet(setId);
      const set = { id: setId, terms };
      await tuning.putSynonymSet(id, set);
      return set;
    });
  }

  delete(change: TuningRequest, setId: string): Promise<void> {
    return this.#change(change, async ({ tuning }) => {
      if (!(await tuning.deleteSynonymSet(change.engine.id, setId))) throw errors.noSuchSynonymSet(setId);
    });
  }

  #change<T>(change: TuningRequest, work: (tx: StoreWriter) => Promise<T>): Promise<T> {
    return changeTuning(this.#store, { ...change, work });
  }
}
