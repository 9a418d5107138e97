import { schemaOf } from '../meta-engines/engine-schema.ts';
import type { Options } from '../search/option.ts';
import type { EngineRecord, Store } from '../store/port.ts';
import { changeTuning, type TuningRequest } from '../tuning/tuning-change.ts';
import { settingsJson } from './settings-json.ts';
import { changedSettings, namesSections } from './settings-request.ts';

/** Reads, changes and resets the search settings of engines. */
export class Settings {
  readonly #store: Store;

  constructor(store: Store) {
    this.#store = store;
  }

  async get(engine: EngineRecord) {
    const stored = await this.#store.tuning.settings(engine.id);
    return settingsJson(stored, await schemaOf(this.#store.engines, engine));
  }

  /** Replaces the sections that `sections` names; the others stay. All or nothing. */
  async change(change: TuningRequest, sections: Options) {
    if (!namesSections(sections)) return this.get(change.engine);
    return changeTuning(this.#store, {
      ...change,
      async work({ tuning, engines }, engine) {
        const { id } = engine;
        const schema = await schemaOf(engines, engine);
        const stored = await tuning.settings(id);
        const changed = changedSettings(sections, schema, stored);
        await tuning.setSettings(id, changed);
        return settingsJson(changed, schema);
      },
    });
  }

  reset(change: TuningRequest) {
    return changeTuning(this.#store, {
      ...change,
      async work({ tuning, engines }, engine) {
        await tuning.setSettings(engine.id, {});
        return settingsJson({}, await schemaOf(engines, engine));
      },
    });
  }
}
